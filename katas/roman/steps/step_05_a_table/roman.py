"""Roman numerals."""

TABLE = [
    (10, "X"),
    (5, "V"),
    (1, "I"),
]


def to_roman(number):
    """The numeral that stands for a number."""
    numeral = ""
    for value, letter in TABLE:
        while number >= value:
            numeral += letter
            number -= value
    return numeral
