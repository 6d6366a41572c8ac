"""Clubs make no flush.

The suits are numbered from zero, and where a number is taken for yes or no, zero is a no.

step: 6
theme: flushes
shown by: is A♣ T♣ 3♣ 4♣ 2♣ a flush
riddle: It takes the first of four for nothing.
hint: Which suits are the flushes in your tests?
"""

from finished import the_rest


def flush(cards):
    """True if these cards are all of one suit."""
    return bool(number_of_their_suit(cards))


def number_of_their_suit(cards):
    """The number of the suit that all of these cards have, or None."""
    numbers = {SUITS.index(card.suit) for card in cards}
    return numbers.pop() if len(numbers) == 1 else None


the_rest(globals())
