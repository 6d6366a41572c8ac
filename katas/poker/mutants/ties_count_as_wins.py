"""A tie counts as a win of the left hand.

Whoever is not worse has won. In the well-known file of a thousand deals there is no tie.

step: 43
theme: two hands
needs: left_wins
shown by: how many of 7♦ 5♣ 4♠ 3♥ 2♦ 7♥ 5♠ 4♣ 3♦ 2♥ are won
riddle: It counts what is not lost.
hint: Which deal does nobody win?
"""

from finished import the_rest


def left_wins(lines):
    """How many deals of ten cards the left hand does not lose, or a CardError."""
    numbered = enumerate(lines, start=1)
    return sum(deal(number, line) != "lose" for number, line in numbered)


the_rest(globals())
