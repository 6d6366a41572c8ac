"""A card may be in both hands.

Each hand is looked at alone, and is fine.

step: 81
theme: two hands
needs: showdown
shown by: who wins B: 7♦ 5♣ 4♠ 3♥ 2♦ W: 9♥ 8♠ 7♣ 5♦ 3♥
riddle: It plays with two decks.
hint: Each hand is right, and yet somebody cheats.
"""

from finished import the_rest


def both_hands(ours, theirs):
    """Two hands of five cards each."""
    return read_hand(ours), read_hand(theirs)


the_rest(globals())
