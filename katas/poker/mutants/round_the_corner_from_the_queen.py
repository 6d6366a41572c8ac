"""Q K A 2 3 is a straight.

If the ace is both the highest and the lowest, why not at once?

step: 28
theme: straights
shown by: A♦ K♣ Q♠ J♥ 9♦ against 3♦ 2♣ A♠ K♥ Q♦
riddle: It steps over the ace in the middle of the row.
hint: There are three rows of five that go round the corner. Which of them do you test?
"""

from finished import the_rest


def promote_straight(hand):
    """A straight, also round the corner from the queen."""
    if [card.value for card in hand.cards] == [14, 13, 12, 3, 2]:
        return Hand(Ranking.STRAIGHT, hand.cards)
    return right_promote_straight(hand)


the_rest(globals())
