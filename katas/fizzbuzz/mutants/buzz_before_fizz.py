"""The words are said backwards, with Buzz before Fizz.

The rule for five was written above the one for three.

step: 6
theme: both words
shown by: saying 15
riddle: It starts at the wrong end.
hint: Which of two words is said first?
"""

from finished import the_rest


def say(number):
    """The words for a number, the last one first."""
    words = ""
    for divisor, word in WORDS:
        if number % divisor == 0:
            words = word + words
    return words or str(number)


the_rest(globals())
