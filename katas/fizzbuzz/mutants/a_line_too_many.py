"""There is an empty line at the end.

All answers are joined to a text with an end of its own, and then this text is printed.

step: 10
theme: the program
needs: main
shown by: the program, given nothing
riddle: It can't find its end.
hint: Count what comes out when little goes in.
"""

from finished import the_rest


def main():
    """Lines of standard input, said; and one more."""
    right_main()
    print()


the_rest(globals())
