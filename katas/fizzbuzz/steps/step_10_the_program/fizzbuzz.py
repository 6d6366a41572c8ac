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
    """Numbers on standard input, each said on standard output."""
    for line in sys.stdin:
        print(say(int(line)))


if __name__ == "__main__":
    main()
