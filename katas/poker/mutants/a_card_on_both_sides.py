"""A card may be on both sides of a deal.

Five cards and five cards, each hand fine: nobody looks at all ten together.

step: 86
theme: two hands
needs: left_wins
shown by: how many of 7♦ 5♣ 4♠ 3♥ 2♦ 9♥ 8♠ 7♣ 5♦ 3♥ are won
riddle: It deals from two decks.
hint: Both players hold the same card.
"""

from finished import the_rest


def deal(line):
    """Win, lose or draw, for the left hand; None for a blank line."""
    words = line.split()
    if len(words) != 10:
        return right_deal(line)
    return compare(" ".join(words[:5]), " ".join(words[5:]))


the_rest(globals())
