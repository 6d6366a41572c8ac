"""The tables of step 98: every entry is what step 96, which looks nothing up, finds by trying."""

import runpy
from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Any

import pytest

from katas.poker import story

VALUES = "23456789TJQKA"
SUITS = "♣♦♥♠"


@pytest.fixture(scope="module")
def quick():
    return runpy.run_path(str(story().step(98).module))


def in_suits(values):
    """Cards of these values: no suit five times, and none of them twice."""
    return " ".join(f"{value}{SUITS[place % 4]}" for place, value in enumerate(values))


def selections(size):
    """Every selection of values for so many cards."""
    all_of_them = combinations_with_replacement(VALUES, size)
    return [values for values in all_of_them if max(Counter(values).values()) <= 4]


@pytest.fixture(scope="module")
def strengths():
    """By values, and whether they are of one suit: what step 96 makes of five cards."""
    plain = runpy.run_path(str(story().step(96).module))
    hands = {(values, False): in_suits(values) for values in selections(5)}
    hands |= {(values, True): " ".join(f"{value}♠" for value in values) for values in combinations(VALUES, 5)}
    return {five: plain["hand"](plain["cards"](text)) for five, text in hands.items()}


@pytest.fixture(scope="module")
def strength_of_power(quick, strengths):
    """What step 96 makes of the hands of each power of step 98; its order is that of the powers."""
    found: dict[Any, int] = {}
    for (values, of_one_suit), strength in strengths.items():
        text = " ".join(f"{value}♠" for value in values) if of_one_suit else in_suits(values)
        assert found.setdefault(quick["hand"](quick["cards"](text)), strength) == strength
    assert len(found) == 7_462
    assert all(found[a] < found[b] for a, b in pairwise(sorted(found)))
    return found


def test_every_sum_of_seven_numbers_is_the_best_of_its_21_hands_each_time(
    quick, strengths, strength_of_power
):
    seen = set()
    for values in selections(7):
        seven = quick["cards"](in_suits(values))
        best = max(strengths[five, False] for five in combinations(values, 5))
        first, second = quick["best"](seven), quick["best"](seven)
        assert strength_of_power[first] == strength_of_power[second] == best, values
        seen.add(sum(quick["NUMBERS"][card.value] for card in seven))
    assert len(seen) == 49_205


@pytest.mark.parametrize(("size", "others"), [(5, ["2♥", "2♦"]), (6, ["2♥"]), (7, [])])
def test_every_flush_is_the_best_of_its_suit(quick, strengths, strength_of_power, size, others):
    for values in combinations(VALUES, size):
        seven = quick["cards"](" ".join([*others, *(f"{value}♠" for value in values)]))
        best = max(strengths[five, True] for five in combinations(values, 5))
        assert strength_of_power[quick["best"](seven)] == best, values


def test_the_numbers_tell_of_any_seven_suits_whether_five_are_the_same_and_which(quick):
    for suits in combinations_with_replacement(SUITS, 7):
        number = sum(quick["SUIT_NUMBERS"][suit] for suit in suits)
        five = [suit for suit in SUITS if suits.count(suit) >= 5]
        assert quick["FLUSH_IN"][number] == (five[0] if five else None)
