"""Roman numerals, as somebody might solve it in Python: a table to write and count by, a pattern to read."""

import re
import sys

NUMBERS = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1]
LETTERS = ["M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"]
TABLE = list(zip(NUMBERS, LETTERS, strict=True))
NUMERAL = "M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})"


def written(number):
    """A number as a numeral."""
    if not 0 < number < 4000:
        return f"{number} cannot be written"
    numeral = ""
    for value, letters in TABLE:
        while number >= value:
            numeral += letters
            number -= value
    return numeral


def read(numeral):
    """A numeral as a number."""
    if not re.fullmatch(NUMERAL, numeral):
        return f"{numeral} is no numeral"
    number, rest = 0, numeral
    for value, letters in TABLE:
        while rest.startswith(letters):
            number += value
            rest = rest.removeprefix(letters)
    return number


def converted(line):
    """What comes back for a line without the white space around it."""
    if not line:
        return ""
    return written(int(line)) if re.fullmatch("[0-9]+", line) else read(line)


def main():
    sys.stdin.reconfigure(encoding="utf-8")
    sys.stdout.reconfigure(encoding="utf-8")
    for line in sys.stdin:
        print(converted(line.strip()))
