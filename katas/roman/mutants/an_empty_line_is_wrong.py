"""An empty line is no numeral.

It is handed on like any other.

step: 13
theme: the program
needs: main
shown by: the program, given an empty line
riddle: It says something where nothing is to be said.
hint: Leave a line out, and keep its place.
"""

from finished import the_rest


def main():
    """Lines on standard input, each converted on standard output; empty ones as well."""
    for line in sys.stdin:
        print(converted(line.strip()))


the_rest(globals())
