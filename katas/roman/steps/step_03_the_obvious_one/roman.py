"""Roman numerals."""


def to_roman(number):
    """The numeral that stands for a number."""
    if number >= 5:
        return "V" + "I" * (number - 5)
    return "I" * number
