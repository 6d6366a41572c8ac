"""Fizz."""


def say(number):
    """What is said at a number."""
    return "Fizz" if divisible(number, 3) else str(number)


def divisible(number, by):
    """Is nothing left?"""
    return number % by == 0
