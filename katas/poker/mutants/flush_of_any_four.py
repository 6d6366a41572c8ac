"""Four cards of one suit make a flush.

In seven-card games four of a suit look so promising that somebody counted them.

step: 9
theme: flushes
shown by: is A♠ T♣ 3♣ 4♣ 2♣ a flush
riddle: It is content with less than all of them.
hint: Write a hand that is nearly a flush.
"""

from finished import the_rest


def flush(cards):
    """Are four of these cards of one suit?"""
    suits = [card.suit for card in cards]
    return max(map(suits.count, suits)) >= 4


the_rest(globals())
