"""Where nobody has a hand there is one mark, however many lines there are.

The first test had a single player, without a hand. The fake that made it green is still there.

step: 35
theme: marking
needs: mark_results scores
shown by: the marks of A♣ and K♣
riddle: It counts those who stay, and not those who go.
hint: What if everybody folds, and there are two of them?
"""

from finished import the_rest


def marks(bests):
    """The marks one by one."""
    if all(best is None for best in bests):
        return [""]
    return right_marks(bests)


the_rest(globals())
