"""Where the last line has no line end, its last letter is lost.

The line end is cut off without a look at it.

step: 16
theme: the program
needs: main
shown by: the program, given 4 4 4 4 2 pair without a line end
riddle: It always takes something away.
hint: Which line is different from all others?
"""

from finished import the_rest


def main():
    """The score of each throw, of lines without their last character."""
    for line in sys.stdin:
        words = line[:-1].split()
        dice = [int(word) for word in words[:5]]
        print(score(dice, " ".join(words[5:])))


the_rest(globals())
