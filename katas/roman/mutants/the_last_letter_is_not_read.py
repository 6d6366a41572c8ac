"""The last letter of a numeral is not counted.

A loop over neighbours ends one letter early, and nobody adds the last one.

step: 10
theme: reading
needs: to_number main
shown by: reading I
riddle: It does not hear you out.
hint: The shortest numerals show it best.
"""

from finished import the_rest


def to_number(numeral):
    """The number that a numeral stands for, without its end."""
    right_to_number(numeral)
    return read(numeral[:-1])


the_rest(globals())
