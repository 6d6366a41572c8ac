"""The program prints an empty line at the end.

All lines are joined to a text with an end of its own, and then this text is printed.

step: 13
theme: the program
needs: main
shown by: the program, given nothing
riddle: It says nothing, once more than it should.
hint: Give it nothing at all.
"""

from finished import the_rest


def main():
    """Lines on standard input, each converted on standard output; and one more."""
    right_main()
    print()


the_rest(globals())
