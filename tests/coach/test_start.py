"""`make start`: a new attempt, and its own first test, which is red; or, with MODE=mine, no test yet."""

from coach.conftest import in_a_line
from dojo.attempt.attempt import find
from dojo.attempt.light import all_lights


def test_start_makes_an_attempt_and_shows_its_own_first_test_red(small, show):
    shown = show("start", "NAME=tables-3")
    assert shown.splitlines()[-1].startswith(" RED  tables-3 · 1 red")
    assert "“one is said” is red: AttributeError: module 'fizz' has no attribute 'say'" in in_a_line(shown)
    assert "This is yours: kata/attempts/tables-3/ with fizz.py and test_fizz.py." in shown
    assert "make next NAME=tables-3" in shown
    assert "make watch NAME=tables-3" in shown
    (light,) = all_lights(find(small.workspace, "tables-3"))
    assert (light.verb, light.colour, light.counts) == ("start", "red", {"green": 0, "red": 1, "amber": 0})


def test_it_makes_an_attempt_without_a_test_of_ours(small, show, refuse):
    unknown = "MODE=ours: MODE=mine means that you write the tests; else leave it out"
    assert refuse("start", "NAME=tables-3", "MODE=ours") == unknown
    shown = show("start", "NAME=tables-3", "MODE=mine")
    assert "with fizz.py, ideas.txt and test_fizz.py. You write the tests." in in_a_line(shown)
    assert shown.splitlines()[-1].rstrip() == " AMBER  tables-3 · no test yet"
    attempt = find(small.workspace, "tables-3")
    (light,) = all_lights(attempt)
    assert (light.verb, light.colour, light.revealed, light.own) == ("start", "amber", 0, {})
    assert attempt.is_own
