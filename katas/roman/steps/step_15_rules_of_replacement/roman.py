"""Roman numerals."""

import re
import sys

WRITABLE = range(1, 4000)
SHORTER = [
    ("IIIII", "V"),
    ("VV", "X"),
    ("XXXXX", "L"),
    ("LL", "C"),
    ("CCCCC", "D"),
    ("DD", "M"),
    ("DCCCC", "CM"),
    ("CCCC", "CD"),
    ("LXXXX", "XC"),
    ("XXXX", "XL"),
    ("VIIII", "IX"),
    ("IIII", "IV"),
]


def to_roman(number):
    """The numeral that stands for a number."""
    if number not in WRITABLE:
        raise ValueError(f"{number} cannot be written")
    numeral = "I" * number
    for long, short in SHORTER:
        numeral = numeral.replace(long, short)
    return numeral


def to_number(numeral):
    """The number that a numeral stands for."""
    number = read(numeral)
    if number not in WRITABLE or to_roman(number) != numeral:
        raise ValueError(f"{numeral} is no numeral")
    return number


def read(numeral):
    """How many strokes a text is worth, with every rule taken back."""
    for long, short in reversed(SHORTER):
        numeral = numeral.replace(short, long)
    return len(numeral)


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
