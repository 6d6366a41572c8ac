"""Two pair are three of a kind.

Five groups are a high card, four are a pair; so three are what came next.

step: 24
theme: groups
shown by: 2♦ 2♣ 4♠ 2♥ A♦ against 3♦ 3♣ 2♠ 2♥ 4♦
riddle: It counts the heaps, and not how high they are.
hint: Which two rankings have three different values?
"""

from finished import the_rest


def rank(groups):
    """The hand that the number of the groups makes."""
    right = right_rank(groups)
    return Hand(Ranking.THREE_OF_A_KIND, right.cards) if len(groups) == 3 else right


the_rest(globals())
