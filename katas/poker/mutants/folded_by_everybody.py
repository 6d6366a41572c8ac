"""Where nobody has a hand left, it crashes.

The highest of nothing is an error, unless somebody says what it is then.

step: 35
theme: marking
needs: mark_results scores
shown by: the marks of A♣
riddle: It cannot bear that nobody plays.
hint: What if everybody folds?
"""

from finished import the_rest


def marks(bests):
    """The marks one by one."""
    winner = max(best for best in bests if best is not None)
    return (mark(best, winner) for best in bests)


the_rest(globals())
