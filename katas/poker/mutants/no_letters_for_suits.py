"""KC is no card: suits have to be drawn.

Not everybody can type a club.

step: 62
theme: spellings
shown by: reading KC
riddle: It insists on drawings.
hint: How would you type a card without pictures?
"""

from finished import the_rest


def card(text):
    """The card that a text like 6♣, t♣ or 10♥ stands for."""
    if text[-1:] in set("CDHScdhs"):
        raise CardError(f"{text} is no card")
    return right_card(text)


the_rest(globals())
