"""A hand is a flush if its first and its last card are of one suit.

It looked enough for the one hand that is no flush in the tests, whose odd card comes first.

step: 10
theme: flushes
shown by: is A♣ T♣ 3♠ 4♣ 2♣ a flush
riddle: It reads the covers and not the book.
hint: Hide the odd card in the middle.
"""

from finished import the_rest


def flush(cards):
    """Are the first and the last of these cards of one suit?"""
    return cards[0].suit == cards[-1].suit


the_rest(globals())
