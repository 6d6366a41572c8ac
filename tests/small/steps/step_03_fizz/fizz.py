"""Fizz."""


def say(number):
    """What is said at a number."""
    if number % 3 == 0:
        return "Fizz"
    return str(number)
