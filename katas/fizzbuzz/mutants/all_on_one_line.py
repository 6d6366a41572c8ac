"""All answers are on one line.

They are collected, and joined by spaces.

step: 10
theme: the program
needs: main
shown by: the program, given nothing
riddle: It would fit on a ribbon.
hint: Count the lines that go in and those that come out.
"""

from finished import the_rest


def main():
    """All lines of standard input, said on one line."""
    print(*[say(int(line)) for line in sys.stdin])


the_rest(globals())
