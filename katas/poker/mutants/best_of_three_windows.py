"""The best of seven cards is looked for in three windows of five neighbours.

The three tests that were there then have their pairs side by side.

step: 45
theme: best of seven
needs: best scores
shown by: the best of 7♠ 5♥ 4♦ 3♠ 2♥ K♦ A♣
riddle: It looks out of three windows.
hint: There are 21 ways to leave two cards out. Which do your lines need?
"""

from finished import the_rest


def best(cards):
    """The best hand of five neighbours of seven cards."""
    fives = [cards[0:5], cards[1:6], cards[2:7]]
    return max(hand(five) for five in fives) if right_best(cards) else None


the_rest(globals())
