"""Scores of nothing are left out.

A zero is false, and was taken for no answer.

step: 16
theme: the program
needs: main
shown by: the program, given 1 2 3 4 6 pair
riddle: It keeps bad news to itself.
hint: Throw something that scores nothing.
"""

from finished import the_rest


def main():
    """The scores of all throws that have one."""
    for line in sys.stdin:
        words = line.split()
        dice = [int(word) for word in words[:5]]
        points = score(dice, " ".join(words[5:]))
        if points:
            print(points)


the_rest(globals())
