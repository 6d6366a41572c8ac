"""A tie counts as a win of the left hand.

If you're not worse, you've won. In the well-known file of a thousand deals there is no tie.

step: 86
theme: two hands
needs: left_wins
shown by: how many of 7♦ 5♣ 4♠ 3♥ 2♦ 7♥ 5♠ 4♣ 3♦ 2♥ are won
riddle: It counts what is not lost.
hint: Which deal does nobody win?
"""

from finished import the_rest


def deal(line):
    """Does the left hand of a deal win, which it does unless it loses?"""
    outcome = right_deal(line)
    return "win" if outcome == "draw" else outcome


the_rest(globals())
