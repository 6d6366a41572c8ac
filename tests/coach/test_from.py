"""`make start KATA=buzz FROM=ada`: a kata begun where another one has led to."""

import pytest

from coach.conftest import ONE
from dojo.attempt.attempts import find
from dojo.attempt.creation import create
from dojo.attempt.lights import all_lights, record

BUZZ = """
[katas.buzz]
folder = "buzz"
first_test = "kata/first_test.py"
tests = ["test_more.py::test_names_are_said_back"]

[katas.other]
folder = "other"
first_test = "kata/first_test.py"
tests = []
"""
NUMBERS = "def say(number):\n    return str(number)\n"
FIZZ = 'def say(number):\n    return "Fizz" if number == 3 else str(number)\n'
TIDY = 'def say(n):\n    return "Fizz" if n == 3 else str(n)\n'


@pytest.fixture
def both(small):
    """The small story with a second kata, of whose four tests three are those of the first."""
    small.edit("story.toml", 'of_no_kata = ["test_more.py::test_names_are_said_back"]', "of_no_kata = []")
    file = small.path("story.toml")
    file.write_text(file.read_text() + BUZZ)
    for kata in ("buzz", "other"):
        small.path(kata).mkdir()
        small.path(f"{kata}/README.md").write_text(f"# {kata.title()}\n")
    return small


@pytest.fixture
def ada(both):
    """Somebody who has done the first kata, and tidied up after it."""
    ada = create(both.workspace, "ada", "fizz")
    for code, revealed in [(ONE, 0), (NUMBERS, 2), (FIZZ, 3), (FIZZ, 4), (TIDY, 4)]:
        ada.module.write_text(code)
        record(ada, verb="next", colour="green", counts={}, revealed=revealed)
    return ada


@pytest.mark.usefixtures("ada")
def test_it_has_the_code_as_it_was_when_the_shared_tests_were_done(both, capsys):
    assert both.verb("start", "NAME=bo", "KATA=buzz", "FROM=ada") == 0
    bo = find(both.workspace, "bo")
    assert bo.module.read_text() == FIZZ
    assert bo.setting("origin") == "ada, light 4"
    shown = capsys.readouterr().out
    told = "It begins with what ada had at light 4: 3 of the 4 tests of buzz are done, and 1 is left."
    assert told in " ".join(shown.split())
    assert shown.splitlines()[-1].startswith(" GREEN  bo · 4 green")
    (light,) = all_lights(bo)
    assert (light.verb, light.colour, light.told["revealed"]) == ("start", "green", 3)


@pytest.mark.usefixtures("ada")
def test_what_is_left_comes_next(both, capsys):
    both.verb("start", "NAME=bo", "KATA=buzz", "FROM=ada")
    capsys.readouterr()
    assert both.verb("next", "NAME=bo") == 0
    assert "“names are said back”" in capsys.readouterr().out


def test_of_somebody_on_the_way_it_takes_what_is_done(both, ada, capsys):
    record(ada, verb="back", colour="amber", counts={}, to=2, revealed=2)
    half = create(both.workspace, "half", "fizz")
    half.module.write_text(NUMBERS)
    record(half, verb="next", colour="green", counts={}, revealed=2)
    assert both.verb("start", "NAME=bo", "KATA=buzz", "FROM=half") == 0
    assert "2 of the 4 tests of buzz are done, and 2 are left." in " ".join(capsys.readouterr().out.split())


REFUSED = [
    pytest.param(["KATA=buzz", "FROM=eve"], "there is no attempt eve: there are ada", id="nobody"),
    pytest.param(
        ["KATA=fizz", "FROM=ada"],
        "ada is an attempt at fizz itself: FROM= names one at another kata",
        id="same",
    ),
]


@pytest.mark.usefixtures("ada")
@pytest.mark.parametrize(("words", "told"), REFUSED)
def test_what_cannot_be_taken_over_is_told_in_a_line_and_makes_nothing(both, capsys, words, told):
    assert both.verb("start", "NAME=bo", *words) == 2
    assert capsys.readouterr().err.startswith(told)
    assert not both.path("buzz/attempts").exists()


def test_without_a_green_light_there_is_nothing_to_take_over(both, capsys):
    create(both.workspace, "ada", "fizz")
    assert both.verb("start", "NAME=bo", "KATA=buzz", "FROM=ada") == 2
    told = "ada has no green light with a test of buzz: without FROM= it begins at the first test\n"
    assert capsys.readouterr().err == told
    assert not both.path("buzz/attempts").exists()


def test_the_shared_part_can_be_taken_in_one_bundle(both, capsys):
    bo = create(both.workspace, "bo", "buzz")
    bo.module.write_text(NUMBERS)
    both.verb("next")
    capsys.readouterr()
    assert both.verb("next", "SHARED=1") == 0
    shown = capsys.readouterr().out
    assert "3 more that your code already keeps:\n  “one is said” · “two is said” · “four is said”" in shown
    assert shown.splitlines()[-1].startswith(" GREEN  bo · 4 green")
    assert all_lights(bo)[-1].told["revealed"] == 3


def test_the_bundle_stops_at_the_first_that_is_not_green(both, capsys):
    bo = create(both.workspace, "bo", "buzz")
    bo.module.write_text(ONE)
    both.verb("next")
    capsys.readouterr()
    assert both.verb("next", "SHARED=1") == 0
    shown = capsys.readouterr().out
    assert "The next test, 2 of 4: “two is said”" in shown
    assert all_lights(bo)[-1].told["revealed"] == 2


def test_where_nothing_is_shared_any_more_it_says_so(both, capsys):
    bo = create(both.workspace, "bo", "buzz")
    bo.module.write_text(NUMBERS)
    record(bo, verb="next", colour="green", counts={}, revealed=3)
    assert both.verb("next", "SHARED=1") == 2
    told = "you have all tests that buzz shares with another kata: leave SHARED= out\n"
    assert capsys.readouterr().err == told


@pytest.mark.usefixtures("ada")
def test_the_end_of_a_kata_names_those_that_share_its_beginning(both, capsys):
    assert both.verb("next", "NAME=ada") == 0
    shown = capsys.readouterr().out
    assert "Another kata, buzz: make start NAME=ada-buzz KATA=buzz FROM=ada\n" in shown
