"""Only the first line is said.

One line is read, and the loop is forgotten.

step: 10
theme: the program
needs: main
shown by: the program, given 1 and 2
riddle: It has no patience.
hint: Give it two lines.
"""

from finished import the_rest


def main():
    """The first line of standard input, said."""
    for line in sys.stdin:
        print(say(int(line)))
        break


the_rest(globals())
