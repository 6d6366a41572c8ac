"""Which tests a kata is taught, in which order, and what the hints for them give away.

That every test is of a kata or of none, and every test that drives a step has its hint, the gate says.
"""

import pytest

from dojo.coach.hint import hints_for
from dojo.runner.collect import collect
from dojo.runner.matrix import matrix
from dojo.story.katas import selects

KATAS = ["holdem", "ladder", "two_hands", "deals"]


@pytest.fixture(scope="module")
def story(here):
    return here.story


@pytest.fixture(scope="module")
def tests(story):
    """Every test of the suite, in teaching order."""
    return matrix(story).tests


def kata(story, name):
    return next(kata for kata in story.katas if kata.name == name)


def test_the_katas_of_the_first_story_are_these(story):
    assert [kata.name for kata in story.katas] == KATAS


NEEDED = [
    pytest.param("ladder", "test_labels.py", False, id="the ladder needs no labels"),
    pytest.param("ladder", "test_outcomes.py::test_compare", True, id="the ladder compares"),
    pytest.param("two_hands", "test_best.py", False, id="two hands have five cards each"),
    pytest.param("deals", "test_outcomes.py::test_left_wins", True, id="deals are counted"),
    pytest.param("holdem", "test_outcomes.py", False, id="hold'em has many players"),
    pytest.param("holdem", "test_program.py::test_the_program", True, id="hold'em is a program"),
]


@pytest.mark.parametrize(("name", "start", "is_taught"), NEEDED)
def test_a_kata_is_taught_what_it_needs(story, tests, name, start, is_taught):
    assert any(selects(start, test) for test in tests)
    assert any(selects(start, test) for test in kata(story, name).taught(tests)) == is_taught


def test_holdem_is_taught_in_such_an_order(story, tests):
    rules = [test.rule for test in kata(story, "holdem").taught(tests)]
    kicker, trips = (rules.index(rule) for rule in ("two pair: the kicker", "three of a kind beat two pair"))
    assert rules[0] == "a card equals itself"
    assert rules.index("two pair beat a pair") < kicker < trips
    assert rules.index("small letters") < rules.index("a card may not be there twice in two spellings")
    assert len(rules) == 285


def units_behind_a_program(suite, taught):
    """The tests that call a function, and stand behind one of the same step that runs a program."""
    programs, behind = set(), []
    for test in taught:
        if "program" in suite.items[test.id].fixturenames:
            programs.add(test.written)
        elif test.written in programs:
            behind.append(test.rule)
    return behind


def test_units_come_before_the_program_that_uses_them(here, story):
    for one in (story, here.workspace.story("roman")):
        with collect(one) as suite:
            for each in one.katas:
                taught = each.taught(suite.tests)
                assert units_behind_a_program(suite, taught) == []
                one_would_be_named = units_behind_a_program(suite, taught[::-1])
                assert one_would_be_named or each.name != "deals"


FULL_HOUSE = "kings over nines span four and stay a full house"
BESIDE = [
    pytest.param(FULL_HOUSE, "a straight beats three of a kind", id="a straight"),
    pytest.param("then the last card", "the highest card decides", id="a high card"),
    pytest.param("the weaker hand compares lower", "the highest card decides", id="a weaker hand"),
    pytest.param("a hundred is no ten", "ten as a number", id="a ten"),
]


@pytest.mark.parametrize(("guard", "guarded"), BESIDE)
def test_a_guard_stands_before_any_other_red_than_that_of_what_it_guards(story, tests, guard, guarded):
    taught = kata(story, "holdem").taught(tests)
    rules = [test.rule for test in taught]
    between = taught[rules.index(guarded) + 1 : rules.index(guard)]
    written = taught[rules.index(guarded)].written
    assert [test.rule for test in between if test.kind == "drives" and test.written != written] == []


@pytest.mark.parametrize("name", ["poker", "roman"])
def test_no_hint_holds_a_line_of_the_code(here, name):
    """A line of a step with a call, an assignment or a branch in it; `else:` alone gives nothing away."""
    story = here.workspace.story(name)
    tests = matrix(story).tests
    lines = {line.strip() for step in story.steps for line in step.code.splitlines()}
    telling = {line for line in lines if len(line) > 12}
    given = [hint for test in tests for hint in hints_for(story, tests, test)]
    assert len(given) == 2 * len(tests)
    assert [(hint, line) for hint in given for line in telling if line in hint] == []


def test_hints_name_the_step_that_solves_it(story, tests):
    wheel = next(test for test in tests if test.rule == "the wheel is a straight")
    assert hints_for(story, tests, wheel)[1] == "Step 19, The wheel, solves it: make step-19 story"
