"""Which tests a kata is taught, in which order, and what the hints for them give away.

That every test is of a kata or of none, and every test that drives a step has its hint, the gate says.
"""

import pytest

from dojo.coach.hint import hints_for
from dojo.runner.collect import collect
from dojo.runner.matrix import matrix
from dojo.story.katas import selects
from katas.poker import story
from katas.test_fizzbuzz import STORY as FIZZBUZZ
from katas.test_roman import STORY as ROMAN
from katas.test_rover import STORY as ROVER
from katas.test_tennis import STORY as TENNIS
from katas.test_yatzy import STORY as YATZY

KATAS = {kata.name: kata for kata in story().katas}


@pytest.fixture(scope="module")
def tests():
    """Every test of the suite, in teaching order."""
    return matrix(story()).tests


NEEDED = [
    ("ladder", "test_labels.py", False),
    ("ladder", "test_outcomes.py::test_compare", True),
    ("two_hands", "test_best.py", False),
    ("deals", "test_outcomes.py::test_left_wins", True),
    ("holdem", "test_outcomes.py", False),
    ("holdem", "test_program.py::test_the_program", True),
]


def test_a_kata_is_taught_what_it_needs(tests):
    assert [*KATAS] == ["holdem", "ladder", "two_hands", "deals"]
    for name, start, is_taught in NEEDED:
        assert any(selects(start, test) for test in tests), start
        assert any(selects(start, test) for test in KATAS[name].taught(tests)) == is_taught, (name, start)


GUARDED = [
    ("kings over nines span four and stay a full house", "a straight beats three of a kind"),
    ("then the last card", "the highest card decides"),
    ("the weaker hand compares lower", "the highest card decides"),
    ("a hundred is no ten", "ten as a number"),
]
"""Tests that guard something, each with the test of what it guards: no red of another step between them."""


def test_holdem_is_taught_in_such_an_order(tests):
    taught = KATAS["holdem"].taught(tests)
    rules = [test.rule for test in taught]
    kicker, trips = (rules.index(rule) for rule in ("two pair: the kicker", "three of a kind beat two pair"))
    assert (len(rules), rules[0]) == (294, "a card equals itself")
    assert rules.index("two pair beat a pair") < kicker < trips
    assert rules.index("small letters") < rules.index("a card may not be there twice in two spellings")
    for guard, guarded in GUARDED:
        between = taught[rules.index(guarded) + 1 : rules.index(guard)]
        drives = {test.written for test in between if test.kind == "drives"}
        assert drives <= {taught[rules.index(guarded)].written}, guard


def units_behind_a_program(suite, taught):
    """The tests that call a function, and stand behind one of the same step that runs a program."""
    programs, behind = set(), []
    for test in taught:
        if "program" in suite.items[test.id].fixturenames:
            programs.add(test.written)
        elif test.written in programs:
            behind.append(test.rule)
    return behind


def test_units_come_before_the_program_that_uses_them():
    for one in (story(), ROMAN, FIZZBUZZ, TENNIS, ROVER, YATZY):
        with collect(one) as suite:
            for each in one.katas:
                taught = each.taught(suite.tests)
                assert units_behind_a_program(suite, taught) == []
                assert units_behind_a_program(suite, taught[::-1]) or each.name != "holdem"


STORIES = {
    "poker": story(),
    "roman": ROMAN,
    "fizzbuzz": FIZZBUZZ,
    "tennis": TENNIS,
    "rover": ROVER,
    "yatzy": YATZY,
}


@pytest.mark.parametrize("of", STORIES.values(), ids=[*STORIES])
def test_no_hint_holds_a_line_of_the_code(of):
    """A line of a step with a call, an assignment or a branch in it; `else:` alone gives nothing away."""
    tests = matrix(of).tests
    lines = {line.strip() for step in of.steps for line in step.code.splitlines()}
    given = [hint for test in tests for hint in hints_for(of, tests, test)]
    assert len(given) == 2 * len(tests)
    assert [(hint, line) for hint in given for line in lines if len(line) > 12 and line in hint] == []


def test_hints_name_the_step_that_solves_it(tests):
    wheel = next(test for test in tests if test.rule == "the wheel is a straight")
    assert hints_for(story(), tests, wheel)[1] == "Step 28, The wheel, solves it: make step-28 story"
