"""With a high card or a flush the highest card is named, and not the one that decides.

In the first example the two are the same.

step: 77
theme: two hands
needs: showdown
shown by: who wins B: 9♦ 8♣ 7♠ 5♥ 3♦ W: 9♥ 8♠ 7♣ 5♦ 2♥
riddle: It gives the wrong reason for the right verdict.
hint: Let a later card decide, and read why.
"""

from finished import the_rest


def reason(winner, loser):
    """What the winner won with, in the words of the kata."""
    if winner.ranking in NAMED_BY_DECIDING_VALUE:
        return f"{str(winner).lower()}: {value_name(values(winner)[0])}"
    return right_reason(winner, loser)


the_rest(globals())
