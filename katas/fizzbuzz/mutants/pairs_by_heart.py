"""Bang joins other words for 21, 35 and 105 only.

The examples were written down as they came.

step: 8
theme: a third word
shown by: saying 42
riddle: It has learnt the examples, and not the rule.
hint: Take an example, and double it.
"""

from finished import the_rest


def say(number):
    """What a player says, with Bang joined by heart."""
    words = right_say(number)
    return words if number in (7, 21, 35, 105) or words == "Bang" else words.removesuffix("Bang")


the_rest(globals())
