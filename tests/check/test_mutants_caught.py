"""The mutants of poker in the suite: law 9 says that each is caught; here it says when, and by which test."""

import re

import pytest
from helpers import TOP
from katas.test_rules import KATAS, SHOWN, listed

from dojo.runner.matrix import matrix, on_mutants
from dojo.story.mutants import read_mutants
from katas.poker import story

MUTANTS = read_mutants(story())


def caught():
    """By the name of each mutant: the rules of the tests that notice it."""
    columns = on_mutants(story())
    return {
        mutant.name: {cell.rule for cell in column.values() if cell.colour != "green"}
        for mutant, column in columns.items()
    }


def too_early(driving, caught):
    """For each mutant: the tests that drive a step before its own, and that it does not pass."""
    return {
        (mutant.name, test.rule)
        for mutant in MUTANTS
        for test in driving
        if test.written < mutant.step and test.rule in caught[mutant.name]
    }


def test_each_passes_what_drives_the_steps_before_its_own():
    driving = [test for test in matrix(story()).tests if test.kind == "drives"]
    assert too_early(driving, caught()) == set()
    fails_all = {mutant.name: {"five clubs are a flush"} for mutant in MUTANTS}
    assert ("two_pairs", "five clubs are a flush") in too_early(driving, fails_all)


SLIPS = {
    "Poker Hand, a dialogue (Haskell)": "suits_break_ties kings_over_nines_are_a_straight"
    " only_the_wheel_is_a_straight best_is_only_a_ranking two_pairs an_empty_line_at_the_end",
    "Three first stabs (Common Lisp, Clojure, Haskell)": "no_wheel cards_that_cannot_be_compared"
    " compared_from_the_highest_card left_hand_wins_in_a_ranking three_of_a_kind_crash each_value_once"
    " suits_break_the_last_tie",
    "Valuations (F#)": "wheel_counts_its_ace_high wheel_in_one_suit_ace_high",
    "Hand power (Scala)": "first_equal_values_draw wheel_counts_its_ace_high",
    "The thousand deals (F#)": "a_draw_is_lost no_wheel_in_one_suit",
}
"""What each row of `katas/poker/slips.md` tells, as an evaluator."""


def slips():
    """The document of each row, and the test that catches it, as the page has them."""
    for part in (TOP / "katas" / "poker" / "slips.md").read_text(encoding="utf-8").split("\n## ")[1:]:
        for row in re.findall(r"^\| (?!what it does).+\|$", part, re.MULTILINE):
            (rule,) = re.findall(r" \| `([^`]+)`[^|]*\|$", row)
            yield part.partition("\n")[0], rule


def test_every_slip_is_an_evaluator_and_the_test_that_is_named_beside_it_catches_it():
    planted = [(document, mutant) for document, named in SLIPS.items() for mutant in named.split()]
    assert [document for document, _ in slips()] == [document for document, _ in planted]
    catching = caught()
    missed = [
        (mutant, rule)
        for (_, mutant), (_, rule) in zip(planted, slips(), strict=True)
        if rule not in catching[mutant]
    ]
    assert missed == []
    assert "two pair" in catching["two_pairs"] - catching["no_wheel"]


@pytest.mark.parametrize("kata", KATAS)
def test_the_mutants_below_the_rules_of_a_kata_are_those_that_can_be_shown_there(kata):
    own = {test.rule for test in KATAS[kata].taught(matrix(story()).tests)}
    by_tests = {name for name, rules in caught().items() if rules & own}
    shown = {mutant for of, mutant, *_ in SHOWN if of == kata}
    assert set(listed(kata)) - by_tests == shown
    assert by_tests - set(listed(kata)) == set()
