"""A letter may stand as often as it likes: IIII is 4.

A pattern with a star, where it should count up to three.

step: 12
theme: what is no numeral
needs: to_number main
shown by: reading IIII
riddle: It cannot count up to four.
hint: What may stand three times, and no more?
"""

import re

from finished import the_rest


def to_number(numeral):
    """The number that a numeral stands for; each letter as often as it likes."""
    number = read(numeral)
    pattern = "M*(CM|CD|D?C*)(XC|XL|L?X*)(IX|IV|V?I*)"
    if number not in WRITABLE or not re.fullmatch(pattern, numeral):
        raise ValueError(f"{numeral} is no numeral")
    return number


the_rest(globals())
