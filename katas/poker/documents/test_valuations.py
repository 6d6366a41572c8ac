"""The ladder of hands that the valuations (F#) print as their test, asked of `poker`.

Hands of one row tie in every order of their cards, and beat all hands of the rows below.
"""

from itertools import permutations

import poker
import pytest

LADDER = """
SA SK SQ SJ ST / HA HK HQ HJ HT
S9 S8 S7 S6 S5
SA HA DA CA SQ / SA HA DA CA CQ
SA HA DA CA S4
SK HK DK CK SA
SA HA DA S3 H3 / SA DA CA H3 C3
SA HA CA D2 H2
SK HK CK DQ HQ
SA S9 S8 S4 S3 / DA D9 D8 D4 D3
SA S9 S8 S4 S2
SA S9 S8 S3 S2
SA S9 S6 S5 S2
SA S8 S7 S6 S5
SK SQ SJ ST S8
SA SK SQ SJ HT / DA DK DQ DJ ST
DK HQ SJ CT S9
SA HA DA DK SQ / CA DA HA SK SQ
SA HA DA DK ST
SA HA DA DQ DJ
S3 H3 D3 SA DK
SA HA S3 D3 S9 / CA HA C3 S3 H9
SA HA S3 D3 S7
SK HK SQ HQ S9
SK HK SJ HJ SA
SA CA SK SQ SJ / HA CA HK CQ DJ
SA CA SK SQ S2
SA CA SK SJ S5
SA CA SQ SJ ST
SK HK SA HJ C6
HA S9 S8 S4 S3 / CA D9 D8 D4 D3
HA S9 S8 S4 S2
HA S9 S8 S3 S2
HA S9 S6 S5 S2
HA S8 S7 S6 S5
HK SQ SJ ST S8
"""
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
ROWS = [
    [" ".join(value + SUITS[suit] for suit, value in hand.split()) for hand in row.split(" / ")]
    for row in LADDER.strip().splitlines()
]


@pytest.mark.parametrize("hands", ROWS)
def test_the_hands_of_a_row_tie_in_every_order(hands):
    first = poker.hand(poker.cards(hands[0]))
    for hand in hands:
        for order in permutations(poker.cards(hand)):
            assert poker.hand(order) == first


@pytest.mark.parametrize("row", range(len(ROWS)))
def test_a_row_beats_all_those_below(row):
    first = poker.hand(poker.cards(ROWS[row][0]))
    for below in ROWS[row + 1 :]:
        for hand in below:
            assert first > poker.hand(poker.cards(hand))
