"""A line of six cards gets no mark, but the others have to beat it.

Six cards can make a hand, and only when the line is written does it matter that it's folded.

step: 50
theme: marking
needs: scores
shown by: the lines 6♠ 5♠ 4♠ 3♠ 2♠ A♦ and 6♣ 6♦ A♣ 3♠ K♠ T♥ 8♦, marked
riddle: The dead still play.
hint: Let somebody fold who would have won.
"""

from finished import the_rest


def best_of(line):
    """The best hand of a line of cards; of six cards it has all of them, and is folded."""
    found = cards(line)
    if len(found) != 6:
        return best(found)
    six = max(map(hand, combinations(found, 5)))
    return Hand(six.ranking, [*six.cards, min(found)])


def mark_of(result, winner):
    """The mark of one result: a hand, or None."""
    return "" if result and len(result.cards) == 6 else right_mark_of(result, winner)


the_rest(globals())
