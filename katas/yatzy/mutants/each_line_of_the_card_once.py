"""A category that comes again scores nothing.

In a whole game each line of the card is filled once.

step: 16
theme: the program
needs: main
shown by: the program, given a pair and another pair
riddle: It has a long memory.
hint: Ask for the same thing twice.
"""

from finished import the_rest


def main():
    """The score of each throw, and each category once."""
    used = set()
    for line in sys.stdin:
        words = line.split()
        dice = [int(word) for word in words[:5]]
        category = " ".join(words[5:])
        print(0 if category in used else score(dice, category))
        used.add(category)


the_rest(globals())
