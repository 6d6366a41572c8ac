"""What is misspelt behind a hand is a part of the next name.

Names may have any words, and so may this one.

step: 85
theme: two hands
needs: showdown
shown by: who wins B: 2H 3D 5S 9C KD 1O W: 2C 3H 4S 8C AH
riddle: It lets somebody win who isn't at the table.
hint: Can a misspelt word get away unnoticed, and where?
"""

from finished import the_rest


def cards_and_name(text):
    """The cards and the name before a colon: its last word is of the name."""
    words, name = text.split(), []
    while words and not (name and is_card(words[-1])):
        name.insert(0, words.pop())
    return " ".join(words), " ".join(name)


the_rest(globals())
