"""A number with a 5 in it is Buzz, too.

Some circles play it that way. The statement says that digits do not count.

step: 5
theme: fizz and buzz
shown by: saying 51
riddle: It reads what should be reckoned.
hint: Look for numbers between fifty and sixty.
"""

from finished import the_rest


def say(number):
    """What a player says who looks at digits."""
    words = right_say(number)
    if "5" not in str(number) or "Buzz" in words:
        return words
    if words == str(number):
        return "Buzz"
    return f"{words}Buzz" if words == "Fizz" else words.replace("Bang", "BuzzBang")


the_rest(globals())
