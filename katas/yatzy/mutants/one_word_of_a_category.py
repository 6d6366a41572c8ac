"""Of a category with several words, the first word alone is read.

Each line was thought to have six words.

step: 16
theme: the program
needs: main
shown by: the program, given 3 3 5 4 5 two pairs
riddle: It stops listening too early.
hint: Say more than one word after the dice.
"""

from finished import the_rest


def main():
    """Each throw, with the first word of its category."""
    for line in sys.stdin:
        words = line.split()
        dice = [int(word) for word in words[:5]]
        print(score(dice, words[5]))


the_rest(globals())
