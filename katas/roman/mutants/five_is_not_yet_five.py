"""A letter is written only for more than it is worth.

Greater, where greater or equal is meant.

step: 3
theme: letters
shown by: writing 4
riddle: It knows the letters and waits too long with each.
hint: Try the numbers that are one letter.
"""

from finished import the_rest


def to_roman(number):
    """The numeral that stands for a number; each letter a little late."""
    if number not in WRITABLE:
        raise ValueError(f"{number} cannot be written")
    numeral = ""
    for value, letters in TABLE:
        while number > value or number == value == 1:
            numeral += letters
            number -= value
    return numeral


the_rest(globals())
