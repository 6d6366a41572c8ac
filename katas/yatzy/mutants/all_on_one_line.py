"""All scores are written on one line.

They were joined by spaces, as the dice are.

step: 16
theme: the program
needs: main
shown by: the program, given two lines
riddle: It doesn't know when to stop a line.
hint: Look at the shape of what it writes.
"""

from finished import the_rest


def main():
    """The scores of all throws, on a line."""
    scores = []
    for line in sys.stdin:
        words = line.split()
        dice = [int(word) for word in words[:5]]
        scores.append(score(dice, " ".join(words[5:])))
    if scores:
        print(*scores)


the_rest(globals())
