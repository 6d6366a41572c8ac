"""A line without a mark ends in a space.

A line, a space and a mark: also where there is no mark.

step: 50
theme: marking
needs: scores
shown by: the lines A♣, marked
riddle: What it adds cannot be seen.
hint: Compare a line that gets no mark, character by character.
"""

from finished import the_rest


def marked_lines(lines, results):
    """Each line with the mark of its best hand, or with none."""
    for line, result in zip(right_marked_lines(lines, results), results):
        end = line[len(line.rstrip("\r\n")) :]
        yield line if result else f"{line.removesuffix(end)} {end}"


the_rest(globals())
