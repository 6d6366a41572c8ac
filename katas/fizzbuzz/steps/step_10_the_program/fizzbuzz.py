"""FizzBuzz."""

import sys

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


def main():
    """A number on each line of standard input; what a player says, on standard output."""
    for line in sys.stdin:
        print(say(int(line)))


if __name__ == "__main__":
    main()
