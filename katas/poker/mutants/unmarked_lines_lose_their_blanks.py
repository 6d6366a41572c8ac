"""A line without a mark loses the blanks at its end.

All lines are stripped alike, and then some of them get a mark.

step: 89
theme: marking
needs: scores main
shown by: the program, given A♣·
riddle: It tidies up where nobody has asked it to.
hint: Somebody has folded, and leaned on the space bar.
"""

from finished import the_rest


def marked_lines(lines, results):
    """Each line with its mark, and no blanks at the ends of the others."""
    for line in right_marked_lines(lines, results):
        text = line.rstrip("\r\n")
        yield text.rstrip() + line[len(text) :]


def scores(lines):
    """Each line of cards, followed by its mark; a faulty one as it is."""
    results, _ = read_all(lines, best_of)
    return list(marked_lines(lines, results))


the_rest(globals())
