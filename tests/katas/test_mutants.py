"""The mutants: each has one fault, which one can make in its step."""

import re
import sys
from functools import cache

import pytest
from helpers import TOP

from dojo.runner.matrix import matrix, on_mutants
from dojo.story.mutants import read_mutants
from dojo.story.story import read_story
from katas.cases import load
from katas.poker import story
from katas.poker.inputs import Answers, all_inputs, shown

ROMAN = read_story(TOP / "katas" / "roman")
MUTANTS = read_mutants(story())
ALL = [pytest.param(one, id=f"{of.name} {one.name}") for of in (story(), ROMAN) for one in read_mutants(of)]
INPUTS = all_inputs()
THEMES = {"reading cards", "flushes", "straights", "groups", "kickers", "ties", "labels", "best of seven"}
THEMES |= {"marking", "errors", "spellings", "two hands"}
THEMES_OF_ROMAN = {"letters", "pairs", "limits", "reading", "what is no numeral", "the program"}


@cache
def answers(code):
    """What an evaluator answers to each input, as far as somebody reads."""
    return Answers(load(code), INPUTS)


RIGHT = story().designs[0].code


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
    assert [step.number for step in story().designs] == [65, 66, 67, 68, 69, 70, 71]
    assert [step.number for step in story().designs if [*answers(step.code)] != [*answers(RIGHT)]] == []


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_its_docstring_shows_the_shortest_input_on_which_it_differs(mutant):
    assert mutant.fields["shown by"] == shown(mutant.step, INPUTS, answers(mutant.whole), answers(RIGHT))


@pytest.mark.parametrize("mutant", ALL)
def test_it_tells_what_it_does_and_where_and_asks_a_riddle_that_gives_no_hand_away(mutant):
    assert mutant.does.endswith(".")
    assert mutant.origin.endswith((".", "?", ")"))
    assert set(mutant.fields) - {"needs"} == {"step", "theme", "shown by", "riddle", "hint"}
    assert "?" not in mutant.fields["riddle"]
    for words in (mutant.fields["riddle"], mutant.fields["hint"]):
        assert re.findall(r"[2-9TJQKA][♣♦♥♠]", words) == []
        assert words not in (mutant.does, mutant.origin)


@pytest.mark.parametrize(("of", "least", "themes"), [(story(), 48, THEMES), (ROMAN, 16, THEMES_OF_ROMAN)])
def test_there_are_many_on_every_theme_and_no_two_have_the_same_riddle(of, least, themes):
    mutants = read_mutants(of)
    assert len(mutants) >= least
    assert {mutant.fields["theme"] for mutant in mutants} == themes
    assert len({mutant.fields["riddle"] for mutant in mutants}) == len(mutants)


def too_early(of):
    """For each mutant of a story: the tests that drive a step before its own, and that it does not pass."""
    driving = [test for test in matrix(of).tests if test.kind == "drives"]
    return [
        (mutant.name, test.rule)
        for mutant, column in on_mutants(of).items()
        for test in driving
        if test.written < mutant.step and column[test.id].colour != "green"
    ]


def test_each_of_roman_numerals_passes_what_drives_the_steps_before_its_own():
    """Those of poker hands take longer: tests/check/test_poker.py."""
    assert too_early(ROMAN) == []


def test_no_two_answer_the_same():
    assert same({mutant.name: answers(mutant.whole) for mutant in MUTANTS}) == []


def test_two_that_are_one_are_noticed_and_one_that_is_right_differs_on_no_input():
    other = answers(f"{RIGHT}\n")
    assert same({"one": answers(RIGHT), "other": other}) == [["one", "other"]]
    assert shown(65, INPUTS, other, answers(RIGHT)) == ""


def test_it_is_a_program_too(here):
    """Beside the module that it takes its rest from."""
    (two_pairs,) = (mutant for mutant in MUTANTS if mutant.name == "two_pairs")
    made = here.run(sys.executable, "-B", two_pairs.file, stdin="A♣ A♦ K♣ K♦ 2♣ 3♦ 5♣\n", PYTHONUTF8="1")
    assert (made.returncode, made.stdout) == (0, "A♣ A♦ K♣ K♦ 2♣ 3♦ 5♣ Two Pairs (winner)\n")
