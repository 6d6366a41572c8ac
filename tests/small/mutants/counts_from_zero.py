"""It counts from zero.

The habit of lists: the first of anything is 0.

step: 1
theme: counting
shown by: saying 1
riddle: It is always one behind.
hint: What is said first?
"""

from finished import the_rest


def say(number):
    """What is said at a number."""
    return right_say(number - 1)


the_rest(globals())
