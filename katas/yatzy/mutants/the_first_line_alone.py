"""Only the first line is scored.

One line is read, and the loop is forgotten.

step: 16
theme: the program
needs: main
shown by: the program, given two lines
riddle: It has no patience.
hint: Give it two lines.
"""

from finished import the_rest


def main():
    """The score of the first throw."""
    for line in sys.stdin:
        words = line.split()
        dice = [int(word) for word in words[:5]]
        print(score(dice, " ".join(words[5:])))
        break


the_rest(globals())
