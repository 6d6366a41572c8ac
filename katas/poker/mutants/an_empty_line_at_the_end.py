"""The program prints an empty line after the last one.

Poker Hand's program ends every line, and then the whole text once more.

step: 51
theme: marking
needs: main
shown by: the program, given A♣
riddle: It says nothing, once more than it should.
hint: Run the program, and compare all that it prints.
"""

from finished import the_rest


def main():
    """Marked lines on standard output, and an end."""
    status = right_main()
    print()
    return status


the_rest(globals())
