"""A numeral has one pair, the largest; what is left is written without any.

A search for a pair that ends with the first one it finds.

step: 8
theme: pairs
shown by: writing 44
riddle: One exception at a time is all that it allows.
hint: Take a number with a 4 or a 9 in two places.
"""

from finished import the_rest


def to_roman(number):
    """The numeral that stands for a number, with one pair."""
    if number not in WRITABLE:
        raise ValueError(f"{number} cannot be written")
    numeral, pairs = "", 0
    for value, letters in TABLE:
        while number >= value and (len(letters) == 1 or not pairs):
            numeral += letters
            number -= value
            pairs += len(letters) == 2
    return numeral


the_rest(globals())
