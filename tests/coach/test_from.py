"""`make start KATA=buzz FROM=ada`: a kata begun where another one has led to."""

import pytest

from coach.conftest import FIZZ, NUMBERS, ONE, in_a_line, ran, told
from dojo.attempt.attempt import find
from dojo.attempt.create import create


@pytest.fixture
def both(small):
    """The small story with a second kata, which shares three of its four tests, and ada, who has tidied up
    after the first kata.
    """
    small.edit("story.toml", 'of_no_kata = ["test_more.py::test_names_are_said_back"]', "of_no_kata = []")
    small.add_kata("buzz", "test_more.py::test_names_are_said_back").add_kata("other")
    ada, tidy = create(small.workspace, "ada", "fizz"), FIZZ.replace("number", "n")
    for code, revealed in [(ONE, 0), (NUMBERS, 2), (FIZZ, 3), (FIZZ, 4), (tidy, 4)]:
        ada.module.write_text(code)
        ran(ada, revealed=revealed)
    return small


def test_it_has_the_code_as_it_was_when_the_shared_tests_were_done_and_what_is_left_comes_next(both, show):
    onward = "Another kata, buzz: make start NAME=ada-buzz KATA=buzz FROM=ada\n"
    assert onward in show("next", "NAME=ada")  # at its end it names those that share its beginning
    shown = show("start", "NAME=bo", "KATA=buzz", "FROM=ada")
    bo = find(both.workspace, "bo")
    assert (bo.module.read_text(), bo.setting("origin")) == (FIZZ, "ada, light 4")
    begins = "It begins with what was in ada, light 4: 3 of the 4 tests of buzz are done, which leaves 1."
    assert begins in in_a_line(shown)
    assert shown.splitlines()[-1].startswith(" GREEN  bo · 4 green")
    assert told(bo) == [("start", "green", 3)]
    assert "“names are said back”" in show("next", "NAME=bo")


REFUSED = {
    "fizz": ("ada", "ada is an attempt at fizz of small: FROM= names one at another kata of small"),
    "buzz": ("red", "red has no green light with a test of buzz: without FROM= it begins at the first test"),
}


@pytest.mark.parametrize("kata", REFUSED)
def test_what_cannot_be_taken_over_is_told_in_a_line_and_makes_nothing(both, refuse, kata):
    create(both.workspace, "red", "fizz")
    begun, why = REFUSED[kata]
    assert refuse("start", "NAME=bo", f"KATA={kata}", f"FROM={begun}") == why
    assert not both.path("buzz/attempts").exists()


def test_the_shared_part_can_be_taken_in_one_bundle(both, show):
    bo = create(both.workspace, "bo", "buzz")
    bo.module.write_text(NUMBERS)
    ran(bo)
    shown = show("next", "SHARED=1")
    assert "3 more tests pass already: “one is said”, “two is said”, “four is said”" in shown
    assert shown.splitlines()[-1].startswith(" GREEN  bo · 4 green")
    assert told(bo)[-1] == ("next", "green", 3)
    assert "“names are said back”" in show("next", "NAME=bo", "SHARED=1")
