"""Rows of seven cards: the strength of each is what step 99 gives hand by hand, or an error tells of one."""

import runpy
import sys
from collections.abc import Callable
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Any

import numpy as np
import pytest
from helpers import TOP

from check.arrays import BULK

DECK = np.arange(52)
VALUES = range(13)


def deal(number):
    """So many rows of seven different cards."""
    dice = np.random.default_rng(7)
    return np.argpartition(dice.random((number, 52)), 7, axis=1)[:, :7].astype(np.uint8)


def of_all_values():
    """A row for each selection of seven values, in which no suit is there five times."""
    rows = []
    for values in combinations_with_replacement(VALUES, 7):
        if all(values[n] != values[n + 4] for n in range(3)):
            rows.append([13 * (place % 4) + value for place, value in enumerate(values)])
    return np.array(rows)


def of_one_suit(suit):
    """A row for each five, six and seven values of one suit, filled up with other suits."""
    others = [13 * ((suit + 1) % 4), 13 * ((suit + 2) % 4) + 1]
    return np.array(
        [
            [13 * suit + value for value in values] + others[: 7 - size]
            for size in (5, 6, 7)
            for values in combinations(VALUES, size)
        ]
    )


ROWS = [
    pytest.param(of_all_values(), id="every selection of seven values"),
    *(pytest.param(of_one_suit(n), id=f"every flush of {suit}") for n, suit in enumerate("♣♦♥♠")),
    pytest.param(deal(20_000), id="twenty thousand that are dealt"),
]


@pytest.mark.parametrize("rows", ROWS)
def test_a_row_is_as_strong_as_the_hand(bulk, poker, rows):
    deck = [poker.card(value + suit) for suit in poker.SUITS for value in poker.VALUES]
    strengths = bulk.strengths(rows)
    assert strengths.dtype == np.uint16
    for row, strength in zip(rows.tolist(), strengths.tolist(), strict=True):
        assert bulk.powers()[strength] == poker.best([deck[card] for card in row]), row


def test_every_hand_of_five_stands_where_step_63_puts_it(bulk, poker):
    (module,) = TOP.glob("steps/step_63_*/poker.py")
    plain = runpy.run_path(str(module))
    of_sum, looks = bulk.strengths_of_five(), bulk.tables()
    found = {}
    for values in combinations_with_replacement(VALUES, 5):
        if values[0] != values[4]:
            text = " ".join(poker.VALUES[v] + poker.SUITS[n % 4] for n, v in enumerate(values))
            strength = of_sum[sum(poker.NUMBERS[card.value] for card in poker.cards(text))]
            found[int(strength)] = plain["hand"](plain["cards"](text))
    for values in combinations(VALUES, 5):
        text = " ".join(poker.VALUES[v] + "♠" for v in values)
        strength = looks.flushes[sum(1 << v for v in values)]
        found[int(strength)] = plain["hand"](plain["cards"](text))
    assert sorted(found) == list(range(7_462))
    hands = [found[strength] for strength in sorted(found)]
    assert all(lower < higher for lower, higher in pairwise(hands))
    assert [str(hand) for hand in hands] == list(bulk.all_labels())


KINDS = ["int8", "int16", "int32", "int64", "uint16", "uint32", "uint64", ">i4", ">u8"]
LAYOUTS: dict[str, Callable[..., Any]] = {kind: lambda rows, kind=kind: rows.astype(kind) for kind in KINDS}
LAYOUTS |= {
    "column by column": np.asfortranarray,
    "every second row": lambda rows: np.repeat(rows, 2, axis=0)[::2],
    "a part of longer rows": lambda rows: np.hstack([rows, rows])[:, :7],
    "backwards": lambda rows: rows[:, ::-1],
    "another order": lambda rows: np.roll(rows, 3, axis=1),
}


@pytest.mark.parametrize("laid_out", LAYOUTS.values(), ids=LAYOUTS)
def test_any_whole_numbers_will_do_however_they_lie_in_memory_and_in_any_order(bulk, laid_out):
    rows = deal(1_000)
    assert (bulk.strengths(laid_out(rows)) == bulk.strengths(rows)).all()


def test_there_may_be_no_rows_and_more_than_are_looked_at_at_once(bulk):
    rows, times = deal(5), bulk.ROWS_AT_ONCE // 3
    assert bulk.strengths(np.empty((0, 7), np.uint8)).shape == (0,)
    assert (bulk.strengths(np.tile(rows, (times, 1))) == np.tile(bulk.strengths(rows), times)).all()


def spoiled(row, place, card, kind=np.int64):
    """Some rows, one of them with another card."""
    rows = deal(20_000).astype(kind)
    rows[row, place] = rows[row, (place + 1) % 7] if card == "again" else card
    return rows


FAULTY = [
    *(
        pytest.param(spoiled(3, n, "again"), r"row 3: \d+ is there twice", id=f"twice, {n}")
        for n in VALUES[:7]
    ),
    pytest.param(spoiled(3, 0, "again", np.uint8), r"row 3: \d+ is there twice", id="twice, in bytes"),
    pytest.param(spoiled(19_999, 6, "again"), r"row 19999: \d+ is there twice", id="twice, in the last row"),
    pytest.param(np.full((1, 7), 12), "row 0: 12 is there twice", id="seven times the same"),
    pytest.param(spoiled(3, 6, 52), "row 3: 52 is no card", id="one above the last card"),
    pytest.param(spoiled(3, 0, 52, np.uint8), "row 3: 52 is no card", id="above the last card, in bytes"),
    pytest.param(spoiled(17_000, 2, -1), "row 17000: -1 is no card", id="one below the first card"),
    pytest.param(spoiled(3, 2, 256), "row 3: 256 is no card", id="no card, but one in a byte"),
    pytest.param(spoiled(3, 2, 2**63, np.uint64), f"row 3: {2**63} is no card", id="far above"),
    pytest.param(deal(3)[:, :6], r"\(3, 6\): rows of seven", id="rows of six"),
    pytest.param(deal(1)[0], r"\(7,\): rows of seven", id="one hand and no rows"),
    pytest.param(deal(3).astype(float), "float64: an array of whole numbers", id="fractions"),
    pytest.param(deal(3).tolist(), "list: an array of whole numbers", id="a list"),
]


@pytest.mark.parametrize(("rows", "told"), FAULTY)
def test_a_faulty_array_is_an_error_that_names_it(bulk, poker, rows, told):
    with pytest.raises(poker.CardError, match=told) as error:
        bulk.strengths(rows)
    assert "\n" not in str(error.value)


def test_a_strength_has_its_label(bulk):
    rows = deal(1_000)
    strengths = bulk.strengths(rows)
    assert list(bulk.labels(strengths)) == [str(bulk.powers()[strength]) for strength in strengths]


def test_tables_that_are_filled_are_taken_as_they_are(bulk):
    again = bulk.tables.__wrapped__()
    assert all((one == other).all() for one, other in zip(again, bulk.tables(), strict=True))


def test_without_numpy_a_line_says_what_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(BULK))
    assert ended.value.code == "bulk.py needs NumPy: pip install numpy"
