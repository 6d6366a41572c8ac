"""Two hands without names are Black's and White's.

In the samples it is always Black against White: who else could it be?

step: 71
theme: two hands
needs: showdown
shown by: who wins 5♦ 4♣ 3♠ 2♥ 7♥ 6♠ 5♣ 4♦ 3♥ 2♠
riddle: It needs no introduction.
hint: Leave something out of the line that is no card.
"""

from finished import the_rest


def showdown(line):
    """Who wins a line of two hands, and with what."""
    if ":" in line:
        return right_showdown(line)
    words = line.split()
    return right_showdown(f"Black: {' '.join(words[:5])} White: {' '.join(words[5:])}")


the_rest(globals())
