"""Of a category with more than two words, the first two are read.

The longest category that somebody had tried has two words.

step: 16
theme: the program
needs: main
shown by: the program, given 2 2 5 2 2 four of a kind
riddle: It listens longer than others, and not long enough.
hint: Which category has the longest name?
"""

from finished import the_rest


def main():
    """Each throw, with two words of its category."""
    for line in sys.stdin:
        words = line.split()
        dice = [int(word) for word in words[:5]]
        print(score(dice, " ".join(words[5:7])))


the_rest(globals())
