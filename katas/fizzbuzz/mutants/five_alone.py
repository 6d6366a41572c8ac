"""Of all numbers without Fizz, only 5 is Buzz.

Buzz was faked, and one example was enough for the room.

step: 5
theme: fizz and buzz
shown by: saying 10
riddle: It has met one of a family.
hint: Which number is the second Buzz?
"""

from finished import the_rest


def say(number):
    """What a player says, but for the multiples of 5."""
    words = right_say(number)
    return str(number) if words == "Buzz" and number != 5 else words


the_rest(globals())
