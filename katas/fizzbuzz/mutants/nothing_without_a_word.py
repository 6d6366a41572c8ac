"""For a number without a word it says nothing.

The words are put together, and what happens without any is forgotten.

step: 1
theme: numbers
shown by: saying 1
riddle: It likes to keep quiet.
hint: Ask for a number that has no word.
"""

from finished import the_rest


def say(number):
    """The words for a number, and nothing else."""
    return "".join(word for divisor, word in WORDS if number % divisor == 0)


the_rest(globals())
