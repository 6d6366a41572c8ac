"""A hand that is all red, or all black, is a flush.

Hearts and diamonds look alike, and so do clubs and spades, on a screen and to tired eyes.

step: 9
theme: flushes
shown by: is A♠ T♣ 3♣ 4♣ 2♣ a flush
riddle: It sees two where there are four.
hint: Mix the two suits that look most alike.
"""

from finished import the_rest


def flush(cards):
    """Are these cards all of one colour?"""
    return len({card.suit in "♦♥" for card in cards}) == 1


the_rest(globals())
