"""Roman numerals."""

TABLE = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
]


def to_roman(number):
    """The numeral that stands for a number."""
    if number not in range(1, 4000):
        raise ValueError(f"{number} cannot be written")
    numeral = ""
    for value, letters in TABLE:
        while number >= value:
            numeral += letters
            number -= value
    return numeral


def to_number(numeral):
    """The number that a numeral stands for."""
    return 1
