"""Any letter may stand before any larger one and is taken away: IC is 99, and VX is 5.

That a smaller letter before a larger one is taken away is half of the rule; the other half is which ones.

step: 12
theme: what is no numeral
needs: to_number main
shown by: reading IL
riddle: It knows how to take away, and not what from.
hint: Which two letters never stand side by side?
"""

from finished import the_rest


def to_number(numeral):
    """The number that a numeral stands for; any pair will do."""
    values = dict(zip("IVXLCDM", [1, 5, 10, 50, 100, 500, 1000]))
    match [values.get(letter, 0) for letter in numeral]:
        case [small, large] if 0 < small < large:
            return large - small
    return right_to_number(numeral)


the_rest(globals())
