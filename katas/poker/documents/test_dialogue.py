"""The tests that the dialogue (Haskell) prints in its last listing, asked of `poker`.

It shows the label of a ranking without a hand; here the label is asked of its own hands of that ranking.
"""

import poker
import pytest

SHUFFLED = ["A♣", "2♣", "T♣", "K♣", "9♣", "Q♣", "J♣"]
SORTED = ["2♣", "9♣", "T♣", "J♣", "Q♣", "K♣", "A♣"]


def test_a_shuffled_deck_sorts():
    assert sorted(SHUFFLED, key=poker.card) == SORTED


def test_suits():
    assert [card.suit for card in poker.cards("A♣ A♦ A♥ A♠")] == ["♣", "♦", "♥", "♠"]


FLUSHES = [("A♣ T♣ 3♣ 4♣ 2♣", True), ("A♠ T♣ 3♣ 4♣ 2♣", False), ("A♠ T♠ 3♠ 4♠ 2♠", True)]


@pytest.mark.parametrize(("cards", "expected"), FLUSHES)
def test_flush(cards, expected):
    assert poker.flush(poker.cards(cards)) == expected


BEATS = [
    ("6♣ 4♦ A♣ 3♠ K♠", "8♥ J♥ 7♦ 5♥ 6♣"),
    ("5♥ 2♦ 3♥ 4♦ 2♥", "A♥ K♥ Q♦ J♦ 9♥"),
    ("5♥ 4♦ 3♥ 2♦ 3♣", "A♥ K♥ Q♦ J♦ 9♥"),
    ("5♥ 4♦ 3♥ 3♣ 2♥", "7♦ 5♥ 3♦ 2♠ 2♦"),
    ("2♦ 2♣ 3♣ 3♠ 4♥", "A♥ A♠ K♣ Q♦ J♠"),
    ("2♦ 2♣ 2♠ 3♥ 4♦", "A♥ A♠ K♣ K♦ J♠"),
    ("2♦ 2♠ 2♥ 2♣ 3♦", "A♥ A♦ A♠ K♥ K♠"),
    ("6♠ 5♦ 4♣ 3♦ 2♥", "A♣ A♥ A♦ K♣ Q♠"),
    ("5♦ 4♦ 3♣ 2♦ A♥", "A♣ A♥ A♦ K♣ Q♠"),
    ("6♥ 4♥ 3♥ 2♥ A♥", "A♠ K♣ Q♥ J♠ T♦"),
    ("5♥ 4♥ 3♥ 2♥ A♥", "A♦ A♠ A♥ A♣ K♥"),
    ("6♥ 5♥ 4♥ 3♥ 2♥", "A♦ A♠ A♥ A♣ K♥"),
]


@pytest.mark.parametrize(("stronger", "weaker"), BEATS)
def test_beats(stronger, weaker):
    assert poker.hand(poker.cards(stronger)) > poker.hand(poker.cards(weaker))


LABELS = [
    ("6♣ 4♦ A♣ 3♠ K♠", "High Card"),
    ("5♥ 2♦ 3♥ 4♦ 2♥", "Pair"),
    ("2♦ 2♣ 3♣ 3♠ 4♥", "Two Pairs"),
    ("2♦ 2♣ 2♠ 3♥ 4♦", "Three of a Kind"),
    ("6♠ 5♦ 4♣ 3♦ 2♥", "Straight"),
    ("6♥ 4♥ 3♥ 2♥ A♥", "Flush"),
    ("2♦ 2♠ 2♥ 3♣ 3♦", "Full House"),
    ("2♦ 2♠ 2♥ 2♣ 3♦", "Four of a Kind"),
    ("6♥ 5♥ 4♥ 3♥ 2♥", "Straight Flush"),
]


@pytest.mark.parametrize(("cards", "label"), LABELS)
def test_show(cards, label):
    assert str(poker.hand(poker.cards(cards))) == label


def test_the_best_of_too_few_cards():
    assert poker.best(poker.cards("6♥ 6♦ 6♠ 6♣ K♠ K♦")) is None


def test_the_best_of_seven_cards():
    assert str(poker.best(poker.cards("6♣ 4♦ A♣ 3♠ K♠ T♦ 8♣"))) == "High Card"


NOTHING, PAIR, HIGH_CARD = "6♥ 6♦ 6♠ 6♣", "6♣ 6♦ A♣ 3♠ K♠ T♥ 8♦", "6♣ 4♦ A♣ 3♠ K♠ T♦ 8♣"
MARKS = [
    ([NOTHING], [""]),
    ([NOTHING, PAIR], ["", "Pair (winner)"]),
    ([NOTHING, PAIR, HIGH_CARD], ["", "Pair (winner)", "High Card"]),
]


@pytest.mark.parametrize(("lines", "marks"), MARKS)
def test_mark_results(lines, marks):
    assert poker.mark_results([poker.best(poker.cards(line)) for line in lines]) == marks


def test_scores():
    lines = ["6♥ 6♦ 6♠ 6♣", "6♣ 4♦ A♣ 3♠ K♠ 5♦ T♠", "6♣ 6♦ A♣ 3♠ K♠", "9♣ A♥ K♠ 3♣ K♦ 9♦ 6♦"]
    assert poker.scores(lines) == [
        "6♥ 6♦ 6♠ 6♣",
        "6♣ 4♦ A♣ 3♠ K♠ 5♦ T♠ High Card",
        "6♣ 6♦ A♣ 3♠ K♠",
        "9♣ A♥ K♠ 3♣ K♦ 9♦ 6♦ Two Pairs (winner)",
    ]
