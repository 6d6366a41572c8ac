"""What is no card is written to standard error as it is, control characters and all.

A complaint repeats the word that it is about, whatever is in it.

step: 90
theme: errors
needs: main
shown by: the program, given A␛
riddle: It lets a stranger hold the pen.
hint: A word that a terminal obeys, on a faulty line.
"""

from finished import the_rest


def escaped(fault):
    """A fault as it is."""
    return str(fault)


the_rest(globals())
