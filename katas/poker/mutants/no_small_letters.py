"""kc is no card: letters have to be capitals.

KC is understood, and so everybody thinks that it is done.

step: 62
theme: spellings
shown by: reading kc
riddle: It listens only to those who shout.
hint: How would somebody in a hurry type it?
"""

from finished import the_rest


def card(text):
    """The card that a text like 6♣, 6C or 10♥ stands for."""
    if text != text.upper():
        raise CardError(f"{text} is no card")
    return right_card(text)


the_rest(globals())
