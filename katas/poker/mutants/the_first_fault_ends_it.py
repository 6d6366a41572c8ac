"""A faulty line is an error, and the other lines get no marks.

An error that nobody catches is everybody's error.

step: 54
theme: errors
needs: scores
shown by: the lines 1♣ and 6♣ 6♦ A♣ 3♠ K♠ T♥ 8♦, marked
riddle: All have to pay for one sinner.
hint: A faulty line among good ones.
"""

from finished import the_rest


def read_all(lines, read):
    """What is read from each line; a faulty one is an error."""
    return [read(line) for line in lines], []


the_rest(globals())
