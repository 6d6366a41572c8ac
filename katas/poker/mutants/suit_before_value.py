"""♣6 is a card too.

Some write the suit first, and a program had better understand both.

step: 55
theme: errors
shown by: reading ♣6
riddle: It reads backwards as well as forwards.
hint: Turn a card round, character by character.
"""

from finished import the_rest


def card(text):
    """The card that a text like 6♣, 6c, ♣6 or 10♥ stands for."""
    if text[:1] in "♣♦♥♠":
        return right_card(text[1:] + text[:1])
    return right_card(text)


the_rest(globals())
