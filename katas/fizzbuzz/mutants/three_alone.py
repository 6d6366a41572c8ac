"""Of all numbers, only 3 is Fizz.

The first fake of Fizz was never taken away.

step: 4
theme: fizz and buzz
shown by: saying 6
riddle: It knows one number by heart.
hint: The first one has its word. And the next?
"""

from finished import the_rest


def say(number):
    """What a player says, but for the multiples of 3."""
    words = right_say(number)
    return words if number == 3 else words.removeprefix("Fizz") or str(number)


the_rest(globals())
