"""`make start KATA=buzz FROM=ada`: a kata begun where another one has led to."""

import pytest

from coach.conftest import NUMBERS, ONE, in_a_line
from dojo.attempt.attempt import find
from dojo.attempt.create import create
from dojo.attempt.light import all_lights, record

FIZZ = 'def say(number):\n    return "Fizz" if number == 3 else str(number)\n'
TIDY = 'def say(n):\n    return "Fizz" if n == 3 else str(n)\n'


def run(attempt, code, revealed):
    attempt.module.write_text(code)
    record(attempt, verb="next", colour="green", counts={}, revealed=revealed)


@pytest.fixture
def both(small):
    """The small story with a second kata, of whose four tests three are those of the first."""
    small.edit("story.toml", 'of_no_kata = ["test_more.py::test_names_are_said_back"]', "of_no_kata = []")
    return small.add_kata("buzz", "test_more.py::test_names_are_said_back").add_kata("other")


@pytest.fixture(autouse=True)
def ada(both):
    """Somebody who has done the first kata, and tidied up after it."""
    ada = create(both.workspace, "ada", "fizz")
    for code, revealed in [(ONE, 0), (NUMBERS, 2), (FIZZ, 3), (FIZZ, 4), (TIDY, 4)]:
        run(ada, code, revealed)
    return ada


def test_it_has_the_code_as_it_was_when_the_shared_tests_were_done_and_what_is_left_comes_next(both, show):
    told = "Another kata, buzz: make start NAME=ada-buzz KATA=buzz FROM=ada\n"
    assert told in show("next", "NAME=ada")  # at its end it names those that share its beginning
    shown = show("start", "NAME=bo", "KATA=buzz", "FROM=ada")
    bo = find(both.workspace, "bo")
    assert bo.module.read_text() == FIZZ
    assert bo.setting("origin") == "ada, light 4"
    told = "It begins with what was in ada, light 4: 3 of the 4 tests of buzz are done, which leaves 1."
    assert told in in_a_line(shown)
    assert shown.splitlines()[-1].startswith(" GREEN  bo · 4 green")
    (light,) = all_lights(bo)
    assert (light.verb, light.colour, light.revealed) == ("start", "green", 3)
    assert "“names are said back”" in show("next", "NAME=bo")


NO_GREEN = "green has no green light with a test of buzz: without FROM= it begins at the first test"
OTHER = "FROM= names one at another kata of small"
REFUSED = {
    "the same kata": ("fizz", "ada", f"ada is an attempt at fizz of small: {OTHER}"),
    "nobody's green": ("buzz", "green", NO_GREEN),
}


@pytest.mark.parametrize(("kata", "begun", "told"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_taken_over_is_told_in_a_line_and_makes_nothing(both, refuse, kata, begun, told):
    create(both.workspace, "green", "fizz")
    assert refuse("start", "NAME=bo", f"KATA={kata}", f"FROM={begun}") == told
    assert not both.path("buzz/attempts").exists()


def test_the_shared_part_can_be_taken_in_one_bundle(both, show):
    bo = create(both.workspace, "bo", "buzz")
    run(bo, NUMBERS, 0)
    shown = show("next", "SHARED=1")
    assert "3 more tests pass already: “one is said”, “two is said”, “four is said”" in shown
    assert shown.splitlines()[-1].startswith(" GREEN  bo · 4 green")
    assert all_lights(bo)[-1].revealed == 3
    assert "“names are said back”" in show("next", "NAME=bo", "SHARED=1")
