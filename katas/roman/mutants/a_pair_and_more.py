"""After a pair its letters may go on: IXI is 10, and IVI is 5.

A pattern in which the strokes stand after the brackets, and not inside.

step: 12
theme: what is no numeral
needs: to_number main
shown by: reading IVI
riddle: It does not know when a place is full.
hint: Put a letter after a pair.
"""

import re

from finished import the_rest


def to_number(numeral):
    """The number that a numeral stands for; a pair may have more behind it."""
    number = read(numeral)
    pattern = "M{0,3}(CM|CD|D?)C{0,3}(XC|XL|L?)X{0,3}(IX|IV|V?)I{0,3}"
    if number not in WRITABLE or not re.fullmatch(pattern, numeral):
        raise ValueError(f"{numeral} is no numeral")
    return number


the_rest(globals())
