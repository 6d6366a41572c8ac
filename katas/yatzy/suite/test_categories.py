"""Chapters 1 to 4: what five dice score in each category."""

import pytest
from rows import drives, guards

CHANCE = [
    drives(1, "chance is the sum of all dice", [1, 2, 3, 4, 6], "chance", 16),
    drives(2, "what is not on the card scores nothing", [1, 2, 3, 4, 6], "bingo", 0),
    guards(2, "five ones are five as chance", [1, 1, 1, 1, 1], "chance", 5),
]

NUMBERS = [
    guards(3, "without a one, ones score nothing", [2, 3, 4, 5, 6], "ones", 0),
    drives(3, "ones are the sum of all ones", [1, 3, 1, 5, 6], "ones", 2),
    drives(3, "five ones are five", [1, 1, 1, 1, 1], "ones", 5),
    guards(4, "without a two, twos score nothing", [1, 1, 3, 3, 6], "twos", 0),
    drives(4, "twos are the sum of all twos", [2, 3, 2, 5, 2], "twos", 6),
    drives(4, "a single two is two", [1, 2, 3, 4, 5], "twos", 2),
    drives(4, "threes are the sum of all threes", [3, 1, 3, 5, 6], "threes", 6),
    drives(4, "five threes are fifteen", [3, 3, 3, 3, 3], "threes", 15),
    guards(5, "a single one is one", [1, 2, 3, 4, 5], "ones", 1),
    drives(6, "fours are the sum of all fours", [4, 1, 4, 2, 3], "fours", 8),
    drives(6, "fives are the sum of all fives", [5, 5, 1, 5, 2], "fives", 15),
    drives(6, "sixes are the sum of all sixes", [6, 6, 6, 6, 6], "sixes", 30),
    guards(6, "five threes are nothing as fives", [3, 3, 3, 3, 3], "fives", 0),
]

ALIKE = [
    guards(7, "four alike are no yatzy", [4, 4, 4, 4, 2], "yatzy", 0),
    drives(7, "five alike are a yatzy, and 50", [6, 6, 6, 6, 6], "yatzy", 50),
    drives(7, "a yatzy of ones is 50, too", [1, 1, 1, 1, 1], "yatzy", 50),
    guards(8, "without a pair, a pair scores nothing", [1, 2, 3, 4, 6], "pair", 0),
    drives(8, "a pair is the sum of its two dice", [3, 4, 3, 5, 6], "pair", 6),
    drives(8, "of two pairs the higher counts", [2, 6, 2, 1, 6], "pair", 12),
    drives(8, "it counts, too, if it comes first", [5, 5, 3, 3, 1], "pair", 10),
    drives(8, "three alike have a pair in them", [4, 1, 4, 2, 4], "pair", 8),
    drives(8, "the higher pair counts before three lower ones", [5, 3, 3, 3, 5], "pair", 10),
    guards(9, "two alike are not three", [2, 2, 5, 5, 6], "three of a kind", 0),
    drives(9, "three of a kind are the sum of the three", [3, 4, 3, 5, 3], "three of a kind", 9),
    drives(9, "four alike have three in them", [5, 5, 1, 5, 5], "three of a kind", 15),
    guards(10, "three alike are not four", [3, 3, 3, 5, 5], "four of a kind", 0),
    drives(10, "four of a kind are the sum of the four", [2, 2, 5, 2, 2], "four of a kind", 8),
    drives(10, "five alike have four in them", [4, 4, 4, 4, 4], "four of a kind", 16),
    guards(11, "one pair is not two", [6, 6, 1, 2, 3], "two pairs", 0),
    guards(11, "four alike are not two pairs", [3, 3, 3, 3, 5], "two pairs", 0),
    drives(11, "two pairs are the sum of their four dice", [3, 3, 5, 4, 5], "two pairs", 16),
    drives(11, "a full house has two pairs in it", [6, 6, 6, 2, 2], "two pairs", 16),
]

REST = [
    guards(12, "five different dice are no straight", [1, 2, 3, 4, 6], "small straight", 0),
    guards(12, "a large straight is no small one", [2, 3, 4, 5, 6], "small straight", 0),
    guards(12, "a gap and a pair are no straight", [1, 2, 2, 4, 5], "small straight", 0),
    drives(12, "a small straight goes from one to five", [1, 2, 3, 4, 5], "small straight", 15),
    drives(12, "a small straight needs no order", [3, 5, 1, 4, 2], "small straight", 15),
    guards(12, "a small straight is no large one", [1, 2, 3, 4, 5], "large straight", 0),
    guards(12, "a one leaves a gap in a large straight", [1, 3, 4, 5, 6], "large straight", 0),
    drives(12, "a large straight goes from two to six", [2, 3, 4, 5, 6], "large straight", 20),
    drives(12, "a large straight needs no order", [6, 2, 5, 3, 4], "large straight", 20),
    guards(14, "a large straight is 20 as chance, too", [2, 3, 4, 5, 6], "chance", 20),
    guards(15, "two pairs are no full house", [2, 2, 4, 4, 5], "full house", 0),
    guards(15, "three alike alone are no full house", [3, 3, 3, 1, 2], "full house", 0),
    guards(15, "four alike are no full house", [3, 3, 3, 3, 5], "full house", 0),
    guards(15, "five alike are no full house", [4, 4, 4, 4, 4], "full house", 0),
    drives(15, "a full house is the sum of all dice", [6, 2, 2, 2, 6], "full house", 18),
    drives(15, "its three may be the higher ones", [2, 4, 4, 2, 4], "full house", 16),
]


@pytest.mark.parametrize(("dice", "category", "points"), CHANCE + NUMBERS + ALIKE + REST)
def test_a_throw_scores(yatzy, dice, category, points):
    assert yatzy.score(dice, category) == points


@pytest.mark.guards(12)
def test_the_dice_stay_where_they_are(yatzy):
    dice = [3, 5, 1, 4, 2]
    yatzy.score(dice, "small straight")
    assert dice == [3, 5, 1, 4, 2]
