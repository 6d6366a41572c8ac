"""Only 15 gets Fizz and Buzz; other numbers get Fizz alone.

One example of both words was enough for the room.

step: 6
theme: both words
shown by: saying 30
riddle: It thinks that something happens once.
hint: Which number is the second with both words?
"""

from finished import the_rest


def say(number):
    """What a player says, with both words for 15 alone."""
    words = right_say(number)
    return words if number == 15 else words.replace("FizzBuzz", "Fizz")


the_rest(globals())
