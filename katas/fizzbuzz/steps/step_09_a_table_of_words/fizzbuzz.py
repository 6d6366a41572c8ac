"""FizzBuzz."""

WORDS = [
    (3, "Fizz"),
    (5, "Buzz"),
    (7, "Bang"),
]


def say(number):
    """What a player says for a number."""
    words = ""
    for divisor, word in WORDS:
        if number % divisor == 0:
            words += word
    return words or str(number)
