"""Where a later kicker decides, the first one is named.

In the example the first kicker decides.

step: 79
theme: two hands
needs: showdown
shown by: who wins B: 3♦ 3♣ 6♠ 4♥ 2♦ W: 3♥ 3♠ 6♣ 5♦ 2♥
riddle: It thanks the wrong helper.
hint: Equal pairs with an equal kicker.
"""

from finished import the_rest


def reason(winner, loser):
    """What the winner won with, in the words of the kata."""
    made, kicker, _ = right_reason(winner, loser).partition(", kicker: ")
    if not kicker:
        return made
    first = next(one.value for one in winner.cards if winner.cards.count(one) == 1)
    return f"{made}{kicker}{value_name(first)}"


the_rest(globals())
