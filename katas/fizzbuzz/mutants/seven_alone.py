"""Of all numbers, only 7 is Bang, and no other has Bang in it.

Bang was faked, and one example was enough for the room.

step: 8
theme: a third word
shown by: saying 14
riddle: It makes a noise once.
hint: Which number is the second Bang?
"""

from finished import the_rest


def say(number):
    """What a player says, with Bang for 7 alone."""
    words = right_say(number)
    return words if number == 7 else words.removesuffix("Bang") or str(number)


the_rest(globals())
