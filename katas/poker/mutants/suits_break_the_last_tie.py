"""Where all values are equal the suits decide.

A first stab in Haskell. A footnote wonders which order of suits is right. None is.

step: 52
theme: ties
shown by: 8♦ 6♣ 4♠ 3♥ 2♦ against 2♦ 4♣ 6♠ 8♥ 3♦
riddle: It cannot bear that nobody wins.
hint: The same five values in other suits.
"""

from finished import the_rest


def hand(cards):
    """A ranking, the cards, and after them their suits."""
    ranking, cards = right_hand(cards)
    by_value = sorted(cards, key=lambda card: (card.value, SUITS.index(card.suit)), reverse=True)
    return Hand(ranking, cards + [Card(SUITS.index(card.suit), "") for card in by_value])


the_rest(globals())
