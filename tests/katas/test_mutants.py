"""The mutants of poker: each has one fault, which one can make in its step. Law 9: our suite catches each."""

import re
import sys
from functools import cache
from types import ModuleType

import pytest
from helpers import TOP

from dojo.engine.columns import matrix
from dojo.engine.proof.mutants import on_mutants
from dojo.story.mutants import mutants
from katas.poker import story
from katas.poker.inputs import Answers, all_inputs, shown

MUTANTS = mutants(story())
EACH = pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
INPUTS = all_inputs()
THEMES = {"reading cards", "flushes", "straights", "groups", "kickers", "ties", "labels", "best of seven"}
THEMES |= {"marking", "errors", "spellings", "two hands"}


@cache
def answered(name, code):
    """What an evaluator answers to each input, as far as somebody reads."""
    module = sys.modules[name] = ModuleType(name)
    try:
        exec(compile(code, name, "exec"), module.__dict__)
    finally:
        del sys.modules[name]
    return Answers(module, INPUTS)


def right():
    """What the right ones answer."""
    return answered("right", story().designs[0].code)


def of_mutant(mutant):
    """What a mutant answers."""
    return answered(f"mutant_{mutant.name}", mutant.whole)


def same(answers_of):
    """Those that answer the same to everything; whoever has given an answer of its own is not asked more."""
    alike = [[(name, iter(answers)) for name, answers in answers_of.items()]]
    for _ in INPUTS:
        alike = [part for group in alike for part in by_next_answer(group) if len(part) > 1]
    return [sorted(name for name, _ in group) for group in alike]


def by_next_answer(group):
    """A group of those who have answered the same so far, in parts by what they answer next."""
    parts = {}
    for name, answers in group:
        parts.setdefault(repr(next(answers)), []).append((name, answers))
    return parts.values()


def test_the_right_ones_are_of_different_design_and_answer_the_same():
    assert [step.number for step in story().designs] == [67, 68, 69, 70, 71, 72, 73]
    assert [step.number for step in story().designs if [*answered(step.name, step.code)] != [*right()]] == []


@EACH
def test_its_docstring_shows_the_shortest_input_on_which_it_differs(mutant):
    assert mutant.shown_by == shown(mutant.step, INPUTS, of_mutant(mutant), right())


@EACH
def test_it_tells_what_it_does_and_where_and_asks_a_riddle_that_gives_no_hand_away(mutant):
    assert mutant.does.endswith(".")
    assert mutant.origin.endswith((".", "?", ")"))
    assert set(mutant.fields) - {"needs"} == {"step", "theme", "shown by", "riddle", "hint"}
    assert "?" not in mutant.fields["riddle"]
    for words in (mutant.fields["riddle"], mutant.fields["hint"]):
        assert re.findall(r"[2-9TJQKA][♣♦♥♠]", words) == []
        assert words not in (mutant.does, mutant.origin)


def test_there_are_many_on_every_theme_and_no_two_answer_the_same_or_have_the_same_riddle():
    assert len(MUTANTS) >= 48
    assert {mutant.theme for mutant in MUTANTS} == THEMES
    assert same({mutant.name: of_mutant(mutant) for mutant in MUTANTS}) == []
    assert len({mutant.fields["riddle"] for mutant in MUTANTS}) == len(MUTANTS)


def test_two_that_are_one_are_noticed_and_one_that_is_right_differs_on_no_input():
    one, other = (answered(name, story().designs[0].code) for name in ("one", "other"))
    assert same({"one": one, "other": other}) == [["one", "other"]]
    assert shown(67, INPUTS, other, right()) == ""


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
    "The dialogue (Haskell)": "suits_break_ties kings_over_nines_are_a_straight only_the_wheel_is_a_straight"
    " best_is_only_a_ranking two_pairs an_empty_line_at_the_end",
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


def test_it_is_a_program_too(here):
    """Beside the module that it takes its rest from."""
    (two_pairs,) = (mutant for mutant in MUTANTS if mutant.name == "two_pairs")
    made = here.run(sys.executable, "-B", two_pairs.file, stdin="A♣ A♦ K♣ K♦ 2♣ 3♦ 5♣\n", PYTHONUTF8="1")
    assert (made.returncode, made.stdout) == (0, "A♣ A♦ K♣ K♦ 2♣ 3♦ 5♣ Two Pairs (winner)\n")
