"""Every number is one.

The fake was left where it was.

step: 1
theme: counting
shown by: saying 2
riddle: It counts, and does not get far.
hint: What comes after one?
"""

from finished import the_rest


def say(number):
    """What is said at a number."""
    return "1" if number % 3 else right_say(number)


the_rest(globals())
