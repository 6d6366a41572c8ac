"""The census of all hands, and the odds of two: exact, by counts that are known or found one by one."""

from collections import Counter
from itertools import combinations, product
from math import comb

import pytest

from katas.poker.census import KNOWN


@pytest.mark.parametrize("size", [5, 7])
def test_the_census_is_the_known_one(bulk, size):
    heard: list[int] = []
    found: Counter[str] = Counter()
    hands = bulk.census(size, heard.append).tolist()
    for label, number in zip(bulk.all_labels(), hands, strict=True):
        found[label] += number
    found["classes"] = sum(number > 0 for number in hands)
    assert found == KNOWN[size]
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


MATCHES = [
    pytest.param("As Kh", "Qd Qc", "2c 3d 4h", id="a flop"),
    pytest.param("As Ks", "Qd Qc", "2s 3s 4h", id="a flop and a flush to come"),
    pytest.param("As Ks", "Qs 2s", "3s 4s 9s", id="two flushes in one suit"),
    pytest.param("As Kh", "Ad Kc", "Qs Jh 2d", id="mostly ties"),
    pytest.param("2s 2h", "7d 6d", "8d 9d 2c 4h", id="a turn"),
    pytest.param("As Kh", "Qd Qc", "2c 3d 4h 5s 9h", id="a whole board"),
    pytest.param("As Kh", "Ad Kc", "2c 3d 4h 5s 9h", id="a tie on a whole board"),
]


@pytest.mark.parametrize(("left", "right", "board"), MATCHES)
def test_the_odds_are_those_found_board_by_board(bulk, poker, left, right, board):
    left, right, board = map(poker.cards, (left, right, board))
    deck = [poker.card(value + suit) for value, suit in product(poker.VALUES, poker.SUITS)]
    known = {card.key for card in [*left, *right, *board]}
    free = [card for card in deck if card.key not in known]
    found: Counter[str] = Counter()
    for more in combinations(free, 5 - len(board)):
        ours, theirs = (poker.best([*hand, *board, *more]) for hand in (left, right))
        found["win" if ours > theirs else "lose" if ours < theirs else "tie"] += 1
    assert bulk.odds(left, right, board) == (found["win"], found["tie"], found["lose"])
    assert bulk.odds(right, left, board) == (found["lose"], found["tie"], found["win"])


FAULTY = [
    pytest.param("As Kh", "As Qc", "", "A♠ is there twice", id="a card in both hands"),
    pytest.param("As Kh", "Qd Qc", "2c 3d Kh", "K♥ is there twice", id="a card on the board and in a hand"),
    pytest.param("As Kh Qs", "Qd Qc", "", "a hand has two cards", id="three cards in a hand"),
    pytest.param("As Kh", "Qd", "", "a hand has two cards", id="a hand of one card"),
    pytest.param("As Kh", "Qd Qc", "2c 3d 4h 5s 9h 9c", "6 cards on the board", id="a board of six"),
]


@pytest.mark.parametrize(("left", "right", "board", "told"), FAULTY)
def test_what_has_no_odds_is_an_error(bulk, poker, left, right, board, told):
    with pytest.raises(poker.CardError, match=told):
        bulk.odds(*map(poker.cards, (left, right, board)))
