"""Roman numerals."""

import re
import sys

WRITABLE = range(1, 4000)
TABLE = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
]


def to_roman(number):
    """The numeral that stands for a number."""
    if number not in WRITABLE:
        raise ValueError(f"{number} cannot be written")
    numeral = ""
    for value, letters in TABLE:
        while number >= value:
            numeral += letters
            number -= value
    return numeral


def to_number(numeral):
    """The number that a numeral stands for."""
    number = read(numeral)
    if number not in WRITABLE or to_roman(number) != numeral:
        raise ValueError(f"{numeral} is no numeral")
    return number


def read(numeral):
    """What the table finds in a text, added up."""
    number = 0
    for value, letters in TABLE:
        while numeral.startswith(letters):
            number += value
            numeral = numeral.removeprefix(letters)
    return number


def converted(text):
    """A number as a numeral or a numeral as a number; or what is wrong."""
    try:
        if re.fullmatch("[0-9]+", text):
            return to_roman(int(text))
        return str(to_number(text))
    except ValueError as fault:
        return str(fault)


def main():
    """Lines on standard input, each converted on standard output."""
    for line in sys.stdin:
        text = line.strip()
        print(converted(text) if text else "")


if __name__ == "__main__":
    main()
