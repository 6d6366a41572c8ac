"""`make start MODE=mine`: nothing of ours is shown, and there is a list of what to test."""

import pytest

from coach.conftest import in_a_line
from dojo.attempt.attempt import find
from dojo.attempt.light import all_lights

HEAD = "# What to test. An x ticks a line off: [x]. Add what comes to your mind.\n\n"
OWN = "\n# Your own ideas\n\n[ ] \n"


def test_it_makes_an_attempt_without_a_test_of_ours(small, show):
    shown = show("start", "NAME=tables-3", "MODE=mine")
    assert "with fizz.py, test_fizz.py, and ideas.txt, a list of what to test." in in_a_line(shown)
    assert shown.splitlines()[-1].rstrip() == " AMBER  tables-3 · no test yet"
    attempt = find(small.workspace, "tables-3")
    assert attempt.setting("mode") == "mine"
    ideas = (attempt.folder / "ideas.txt").read_text(encoding="utf-8")
    assert ideas == f"{HEAD}[ ] counting\n[ ] three\n{OWN}"
    tests = (attempt.folder / "test_fizz.py").read_text(encoding="utf-8")
    assert tests.endswith("import fizz\n\n# Your first test goes here; it may ask for fizz.say.\n")
    (light,) = all_lights(attempt)
    assert (light.verb, light.colour, light.revealed, light.own) == ("start", "amber", 0, {})


@pytest.mark.parametrize("line", ['mutants = "mutants"\n', "finished = 3\n"])
def test_a_story_without_wrong_solutions_has_room_for_ideas(small, show, line):
    small.edit("story.toml", line, "")
    show("start", "NAME=tables-3", "MODE=mine")
    ideas = small.path("kata/attempts/tables-3/ideas.txt").read_text(encoding="utf-8")
    assert ideas.endswith(OWN)
