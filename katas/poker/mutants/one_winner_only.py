"""Of two equal winners only the first is marked.

It looks for the place of the highest hand, and that's one place.

step: 49
theme: marking
needs: mark_results scores
shown by: the marks of 6♣ 6♦ A♣ 3♠ K♠ T♥ 8♦ and 6♣ 6♦ A♣ 3♠ K♠ T♥ 8♦
riddle: It stops looking when it has found one, and there are more.
hint: What if two players have the same?
"""

from finished import the_rest


def mark_results(results):
    """A mark for each result; the first of the highest ones is the winner."""
    found = right_mark_results(results)
    first = next((n for n, mark in enumerate(found) if mark.endswith("(winner)")), None)
    return [m if n == first else m.removesuffix(" (winner)") for n, m in enumerate(found)]


the_rest(globals())
