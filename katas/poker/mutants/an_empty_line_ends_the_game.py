"""An empty line ends a game: the lines below it have a winner of their own.

An empty line is put between two games, where there are two.

step: 50
theme: marking
needs: scores
shown by: the lines 6♣ 4♦ A♣ 3♠ K♠ T♦ 8♣ and nothing and 6♣ 6♦ A♣ 3♠ K♠ T♥ 8♦, marked
riddle: It sees a wall where nothing is.
hint: Who wins, if something without cards stands between the players?
"""

from finished import the_rest


def marked_lines(lines, results):
    """Each line with the mark of its best hand in its own game."""
    pairs = list(zip(lines, results))
    for _, game in groupby(pairs, key=lambda pair: not pair[0].strip()):
        yield from right_marked_lines(*map(list, zip(*game)))


def scores(lines):
    """Each line of cards, followed by its mark; a faulty one as it is."""
    results, _ = read_all(lines, best_of)
    return list(marked_lines(lines, results))


the_rest(globals())
