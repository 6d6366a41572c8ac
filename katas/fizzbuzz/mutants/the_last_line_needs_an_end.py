"""Where the last line has no line end, its last digit is lost.

The line end is cut off without a look at it.

step: 10
theme: the program
needs: main
shown by: the program, given 12 without a line end
riddle: It always takes something away.
hint: Which line is different from all others?
"""

from finished import the_rest


def main():
    """Lines of standard input, said, each without its last character."""
    for line in sys.stdin:
        print(say(int(line[:-1] or 1)))


the_rest(globals())
