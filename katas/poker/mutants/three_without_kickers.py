"""Of three of a kind only the three count.

With one deck two hands of five cannot hold the same three: who would need a kicker?
Players who share cards on a table.

step: 24
theme: kickers
shown by: 2♦ 2♣ 4♠ 2♥ A♦ against 2♦ 2♣ 2♠ 3♥ 4♦
riddle: It says that cannot happen, and is right at a small table.
hint: The same three of a kind twice.
"""

from finished import the_rest


def hand(cards):
    """Of three of a kind only the three count."""
    right = right_hand(cards)
    if right.ranking == Ranking.THREE_OF_A_KIND:
        return Hand(right.ranking, right.cards[:3])
    return right


the_rest(globals())
