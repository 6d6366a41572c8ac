"""The census of all hands, and the odds of two: exact, by counts that are known or found one by one."""

import subprocess
import sys
from collections import Counter
from itertools import combinations, product
from math import comb

import pytest

from check.arrays import BULK

FIVE = {
    "Straight Flush": 40,
    "Four of a Kind": 624,
    "Full House": 3_744,
    "Flush": 5_108,
    "Straight": 10_200,
    "Three of a Kind": 54_912,
    "Two Pair": 123_552,
    "Pair": 1_098_240,
    "High Card": 1_302_540,
}
SEVEN = {
    "Straight Flush": 41_584,
    "Four of a Kind": 224_848,
    "Full House": 3_473_184,
    "Flush": 4_047_644,
    "Straight": 6_180_020,
    "Three of a Kind": 6_461_620,
    "Two Pair": 31_433_400,
    "Pair": 58_627_800,
    "High Card": 23_294_460,
}
CENSUSES = [pytest.param(5, FIVE, 7_462, id="five cards"), pytest.param(7, SEVEN, 4_824, id="seven cards")]


@pytest.mark.parametrize(("size", "known", "classes"), CENSUSES)
def test_the_census_is_the_known_one(bulk, size, known, classes):
    heard = []
    hands = bulk.census(size, heard.append).tolist()
    found = Counter()
    for label, number in zip(bulk.all_labels(), hands, strict=True):
        found[label] += number
    assert found == known
    assert sum(number > 0 for number in hands) == classes
    assert sum(heard) == comb(52, size)


# By hand: a straight flush is there in 4 suits; a straight in 4 ** 5 less those; a pair of one value is
# two of 4 suits, and a suit each for the 3 others.
OF_A_CLASS = [
    pytest.param("As Ks Qs Js Ts", 4, id="a royal flush"),
    pytest.param("As Ks Qs Js 9s", 4, id="a flush"),
    pytest.param("As Ah Ad Ac Ks", 4, id="four aces and a king"),
    pytest.param("As Ah Ad Ks Kh", 4 * 6, id="aces over kings"),
    pytest.param("As Kh Qs Js Ts", 4**5 - 4, id="a straight"),
    pytest.param("As Ah Ad Ks Qh", 4 * 4 * 4, id="three aces"),
    pytest.param("As Ah Ks Kh Qs", 6 * 6 * 4, id="aces and kings"),
    pytest.param("As Ah Ks Qh Js", 6 * 4**3, id="two aces"),
    pytest.param("As Kh Qs Js 9s", 4**5 - 4, id="a high card"),
]


@pytest.mark.parametrize(("text", "hands"), OF_A_CLASS)
def test_the_census_of_five_is_exact_in_each_class(bulk, poker, text, hands):
    bulk.tables()
    strength = bulk.powers().index(poker.hand(poker.cards(text)))
    assert bulk.census(5)[strength] == hands


@pytest.mark.parametrize("size", [4, 6, 8])
def test_there_is_a_census_of_five_and_of_seven_only(bulk, poker, size):
    with pytest.raises(poker.CardError, match=f"not of {size}"):
        bulk.census(size)


def test_the_census_of_seven_takes_less_than_100_mib():
    code = """
import resource, sys
import bulk
bulk.census(7)
most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(most // (1024**2 if sys.platform == "darwin" else 1024))
"""
    command = ["sh", "-c", '"$1" -B -c "$2"; true', "sh", sys.executable, code]  # its own, not this process's
    made = subprocess.run(command, cwd=BULK.parent, capture_output=True, text=True)
    assert made.stderr == ""
    assert int(made.stdout) < 100


def test_the_odds_of_ace_and_king_against_two_queens(bulk, cards):
    assert bulk.odds(cards("AsKh"), cards("QdQc")) == (730_541, 5_854, 975_909)


MATCHES = [
    pytest.param("AsKh", "QdQc", "2c3d4h", id="a flop"),
    pytest.param("AsKs", "QdQc", "2s3s4h", id="a flop and a flush to come"),
    pytest.param("AsKs", "Qs2s", "3s4s9s", id="two flushes in one suit"),
    pytest.param("AsKh", "AdKc", "QsJh2d", id="mostly ties"),
    pytest.param("2s2h", "7d6d", "8d9d2c4h", id="a turn"),
    pytest.param("AsKh", "QdQc", "2c3d4h5s9h", id="a whole board"),
    pytest.param("AsKh", "AdKc", "2c3d4h5s9h", id="a tie on a whole board"),
]


@pytest.mark.parametrize(("left", "right", "board"), MATCHES)
def test_the_odds_are_those_found_board_by_board(bulk, poker, cards, left, right, board):
    left, right, board = cards(left), cards(right), cards(board)
    deck = [poker.card(value + suit) for value, suit in product(poker.VALUES, poker.SUITS)]
    known = {card.key for card in [*left, *right, *board]}
    free = [card for card in deck if card.key not in known]
    found = Counter()
    for more in combinations(free, 5 - len(board)):
        ours, theirs = (poker.best([*hand, *board, *more]) for hand in (left, right))
        found["win" if ours > theirs else "lose" if ours < theirs else "tie"] += 1
    assert bulk.odds(left, right, board) == (found["win"], found["tie"], found["lose"])
    assert bulk.odds(right, left, board) == (found["lose"], found["tie"], found["win"])


FAULTY = [
    pytest.param("AsKh", "AsQc", "", "A♠ is there twice", id="a card in both hands"),
    pytest.param("AsKh", "QdQc", "2c3dKh", "K♥ is there twice", id="a card on the board and in a hand"),
    pytest.param("AsKhQs", "QdQc", "", "a hand has two cards", id="three cards in a hand"),
    pytest.param("AsKh", "Qd", "", "a hand has two cards", id="a hand of one card"),
    pytest.param("AsKh", "QdQc", "2c3d4h5s9h9c", "6 cards on the board", id="a board of six"),
]


@pytest.mark.parametrize(("left", "right", "board", "told"), FAULTY)
def test_what_has_no_odds_is_an_error(bulk, poker, cards, left, right, board, told):
    with pytest.raises(poker.CardError, match=told):
        bulk.odds(cards(left), cards(right), cards(board))
