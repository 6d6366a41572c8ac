"""A flush is named by the first card in which the other hand differs, whatever that hand is.

Two hands are laid side by side, and nobody asks whether the ranking has already decided.

step: 74
theme: two hands
needs: showdown
shown by: who wins B: 9♥ 7♥ 5♥ 3♥ 2♥ W: 9♦ 8♣ 7♠ 6♥ 5♦
riddle: It goes on looking when all is said.
hint: A flush beats a weaker hand with the same highest card.
"""

from finished import the_rest


def deciding_value(winner, loser):
    """The first value that differs, else the first value."""
    both = zip(values(winner), values(loser))
    return next((ours for ours, theirs in both if ours != theirs), values(winner)[0])


the_rest(globals())
