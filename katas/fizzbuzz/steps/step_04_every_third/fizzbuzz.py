"""FizzBuzz."""


def say(number):
    """What a player says for a number."""
    if number % 3 == 0:
        return "Fizz"
    return str(number)
