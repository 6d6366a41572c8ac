"""A pair may follow its five: VIV is 9.

A pattern in which the five stands before the brackets, and not inside.

step: 12
theme: what is no numeral
needs: to_number main
shown by: reading VIV
riddle: It adds a pair where there is no room for one.
hint: Which letter can a pair not follow?
"""

import re

from finished import the_rest


def to_number(numeral):
    """The number that a numeral stands for; a pair may follow its five."""
    number = read(numeral)
    pattern = "M{0,3}D?(CM|CD|C{0,3})L?(XC|XL|X{0,3})V?(IX|IV|I{0,3})"
    if number not in WRITABLE or not re.fullmatch(pattern, numeral):
        raise ValueError(f"{numeral} is no numeral")
    return number


the_rest(globals())
