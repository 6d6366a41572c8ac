"""Of tens there is never more than one.

An if, where a while is needed: five comes once at most, and ten was written likewise.

step: 4
theme: letters
shown by: writing 20
riddle: A letter that may be repeated comes only once.
hint: Go on from the first number with two of the letter X.
"""

from finished import the_rest


def to_roman(number):
    """The numeral that stands for a number."""
    if number not in WRITABLE:
        raise ValueError(f"{number} cannot be written")
    numeral = ""
    for value, letters in TABLE:
        count = number // value if value != 10 else min(number // value, 1)
        numeral += count * letters
        number -= count * value
    return numeral


the_rest(globals())
