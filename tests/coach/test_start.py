"""`make start`: a new attempt, and its own first test, which is red; MODE=mine: no test yet; FROM=: the code
of an attempt at another kata.
"""

import pytest
from helpers import all_runs

from coach.conftest import FIZZ, NUMBERS, ONE, in_a_line, list_runs, ran
from dojo.attempt.attempt import find
from dojo.attempt.create import create


def test_start_makes_an_attempt_and_shows_its_own_first_test_red(bare, show):
    shown = show("start", "NAME=tables-3")
    assert shown.splitlines()[-1].startswith(" RED  tables-3 · 1 with a name missing")
    assert "“one is said” is red: AttributeError: module 'fizz' has no attribute 'say'" in in_a_line(shown)
    assert "This is yours: kata/attempts/tables-3/ with fizz.py and test_fizz.py." in shown
    assert "make next NAME=tables-3" in shown
    assert "make watch NAME=tables-3" in shown
    (light,) = all_runs(find(bare.workspace, "tables-3"))
    assert light.verb == "start"
    assert light.colour == "red"
    assert light.counts == {"green": 0, "red": 1, "amber": 0}


def test_it_makes_an_attempt_without_a_test_of_ours(bare, show, refuse):
    unknown = "MODE=ours: use mine, or leave it out"
    assert refuse("start", "NAME=tables-3", "MODE=ours") == unknown
    shown = show("start", "NAME=tables-3", "MODE=mine")
    assert "with fizz.py, ideas.txt and test_fizz.py. You write the tests." in in_a_line(shown)
    assert shown.splitlines()[-1].rstrip() == " AMBER  tables-3 · no test yet"
    attempt = find(bare.workspace, "tables-3")
    (light,) = all_runs(attempt)
    assert light.verb == "start"
    assert light.colour == "amber"
    assert light.revealed == 0
    assert light.own == {}
    assert attempt.is_own


@pytest.mark.usefixtures("bare")
def test_the_names_of_its_files_are_not_broken_at_the_end_of_a_line(show):
    name = "the-table-next-to-the-window"
    shown = show("start", f"NAME={name}", "MODE=mine")
    assert shown.splitlines()[:2] == [
        f"This is yours: kata/attempts/{name}/",
        "with fizz.py, ideas.txt and test_fizz.py.",
    ]


@pytest.fixture
def both(bare):
    """The small story with a second kata, which shares three of its four tests, and ada, who has tidied up
    after the first kata.
    """
    bare.edit("story.toml", 'of_no_kata = ["test_more.py::test_names_are_said_back"]', "of_no_kata = []")
    bare.add_kata("buzz", "test_more.py::test_names_are_said_back").add_kata("other")
    ada, tidy = create(bare.workspace, "ada", "fizz"), FIZZ.replace("number", "n")
    for code, revealed in [(ONE, 0), (NUMBERS, 2), (FIZZ, 3), (FIZZ, 4), (tidy, 4)]:
        ada.module.write_text(code)
        ran(ada, revealed=revealed)
    return bare


def test_it_has_the_code_of_the_time_when_the_shared_tests_were_done(both, show):
    onward = "Another kata, buzz: make start NAME=ada-buzz KATA=buzz FROM=ada\n"
    assert onward in show("next", "NAME=ada")  # at its end it names those that share its beginning
    shown = show("start", "NAME=bo", "KATA=buzz", "FROM=ada")
    bo = find(both.workspace, "bo")
    assert bo.module.read_text() == FIZZ
    assert bo.setting("origin") == "ada, light 4"
    begins = "It begins with what was in ada, light 4: 3 of the 4 tests of buzz are done, which leaves 1."
    assert begins in in_a_line(shown)
    assert shown.splitlines()[-1].startswith(" GREEN  bo · 4 green")
    assert list_runs(bo) == [("start", "green", 3)]
    assert "“names are said back”" in show("next", "NAME=bo")


NOT_TAKEN_OVER = [
    pytest.param(
        "fizz",
        "ada",
        "ada is an attempt at fizz of small: FROM= names one at another kata of small",
        id="the same kata",
    ),
    pytest.param(
        "buzz",
        "red",
        "red has no green light with a test of buzz: without FROM= it begins at the first test",
        id="never green",
    ),
]


@pytest.mark.parametrize(("kata", "origin", "why"), NOT_TAKEN_OVER)
def test_what_cannot_be_taken_over_is_told_in_a_line_and_makes_nothing(both, refuse, kata, origin, why):
    create(both.workspace, "red", "fizz")
    assert refuse("start", "NAME=bo", f"KATA={kata}", f"FROM={origin}") == why
    assert list(both.root.glob("*/attempts/bo")) == []


def test_the_shared_part_can_be_taken_in_one_bundle(both, show):
    bo = create(both.workspace, "bo", "buzz")
    bo.module.write_text(NUMBERS)
    ran(bo)
    shown = show("next", "SHARED=1")
    assert "2 more tests pass already: “two is said”, “four is said”" in shown
    assert shown.splitlines()[-1].startswith(" GREEN  bo · 4 green")
    assert list_runs(bo)[-1] == ("next", "green", 3)
    assert "“names are said back”" in show("next", "NAME=bo", "SHARED=1")


EVENING = ["start", "next", "bar", "hint", "where", "back TO=1", "lights", "prove"]


def test_an_evening_needs_no_git(bare, capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    statuses = {words: bare.verb(*words.split(), "NAME=tables-3") for words in EVENING}
    assert {words: status for words, status in statuses.items() if status} == {}
    assert "git" not in capsys.readouterr().err
