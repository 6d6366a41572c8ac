"""`make start`: a new attempt, and its own first test, which is red."""

import pytest

from coach.conftest import in_a_line
from dojo.attempt.attempt import find
from dojo.attempt.light import all_lights


def test_start_makes_an_attempt_and_shows_its_own_first_test_red(small, show):
    shown = show("start", "NAME=tables-3")
    files = sorted(file.name for file in small.path("kata/attempts/tables-3").iterdir())
    assert files == [".started", "fizz.py", "test_fizz.py"]
    assert shown.splitlines()[-1].startswith(" RED  tables-3 · 1 red")
    assert "“one is said” is red: AttributeError: module 'fizz' has no attribute 'say'" in in_a_line(shown)
    assert "This is yours: kata/attempts/tables-3/ with fizz.py and test_fizz.py." in shown
    assert "make next NAME=tables-3" in shown
    assert "make watch NAME=tables-3" in shown
    (light,) = all_lights(find(small.workspace, "tables-3"))
    assert (light.verb, light.colour, light.counts) == ("start", "red", {"green": 0, "red": 1, "amber": 0})


STARTS = {
    "no name": ([], "a name, please: make start NAME=tables-3"),
    "a space": (["NAME=a b"], "'a b' is no name: take up to 40 of a to z, A to Z,"),
    "41 letters": (["NAME=" + "a" * 41], f"'{'a' * 41}' is no name"),
    "what where calls every attempt": (["NAME=all"], "'all' is no name: it means every attempt"),
    "another mode": (["NAME=x", "MODE=ours"], "MODE=ours: MODE=mine means that you write the tests; else"),
}


@pytest.mark.parametrize(("words", "told"), STARTS.values(), ids=STARTS)
def test_a_start_that_cannot_be_is_answered_in_a_line_and_makes_nothing(small, refuse, words, told):
    assert refuse("start", *words).startswith(told)
    assert list(small.root.glob("kata/attempts/*")) == []


HEAD = "# What to test. An x ticks a line off: [x]. Add what comes to your mind.\n\n"
OWN = "\n# Your own ideas\n\n[ ] \n"


def test_it_makes_an_attempt_without_a_test_of_ours(small, show):
    shown = show("start", "NAME=tables-3", "MODE=mine")
    assert "with fizz.py, ideas.txt and test_fizz.py. You write the tests." in in_a_line(shown)
    assert shown.splitlines()[-1].rstrip() == " AMBER  tables-3 · no test yet"
    attempt = find(small.workspace, "tables-3")
    assert attempt.setting("mode") == "mine"
    ideas = (attempt.folder / "ideas.txt").read_text(encoding="utf-8")
    assert ideas == f"{HEAD}[ ] counting\n[ ] three\n{OWN}"
    tests = (attempt.folder / "test_fizz.py").read_text(encoding="utf-8")
    assert tests.endswith("import fizz\n\n# Your first test goes here; it may ask for fizz.say.\n")
    (light,) = all_lights(attempt)
    assert (light.verb, light.colour, light.revealed, light.own) == ("start", "amber", 0, {})


def test_a_story_without_wrong_solutions_has_room_for_ideas(small, show):
    small.edit("story.toml", 'mutants = "mutants"\n', "")
    show("start", "NAME=tables-3", "MODE=mine")
    ideas = small.path("kata/attempts/tables-3/ideas.txt").read_text(encoding="utf-8")
    assert ideas.endswith(OWN)
