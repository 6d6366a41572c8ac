"""Empty lines are left out.

A line with nothing in it is skipped, and so is what should come back for it.

step: 13
theme: the program
needs: main
shown by: the program, given an empty line
riddle: It closes gaps.
hint: Count the lines.
"""

from finished import the_rest


def main():
    """Lines on standard input, each converted on standard output; without empty ones."""
    for line in sys.stdin:
        if text := line.strip():
            print(converted(text))


the_rest(globals())
