"""No names but Black and White are accepted.

That's what the players are called in all examples.

step: 75
theme: two hands
needs: showdown
shown by: who wins B: 7♦ 5♣ 4♠ 3♥ 2♦ W: 7♥ 5♠ 4♣ 3♦ 2♥
riddle: It plays with two people only.
hint: Who else may sit at the table?
"""

from finished import the_rest


def showdown(line):
    """Who wins a line of two hands, of Black and White."""
    if "Black" not in line or "White" not in line:
        raise CardError("two named hands are needed: Black: … White: …")
    return right_showdown(line)


the_rest(globals())
