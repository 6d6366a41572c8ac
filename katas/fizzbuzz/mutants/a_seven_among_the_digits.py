"""A number with a 7 in it is Bang, too.

Some circles play it that way. The statement says that digits do not count.

step: 8
theme: a third word
shown by: saying 17
riddle: It sees things.
hint: Which numbers look like Bang, and aren't?
"""

from finished import the_rest


def say(number):
    """What a player says who looks at digits."""
    words = right_say(number)
    if "7" not in str(number) or words.endswith("Bang"):
        return words
    return "Bang" if words == str(number) else f"{words}Bang"


the_rest(globals())
