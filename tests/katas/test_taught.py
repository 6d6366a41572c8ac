"""Which tests a kata is taught, in which order, and what the hints for them give away.

That every test is of a kata or of none, and every step has its hint, the gate says.
"""

import pytest

from dojo.coach.hint import hints
from dojo.engine.suite import with_suite
from dojo.story.katas import selects
from dojo.story.tests import SuiteTest

KATAS = ["holdem", "ladder", "two_hands", "deals"]


@pytest.fixture(scope="module")
def story(here):
    return here.story


def rows(story):
    """Every test of the suite, in teaching order, with the name of its function and its row."""
    return with_suite(story, lambda suite: [(test, *suite.row(test)) for test in suite.tests])


@pytest.fixture(scope="module")
def suite(story):
    return rows(story)


@pytest.fixture(scope="module")
def tests(suite):
    return [test for test, _, _ in suite]


def kata(story, name):
    return next(kata for kata in story.katas if kata.name == name)


def test_the_katas_of_the_first_story_are_these(story):
    assert [kata.name for kata in story.katas] == KATAS


NEEDED = [
    pytest.param("ladder", "test_labels.py", False, id="the ladder needs no labels"),
    pytest.param("ladder", "test_two_hands.py::test_compare", True, id="the ladder compares"),
    pytest.param("two_hands", "test_best.py", False, id="two hands have five cards each"),
    pytest.param("deals", "test_two_hands.py::test_left_wins", True, id="deals are counted"),
    pytest.param("holdem", "test_two_hands.py", False, id="hold'em has many players"),
    pytest.param("holdem", "test_program.py::test_the_program", True, id="hold'em is a program"),
]


@pytest.mark.parametrize(("name", "start", "is_taught"), NEEDED)
def test_a_kata_is_taught_what_it_needs(story, tests, name, start, is_taught):
    assert any(selects(start, test) for test in tests)
    assert any(selects(start, test) for test in kata(story, name).taught(tests)) == is_taught


def test_a_test_of_the_last_step_comes_before_the_red_of_the_next(story, tests):
    rules = [test.rule for test in kata(story, "holdem").taught(tests)]
    kicker, trips = (rules.index(rule) for rule in ("two pair: the kicker", "three of a kind beat two pair"))
    assert rules[0] == "a card equals itself"
    assert rules.index("two pair beat a pair") < kicker < trips


def test_holdem_is_taught_so_many_tests(story, tests):
    assert len(kata(story, "holdem").taught(tests)) == 247


@pytest.mark.parametrize("name", ["poker", "roman"])
def test_no_hint_holds_a_line_of_the_code(here, name):
    """A line of a step with a call, an assignment or a branch in it; `else:` alone gives nothing away."""
    story = here.workspace.story(name)
    suite = rows(story)
    lines = {line.strip() for step in story.steps for line in step.code.splitlines()}
    telling = {line for line in lines if len(line) > 12}
    given = [hint for test, function, row in suite for hint in hints(story, test, function, row)]
    assert len(given) == 3 * len(suite)
    assert [(hint, line) for hint in given for line in telling if line in hint] == []


def test_a_hint_names_the_rule_and_the_values_of_the_row(story, suite):
    (first,) = [
        hints(story, test, function, row)[0]
        for test, function, row in suite
        if test.rule == "a six beats a five"
    ]
    assert first == (
        "The rule: cards compare by value; here, “a six beats a five”, with higher = '6♣', lower = '5♠'."
    )


def test_hints_name_the_step_that_solves_it(story):
    test = SuiteTest("tests/suite/test_hands.py::test_x[the wheel]", "the wheel", "drives", 19)
    assert hints(story, test, "test_x", {})[2] == "Step 19, The wheel, solves it: make step-19 story"
