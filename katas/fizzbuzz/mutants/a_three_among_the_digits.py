"""A number with a 3 in it is Fizz, too.

Some circles play it that way. The statement says that digits do not count.

step: 4
theme: fizz and buzz
shown by: saying 13
riddle: It looks at numbers too closely.
hint: Which numbers look like Fizz, and aren't?
"""

from finished import the_rest


def say(number):
    """What a player says who looks at digits."""
    words = right_say(number)
    if "3" not in str(number) or words.startswith("Fizz"):
        return words
    return "Fizz" if words == str(number) else f"Fizz{words}"


the_rest(globals())
