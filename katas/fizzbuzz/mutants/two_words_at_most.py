"""105 and its multiples get two words.

There is a line for each pair of words, and none for all three.

step: 8
theme: a third word
shown by: saying 105
riddle: It can't count to three.
hint: Multiply all that you have.
"""

from finished import the_rest


def say(number):
    """Two words for a number at most."""
    words = right_say(number)
    return "FizzBuzz" if words == "FizzBuzzBang" else words


the_rest(globals())
