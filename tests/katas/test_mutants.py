"""The mutants of poker: each has one fault, which one can make in its step."""

import re
import sys
from functools import cache
from types import ModuleType

import pytest

from dojo.story.mutants import read_mutants
from katas.poker import story
from katas.poker.inputs import Answers, all_inputs, shown

MUTANTS = read_mutants(story())
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
    assert [step.number for step in story().designs] == [65, 66, 67, 68, 69, 70, 71]
    assert [step.number for step in story().designs if [*answered(step.name, step.code)] != [*right()]] == []


@EACH
def test_its_docstring_shows_the_shortest_input_on_which_it_differs(mutant):
    assert mutant.fields["shown by"] == shown(mutant.step, INPUTS, of_mutant(mutant), right())


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
    assert {mutant.fields["theme"] for mutant in MUTANTS} == THEMES
    assert same({mutant.name: of_mutant(mutant) for mutant in MUTANTS}) == []
    assert len({mutant.fields["riddle"] for mutant in MUTANTS}) == len(MUTANTS)


def test_two_that_are_one_are_noticed_and_one_that_is_right_differs_on_no_input():
    one, other = (answered(name, story().designs[0].code) for name in ("one", "other"))
    assert same({"one": one, "other": other}) == [["one", "other"]]
    assert shown(65, INPUTS, other, right()) == ""


def test_it_is_a_program_too(here):
    """Beside the module that it takes its rest from."""
    (two_pairs,) = (mutant for mutant in MUTANTS if mutant.name == "two_pairs")
    made = here.run(sys.executable, "-B", two_pairs.file, stdin="A♣ A♦ K♣ K♦ 2♣ 3♦ 5♣\n", PYTHONUTF8="1")
    assert (made.returncode, made.stdout) == (0, "A♣ A♦ K♣ K♦ 2♣ 3♦ 5♣ Two Pairs (winner)\n")
