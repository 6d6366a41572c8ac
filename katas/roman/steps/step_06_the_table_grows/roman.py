"""Roman numerals."""

TABLE = [
    (1000, "M"),
    (500, "D"),
    (100, "C"),
    (50, "L"),
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
