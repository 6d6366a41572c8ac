"""Faulty lines are counted without the empty ones.

Empty lines are taken away first, and then the others have numbers.

step: 59
theme: errors
needs: main
shown by: the program, given ␊1♣
riddle: It points a line or two too high.
hint: What number does a faulty line get below an empty one?
"""

from finished import the_rest


def read_all(lines, read):
    """What is read from each line; the faulty ones are counted without the empty ones."""
    lines = list(lines)
    results, faults = right_read_all([line for line in lines if line.strip()], read)
    left = iter(results)
    return [next(left) if line.strip() else None for line in lines], faults


the_rest(globals())
