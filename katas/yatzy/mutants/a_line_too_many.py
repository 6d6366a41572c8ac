"""There is an empty line at the end.

All scores are joined to a text with an end of its own, and then this text is printed.

step: 16
theme: the program
needs: main
shown by: the program, given nothing
riddle: It can't find its end.
hint: Count what comes out when nothing goes in.
"""

from finished import the_rest


def main():
    """The score of each throw, and one line more."""
    right_main()
    print()


the_rest(globals())
