"""Where nobody has a hand there is one mark, however many lines there are.

The first test had a single player, without a hand. The fake that made it green is still there.

step: 47
theme: marking
needs: mark_results scores
shown by: the marks of A♣ and K♣
riddle: It counts those who stay, and not those who go.
hint: What if everybody folds, and there are two of them?
"""

from finished import the_rest


def mark_results(results):
    """A mark for each result."""
    if all(one is None for one in results):
        return [""]
    return right_mark_results(results)


the_rest(globals())
