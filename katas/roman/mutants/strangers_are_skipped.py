"""Letters that are none of the seven are skipped, wherever they stand: XAI is 11.

Each letter is looked up, and what is not found is worth nothing.

step: 12
theme: what is no numeral
needs: to_number main
shown by: reading XIA
riddle: It overlooks strangers.
hint: Put something into the middle of a numeral.
"""

from finished import the_rest


def to_number(numeral):
    """The number that a numeral stands for without its strangers."""
    known = "".join(letter for letter in numeral if letter in "IVXLCDM")
    return right_to_number(known or numeral)


the_rest(globals())
