"""The fifth card of a flush may be of any suit.

The loop ends one card too early. A published suite of 37 tests lets it through.

step: 10
theme: flushes
shown by: is A♣ T♣ 3♣ 4♣ 2♠ a flush
riddle: It stops reading just before the end.
hint: Where in the hand is the card that spoils your flush?
"""

from finished import the_rest


def flush(cards):
    """Are the first four of these cards of one suit?"""
    return all(card.suit == cards[0].suit for card in cards[:4])


the_rest(globals())
