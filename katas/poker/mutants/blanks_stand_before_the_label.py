"""Blanks at the end of a line stay, and a blank and the label follow.

A line, a blank and a mark: what the line ends with, nobody sees.

step: 89
theme: marking
needs: scores main
shown by: the program, given 6♣ 6♦ A♣ 3♠ K♠ T♥ 8♦·
riddle: It leaves a gap that nobody sees in the file.
hint: End a line of seven cards with a blank.
"""

from finished import the_rest


def marked_lines(lines, results):
    """Each line with a blank and its mark, behind all that stands on it."""
    for line, mark in zip(lines, mark_results(results)):
        text = line.rstrip("\r\n")
        yield f"{text} {mark}{line[len(text) :]}" if mark else line


def scores(lines):
    """Each line of cards, followed by its mark; a faulty one as it is."""
    results, _ = read_all(lines, best_of)
    return list(marked_lines(lines, results))


the_rest(globals())
