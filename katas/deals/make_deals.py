"""Makes game.txt: a thousand deals of two hands, with everything in them that a wrong evaluator gets wrong.

    python3 katas/deals/make_deals.py > katas/deals/game.txt

A file of random deals has next to no ties, wheels, fours of a kind or straight flushes, and passes
evaluators that have never heard of them. So each kind of hand is dealt on purpose, against its like,
against its equal and against any hand. Where two hands differ in one thing alone, they are named here: for
each rule, a deal in which nothing else decides. The rest is random, from a seed: the file is always the same.
"""

import random
from itertools import islice

VALUES = "23456789TJQKA"
SUITS = "CDHS"
DECK = [value + suit for value in VALUES for suit in SUITS]
DEALS = 1000

DECIDED_BY_ONE_THING = """\
# the highest card decides
AC KD 6C 4D 3S  8H JH 7D 5H 6S
TD 8C 6H 4S 3D  9D 8D 7C 5C 2C
KS 7D 5H 3D 2C  QS JD TH 9C 7C
JS 7D 5H 3D 2C  TC 9D 8H 7C 5C
# then each card down to the fifth
AS KH 4D 3C 2H  AD QH JD TC 8H
AS KH QD 3C 2H  AD KC JD TC 9H
AS KH QD JC 2H  AD KC QH TC 9H
AS KH QD JC 9H  AD KC QH JS 8H
# a pair beats a high card
2D 2H 5H 4D 3H  AH KH QD JD 9H
5H 4D 3H 2D 3C  AH KH QD JD 9H
# the higher pair wins whatever lies beside it
3H 3C 5H 4D 2S  2D 2H 7D 6S 5C
AD AC 4H 3S 2D  KD KC QH JS 9D
4S 4H 6D 5C 2H  3S 3H AD KC 2D
7D 7H 5D 3S 2D  5H 5S 4H 3H 2C
# each kicker of a pair counts
8S 8H AD 3C 2H  8C 8D KD QC JH
8S 8H AD KC 2H  8C 8D AS QC JH
8S 8H AD KC 3H  8C 8D AS KH 2C
2S 2H AD KC QH  2C 2D AS KH JH
8S 8H AD 5C 3H  8C 8D AS 5H 2C
# two pair beat a pair
2D 2C 3C 3S 4H  AH AS KC QD JS
# of two pair the higher counts first
AS AH 3D 3C 2H  KS KH QD QC JH
TS TH 3D 3C 2H  9S 9H 8D 8C AH
# then the lower pair before the kicker
AS AH 4D 4C 2H  AD AC 3D 3C KH
KS KH 3D 3C 5H  KD KC 2D 2C AH
# then the kicker of two pair
AS AH 3D 3C 5H  AD AC 3H 3S 4H
3S 3H 2D 2C 5H  3C 3D 2H 2S 4D
# three of a kind beat two pair
2D 2C 2S 3H 4D  AH AS KC KD JS
# the higher three of a kind win
9S 9H 9D 3C 2H  8S 8H 8D AC KH
3S 3H 3D 5C 4H  2S 2H 2D AC KH
# a straight beats three of a kind
6S 5D 4C 3D 2H  AC AH AD KC QS
7S 6D 5C 4D 3H  AC AH AD KC QS
# every straight up to the ace is one
8S 7D 6C 5D 4H  AC AH AD KC QS
9S 8D 7C 6D 5H  AC AH AD KC QS
TS 9D 8C 7D 6H  AC AH AD KC QS
JS TD 9C 8D 7H  AC AH AD KC QS
QD JD TC 9D 8H  AC AH AD KC QS
KS QD JC TD 9H  AC AH AD KC QS
AS KD QC JD TH  9C 9H 9D KC QS
AD KS QH JC TC  9C 9H 9D 8C 7S
AC KH QD JS TS  8C 8H 8D 7C 2S
# of two straights the higher wins
7S 6D 5C 4D 3H  6S 5D 4C 3D 2H
AS KD QC JD TH  KS QD JC TD 9H
# a pair and a gap are no straight
2D 2C 4S 5H 6D  7S 6H 5C 4D 2H
3D 3S 2H 4C 5H  KS QD JC TD 8H
AD AH KC QS JD  9S 9D 8C 7H 6S
# the wheel is a straight
5D 4D 3C 2D AH  KC KH KD AC QS
# the wheel is the lowest straight
6S 5S 4C 3D 2H  5D 4D 3C 2D AH
KS QD JC TD 9H  5D 4D 3C 2D AH
# a straight does not go round the corner
2D 2C 4S 5H 6D  KS AD 2H 3D 4H
3D 3C 4S 5H 6D  QS KS AD 2C 3H
3D 3C 4S 5H 6D  JH QS KS AD 2C
# a flush beats a straight
6H 4H 3H 2H AH  AS KC QH JS TD
# a flush in every suit is one
AC TC 4C 3C 2C  KS QH JC TD 9H
AD TD 4D 3D 2D  KS QH JC TH 9H
AH TH 4H 3H 2H  KS QS JC TD 9H
AS TS 4S 3S 2S  KS QH JC TD 9H
# four cards of one suit are no flush
KS QH JC TD 9H  AS TS 4S 3S 2D
KS QH JC TD 9H  AH TC 4C 3C 2C
KC QH JC TD 9D  AS TS 4H 3S 2S
# two suits of one colour are no flush
KC QD JC TD 9D  AS TH 4S 3H 2S
KS QD JC TS 9D  AH TD 4H 3D 2H
KH QD JH TD 9D  AS TC 4S 3C 2S
# of two flushes the higher card wins down to the fifth
AH 6H 4H 3H 2H  KD QD JD TD 8D
AH KH 4H 3H 2H  AD QD JD TD 8D
AH KH QH 3H 2H  AD KD JD TD 9D
AH KH QH JH 2H  AD KD QD TD 9D
AH KH QH JH 9H  AD KD QD JD 8D
# a full house beats a flush
2D 2S 2H 3C 3D  AH KH QH JH 9H
# kings over nines are no straight
KC 9S KS KD 9D  AH QH JH TH 8H
KC 9S KS KD 9D  AS QD QC JD JH
# in a full house the three count before the two
9S 9H 9D 2C 2H  5S 5H 5D TC TH
3S 3H 3D 2C 2H  2S 2D AD AC KH
# four of a kind beat a full house
2D 2S 2H 2C 3D  AH AD AS KH KS
# the higher four of a kind win
9S 9H 9D 9C 2H  8S 8H 8D 8C AH
AS AH AD AC 3H  KS KH KD KC QH
# a straight flush beats four of a kind
6H 5H 4H 3H 2H  AD AS AH AC KH
# the wheel in one suit is a straight flush
5H 4H 3H 2H AH  KD KS KH KC QH
5C 4C 3C 2C AC  KD KS KH QC KC
# the wheel in one suit is the lowest straight flush
6D 5D 4D 3D 2D  5H 4H 3H 2H AH
KD QD JD TD 9D  5H 4H 3H 2H AH
# a royal flush is the highest straight flush
AH KH QH JH TH  KS QS JS TS 9S
AH KH QH JH TH  9C 9H 9S 9D 2H
"""
"""For each rule, deals that the left hand wins by it: an evaluator that gets it wrong counts fewer wins."""


def of_sizes(*sizes):
    """A maker of hands whose equal values stand on so many cards each: (3, 2) is a full house."""

    def make(dice):
        values = dice.sample(VALUES, len(sizes))
        return [v + s for v, size in zip(values, sizes, strict=True) for s in dice.sample(SUITS, size)]

    return make


def run_from(dice, lowest):
    """Five values in a row; the one from the ace is the wheel."""
    low_ace = "A" + VALUES
    start = low_ace.index(lowest)
    return [value + dice.choice(SUITS) for value in low_ace[start : start + 5]]


def straight(dice):
    return run_from(dice, dice.choice("A23456789T"))


def wheel(dice):
    return run_from(dice, "A")


def flush(dice):
    suit = dice.choice(SUITS)
    return [value + suit for value in dice.sample(VALUES, 5)]


def straight_flush(dice):
    suit = dice.choice(SUITS)
    return [value + suit for value, _ in straight(dice)]


def any_hand(dice):
    return dice.sample(DECK, 5)


def same_values(dice, hand):
    """The values of a hand again, in suits that are free: often its equal."""
    other = []
    for value, _ in hand:
        free = [value + suit for suit in SUITS if value + suit not in [*hand, *other]]
        other += dice.sample(free, 1) if free else []
    return other


KINDS = [
    of_sizes(2, 1, 1, 1),
    of_sizes(2, 2, 1),
    of_sizes(3, 1, 1),
    straight,
    wheel,
    flush,
    of_sizes(3, 2),
    of_sizes(4, 1),
    straight_flush,
]


def deals(dice):
    """Pairs of hands, for ever: of each kind against its like, against any hand, and against its equal."""
    while True:
        for kind in KINDS:
            hand = kind(dice)
            yield hand, kind(dice)
            yield hand, any_hand(dice)
            yield hand, same_values(dice, hand)
        for _ in KINDS:
            yield any_hand(dice), any_hand(dice)


def lines(dice):
    """Deals as lines: ten different cards, the sides and the cards of each side shuffled."""
    for pair in deals(dice):
        left, right = dice.sample(pair, 2)
        if len({*left, *right}) == 10:
            yield " ".join(dice.sample(left, 5) + dice.sample(right, 5))


def decided(dice):
    """The deals that one thing decides, the cards of each hand shuffled."""
    for line in DECIDED_BY_ONE_THING.splitlines():
        if line[0] != "#":
            left, right = (hand.split() for hand in line.split("  "))
            yield " ".join(dice.sample(left, 5) + dice.sample(right, 5))


def thousand(dice):
    """All of them, shuffled."""
    found = list(decided(dice))
    return dice.sample([*found, *islice(lines(dice), DEALS - len(found))], DEALS)


if __name__ == "__main__":
    print("\n".join(thousand(random.Random(2012))))
