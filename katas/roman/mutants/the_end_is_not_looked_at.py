"""What follows a numeral is not looked at: XIA is 11.

A pattern that has to fit the beginning, and not the whole.

step: 12
theme: what is no numeral
needs: to_number main
shown by: reading XIA
riddle: It is content with a good beginning.
hint: Put something after a numeral.
"""

import re

from finished import the_rest


def to_number(numeral):
    """The number that a numeral stands for with whatever behind it."""
    return right_to_number(re.match("[IVXLCDM]*", numeral)[0] or numeral)


the_rest(globals())
