"""Two letters may be taken away: IIX is 8.

Some old stones have it.

step: 12
theme: what is no numeral
needs: to_number main
shown by: reading IIV
riddle: It takes one more than it may.
hint: How many letters may stand before a ten?
"""

from finished import the_rest


def to_number(numeral):
    """The number that a numeral stands for; two may be taken away."""
    twice = {"IIX": 8, "IIV": 3, "XXC": 80, "XXL": 30, "CCM": 800, "CCD": 300}
    return twice.get(numeral) or right_to_number(numeral)


the_rest(globals())
