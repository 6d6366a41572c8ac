"""A line without a mark loses the blanks at its end.

All lines are stripped alike, and then some of them get a mark.

step: 51
theme: marking
needs: scores main
shown by: the program, given A♣·
riddle: It tidies up where nobody has asked it to.
hint: Somebody has fold, and has leant on the space bar.
"""

from finished import the_rest


def marked(lines, bests):
    """Each line with its mark, and no blanks at the ends of the others."""
    for line in right_marked(lines, bests):
        text = line.rstrip("\r\n")
        yield text.rstrip() + line[len(text) :]


def scores(lines):
    """Each line of cards, followed by its mark; a faulty one as it is."""
    bests, _ = judge(lines, best_of)
    return list(marked(lines, bests))


the_rest(globals())
