"""Spaces around a line belong to it.

The end of the line is taken off, and nothing else.

step: 13
theme: the program
needs: main
shown by: the program, given a line of spaces
riddle: It is pedantic about what cannot be seen.
hint: Put a space somewhere.
"""

from finished import the_rest


def main():
    """Lines on standard input, each converted on standard output; with its spaces."""
    for line in sys.stdin:
        text = line.rstrip("\n")
        print(converted(text) if text else "")


the_rest(globals())
