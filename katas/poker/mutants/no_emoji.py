"""A suit drawn as an emoji is no suit.

♥ and ♥️ look alike; you can't see the character after the second one.

step: 63
theme: spellings
shown by: reading K♣‹U+FE0F›
riddle: It trips over what nobody sees.
hint: Copy a suit from a message on your phone.
"""

from finished import the_rest


def card(text):
    """The card that a text like 6♣, 6c or 10♥ stands for."""
    if text.endswith("\ufe0f"):
        raise CardError(f"{text} is no card")
    return right_card(text)


the_rest(globals())
