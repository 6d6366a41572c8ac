"""A last line that does not end is lost.

The text is cut at its line ends, and the last piece is thrown away because it is empty; mostly.

step: 13
theme: the program
needs: main
shown by: the program, given I without a line end
riddle: It hears only what you have finished.
hint: Stop in the middle of the last line.
"""

from finished import the_rest


def main():
    """Lines on standard input, each converted on standard output; those with an end."""
    for line in sys.stdin.read().split("\n")[:-1]:
        text = line.strip()
        print(converted(text) if text else "")


the_rest(globals())
