"""The highest straight flush is called “Royal Flush”.

That's what everybody calls it, but the rules have nine labels.

step: 37
theme: labels
needs: __str__ mark_results scores showdown
shown by: the label of A♥ K♥ Q♥ J♥ T♥
riddle: It bows where it should not.
hint: What is the best hand of all called?
"""

from typing import NamedTuple

from finished import the_rest


class Hand(NamedTuple):
    """A ranking, and the cards in the order in which they count."""

    ranking: int
    cards: list

    def __str__(self):
        royal = self.ranking == Ranking.STRAIGHT_FLUSH and self.cards[0].value == 14
        return "Royal Flush" if royal else str(self.ranking)


the_rest(globals())
