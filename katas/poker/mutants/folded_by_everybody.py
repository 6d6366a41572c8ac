"""Where nobody has a hand left, it crashes.

The highest of nothing is an error, unless you say what it should be.

step: 46
theme: marking
needs: mark_results scores
shown by: the marks of A♣
riddle: It cannot bear that nobody plays.
hint: What if everybody folds?
"""

from finished import the_rest


def mark_results(results):
    """A mark for each result."""
    winner = max(one for one in results if one is not None)
    return [mark_of(result, winner) for result in results]


the_rest(globals())
