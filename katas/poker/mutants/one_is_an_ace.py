"""1♣ is the ace of clubs.

The ace counts low in one place, and there it is a one.

step: 55
theme: errors
shown by: reading 1♣
riddle: It calls the highest by the name of the lowest.
hint: Count down from three. Which card is never there?
"""

from finished import the_rest


def card(text):
    """The card that a text like 6♣, 6c or 10♥ stands for, an ace by 1♣ too."""
    if text[:1] == "1" and text[1:2] != "0":
        return right_card(f"A{text[1:]}")
    return right_card(text)


the_rest(globals())
