"""The program says the numbers of its lines: 1, 2, 3 and so on.

Numbers usually come in order, so the first examples look right.

step: 10
theme: the program
needs: main
shown by: the program, given 2
riddle: It knows better what comes next.
hint: Give it numbers in another order.
"""

from finished import the_rest


def main():
    """The number of each line, said."""
    for number, _ in enumerate(sys.stdin, start=1):
        print(say(number))


the_rest(globals())
