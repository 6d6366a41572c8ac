"""Fizz."""


def say(number):
    """What is said at a number."""
    return "1"
