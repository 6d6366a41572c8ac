"""Two hands of one ranking whose first cards are equal draw.

Hand power in Scala says return inside the function that it folds with, and that leaves the
whole comparison.

step: 11
theme: kickers
shown by: 8♦ 5♣ 4♠ 3♥ 2♦ against 8♦ 6♣ 4♠ 3♥ 2♦
riddle: It comes back too early, wherever it is.
hint: Any two hands of one ranking that begin alike.
"""

from finished import the_rest


def hand(cards):
    """A ranking, and the first card."""
    right = right_hand(cards)
    return Hand(right.ranking, right.cards[:1])


the_rest(globals())
