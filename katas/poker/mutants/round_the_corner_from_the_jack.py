"""J Q K A 2 is a straight.

If the ace is both the highest and the lowest, why not at once? A published suite of 37 tests lets
it through.

step: 28
theme: straights
shown by: A♦ K♣ Q♠ J♥ 9♦ against 2♦ A♣ K♠ Q♥ J♦
riddle: It steps over the ace at the very last.
hint: There are three rows of five that go round the corner. Which of them do you test?
"""

from finished import the_rest


def promote_straight(hand):
    """A straight, also round the corner from the jack."""
    if [card.value for card in hand.cards] == [14, 13, 12, 11, 2]:
        return Hand(Ranking.STRAIGHT, hand.cards)
    return right_promote_straight(hand)


the_rest(globals())
