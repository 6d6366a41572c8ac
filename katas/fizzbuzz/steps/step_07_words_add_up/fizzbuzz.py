"""FizzBuzz."""


def say(number):
    """What a player says for a number."""
    words = ""
    if number % 3 == 0:
        words += "Fizz"
    if number % 5 == 0:
        words += "Buzz"
    return words or str(number)
