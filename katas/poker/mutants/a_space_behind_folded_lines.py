"""A line without a mark ends in a space.

A line, a space and a mark: also where there is no mark.

step: 35
theme: marking
needs: scores
shown by: the lines A♣, marked
riddle: What it adds cannot be seen.
hint: Compare a line that gets no mark, sign by sign.
"""

from finished import the_rest


def marked(lines, bests):
    """Each line with the mark of its best hand."""
    return [f"{line} {mark}" for line, mark in zip(lines, mark_results(bests))]


the_rest(globals())
