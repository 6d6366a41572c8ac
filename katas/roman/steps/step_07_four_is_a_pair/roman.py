"""Roman numerals."""

TABLE = [
    (1000, "M"),
    (500, "D"),
    (100, "C"),
    (50, "L"),
    (10, "X"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
]


def to_roman(number):
    """The numeral that stands for a number."""
    numeral = ""
    for value, letters in TABLE:
        while number >= value:
            numeral += letters
            number -= value
    return numeral
