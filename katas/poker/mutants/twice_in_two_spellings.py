"""A♣ and ac are two cards.

The words are looked at for doubles, and not the cards.

step: 62
theme: spellings
shown by: reading A♣ ac
riddle: It takes a disguise for another person.
hint: The same card twice, but not the same word.
"""

from finished import the_rest


def cards(text):
    """The cards of a line, separated by white space."""
    words = text.replace(BYTE_ORDER_MARK, " ").split()
    for word in words:
        if words.count(word) > 1:
            raise CardError(f"{word} is there twice")
    return [card(word) for word in words]


the_rest(globals())
