"""A byte-order mark belongs to the first card, which isn't a card then.

The file was written by another program, and that one begins each file with it.

step: 89
theme: spellings
shown by: reading ‹U+FEFF›6♣
riddle: The first word of a file makes it stumble.
hint: Save the game with an old editor.
"""

from finished import the_rest


def cards(text):
    """The cards of a line, separated by white space."""
    if text.startswith("\ufeff"):
        raise CardError(f"{text.split()[0]} is no card")
    return right_cards(text)


the_rest(globals())
