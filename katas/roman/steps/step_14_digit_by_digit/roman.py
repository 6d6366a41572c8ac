"""Roman numerals."""

import re
import sys

WRITABLE = range(1, 4000)
PLACES = [
    ["", "M", "MM", "MMM"],
    ["", "C", "CC", "CCC", "CD", "D", "DC", "DCC", "DCCC", "CM"],
    ["", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX", "XC"],
    ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"],
]
NUMERAL = re.compile("".join(f"({'|'.join(place)})" for place in PLACES))


def to_roman(number):
    """The numeral that stands for a number."""
    if number not in WRITABLE:
        raise ValueError(f"{number} cannot be written")
    digits = f"{number:04}"
    return "".join(row[int(digit)] for row, digit in zip(PLACES, digits))


def to_number(numeral):
    """The number that a numeral stands for."""
    found = NUMERAL.fullmatch(numeral)
    if not found or not numeral:
        raise ValueError(f"{numeral} is no numeral")
    digits = [row.index(part) for row, part in zip(PLACES, found.groups())]
    return int("".join(map(str, digits)))


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
