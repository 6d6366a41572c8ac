"""A number with Bang gets no other word.

The new rule was written above the others, and ends the function.

step: 8
theme: a third word
shown by: saying 21
riddle: It is so loud that nothing else is heard.
hint: Which numbers have more than Bang?
"""

from finished import the_rest


def say(number):
    """What a player says, with Bang and nothing else."""
    return "Bang" if number % 7 == 0 else right_say(number)


the_rest(globals())
