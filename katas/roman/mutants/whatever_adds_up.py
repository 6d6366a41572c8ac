"""Whatever adds up to a number is a numeral: IIII is 4, and IC is 1.

It reads what it knows and leaves the rest; that something could be wrong did not come up.

step: 12
theme: what is no numeral
needs: to_number main
shown by: reading IL
riddle: It believes you.
hint: Write something that nobody would carve in stone.
"""

from finished import the_rest


def to_number(numeral):
    """The number that a numeral stands for; whatever the text."""
    number = read(numeral)
    if number not in WRITABLE:
        raise ValueError(f"{numeral} is no numeral")
    return number


the_rest(globals())
