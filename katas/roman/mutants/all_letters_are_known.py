"""A text of known letters is a numeral, whatever their order.

The letters are checked, and to check letters feels like checking.

step: 12
theme: what is no numeral
needs: to_number main
shown by: reading IL
riddle: It checks the bricks, and not the wall.
hint: Use known letters only.
"""

from finished import the_rest


def to_number(numeral):
    """The number that a numeral stands for; any of the seven letters will do."""
    if not numeral or set(numeral) - set("IVXLCDM"):
        raise ValueError(f"{numeral} is no numeral")
    values = dict(zip("IVXLCDM", [1, 5, 10, 50, 100, 500, 1000]))
    number = 0
    for letter, after in zip(numeral, numeral[1:] + numeral[-1]):
        number += -values[letter] if values[letter] < values[after] else values[letter]
    if number not in WRITABLE:
        raise ValueError(f"{numeral} is no numeral")
    return number


the_rest(globals())
