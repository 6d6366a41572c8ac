"""Yatzy: what each throw scores on each line of the card, on every step that has the line, and as a program.

What is right is worked out here in a way that no step takes: by taking dice away from the table.
"""

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import cache, partial
from itertools import combinations, combinations_with_replacement

import pytest
from helpers import TOP

from dojo.story.story import read_story
from katas.cases import load
from katas.poker.inputs import Answers, Input

STORY = read_story(TOP / "katas" / "yatzy")
FUNCTIONS = {"score", "main"}
NUMBERS = ["ones", "twos", "threes", "fours", "fives", "sixes"]
GROUPS = {
    "pair": [2],
    "two pairs": [2, 2],
    "three of a kind": [3],
    "four of a kind": [4],
    "full house": [3, 2],
}
STRAIGHTS = {"small straight": [1, 2, 3, 4, 5], "large straight": [2, 3, 4, 5, 6]}
CARD = [*NUMBERS, *GROUPS, *STRAIGHTS, "chance", "yatzy"]
THROWS = [*combinations_with_replacement(range(1, 7), 5)]


def best_groups(dice, sizes):
    """The largest sum of groups of these sizes, each of another number, that can be taken from the dice."""
    sums = [0]
    for taken in combinations(dice, sum(sizes)):
        if sorted(taken.count(number) for number in set(taken)) == sorted(sizes):
            sums.append(sum(taken))
    return max(sums)


def right(dice, category):
    """What five dice score in a category."""
    if category in NUMBERS:
        return sum(die for die in dice if NUMBERS[die - 1] == category)
    if category in GROUPS:
        return best_groups(dice, GROUPS[category])
    if category in STRAIGHTS:
        return sum(dice) * all(number in dice for number in STRAIGHTS[category])
    return {"chance": sum(dice), "yatzy": 50 * (dice.count(dice[0]) == 5)}.get(category, 0)


SCORES = {(dice, category): right(dice, category) for category in [*CARD, "bingo"] for dice in THROWS}


def written(dice):
    """Dice as they are on a line."""
    return " ".join(f"{die}" for die in dice)


LINES = {
    "nothing": "",
    "3 3 5 4 5 two pairs": "3 3 5 4 5 two pairs\n",
    "2 2 5 2 2 four of a kind": "2 2 5 2 2 four of a kind\n",
    "1 2 3 4 6 pair": "1 2 3 4 6 pair\n",
    "5 4 3 2 1 small straight": "5 4 3 2 1 small straight\n",
    "two lines": "1 2 3 4 6 chance\n6 6 6 6 6 yatzy\n",
    "a pair and another pair": "3 4 3 5 6 pair\n5 5 1 2 3 pair\n",
    "4 4 4 4 2 pair without a line end": "4 4 4 4 2 pair",
    "everything": "".join(f"{written(dice)} {category}\n" for dice, category in SCORES),
}


def score_and_dice(given, yatzy):
    """What dice score, and how they lie afterwards."""
    dice, category = given
    lying = [*dice]
    return yatzy.score(lying, category), lying


def score(given, yatzy):
    """What dice score."""
    return score_and_dice(given, yatzy)[0]


def run_program(given, yatzy):
    """What the program prints, and complains of."""
    out, complaints, before = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.StringIO(given)
    try:
        with redirect_stdout(out), redirect_stderr(complaints):
            yatzy.main()
    finally:
        sys.stdin = before
    return out.getvalue(), complaints.getvalue()


def answer(ask, given, yatzy):
    """What a version answers to one of these."""
    return ask(given, yatzy)


TURNED = [((5, 4, 3, 2, 1), "small straight"), ((6, 5, 4, 3, 2), "large straight")]
ASKED = [
    *(("score", f"{written(dice)} as {name}", (score, (dice, name))) for dice, name in [*SCORES, *TURNED]),
    *(
        ("score", f"{written(dice)} as {name}, and the dice afterwards", (score_and_dice, (dice, name)))
        for dice, name in TURNED
    ),
    *(("main", f"the program, given {told}", (run_program, given)) for told, given in LINES.items()),
]


@cache
def answers(code):
    """What a version answers to each of these."""
    inputs = (Input(0, told, partial(answer, *given)) for _, told, given in ASKED)
    return Answers(load(code), inputs)


# the step that brings each line of the card
BROUGHT = {
    "chance": 1,
    "ones": 3,
    "twos": 4,
    "threes": 4,
    "fours": 6,
    "fives": 6,
    "sixes": 6,
    "yatzy": 7,
    "pair": 8,
    "three of a kind": 9,
    "four of a kind": 10,
    "two pairs": 11,
    "small straight": 12,
    "large straight": 12,
    "full house": 15,
}


@pytest.mark.parametrize("number", range(2, 17))
def test_a_step_is_right_about_every_throw_on_the_lines_that_it_has(number):
    yatzy = load(STORY.step(number).code)
    wrong = []
    for (dice, category), points in SCORES.items():
        expected = points if BROUGHT.get(category, number) <= number else 0
        if score((dice, category), yatzy) != expected:
            wrong.append((dice, category))
    assert wrong == []


@pytest.mark.parametrize(
    ("dice", "category", "points"),
    [
        ((3, 3, 3, 3, 5), "two pairs", 0),
        ((5, 5, 3, 3, 3), "two pairs", 16),
        ((4, 4, 4, 4, 4), "full house", 0),
        ((5, 3, 3, 3, 5), "pair", 10),
        ((5, 5, 5, 5, 5), "pair", 10),
        ((5, 5, 3, 3, 3), "full house", 19),
        ((1, 2, 3, 4, 6), "small straight", 0),
        ((1, 1, 1, 1, 1), "yatzy", 50),
    ],
)
def test_what_is_right_here_is_what_the_statement_says(dice, category, points):
    assert right(dice, category) == points


def test_the_order_of_the_dice_makes_no_difference():
    yatzy = load(STORY.designs[0].code)
    turned = {(dice, category): score((dice[::-1], category), yatzy) for dice, category in SCORES}
    assert turned == SCORES


def test_the_program_scores_each_line():
    printed = "".join(f"{points}\n" for points in SCORES.values())
    assert run_program(LINES["everything"], load(STORY.designs[0].code)) == (printed, "")


def test_these_steps_are_refactorings_and_this_one_is_finished():
    assert [step.number for step in STORY.steps if step.kind == "refactoring"] == [5, 13, 14]
    assert [step.number for step in STORY.designs] == [16]
