"""`make start CMD=`: an attempt in any language, with its starter, and the first case that fails."""

import pytest

from coach.cases.conftest import COMMAND, ECHO, RIGHT
from dojo.attempt.attempt import find
from dojo.attempt.light import all_lights


@pytest.fixture
def start(small, said):
    """Starts an attempt that has a starter with this text, and gives what that shows."""

    def started(text, build=""):
        file = small.path("kata/starters/python/said.py")
        file.parent.mkdir(parents=True)
        file.write_text(text)
        with small.path("kata/README.md").open("a") as statement:
            statement.write(f"| Python | [`said.py`](starters/python/said.py) | {build} | `{COMMAND}` |\n")
        return said("start", "NAME=tables-3", f"CMD={COMMAND}"), find(small.workspace, "tables-3")

    return started


def test_it_has_the_starter_and_shows_the_first_case_that_does_not_pass(start):
    shown, attempt = start(ECHO)
    assert shown == (
        "This is yours: kata/attempts/tables-3/ with said.py."
        " “03 fizz is said” is red: prints something else - expected, + printed: - Fizz + 3 fed: 3"
        " It passes 2 of 5 cases. Make this one green. Go on with"
        " make next NAME=tables-3 the bar; when it is green, what comes next"
        " make watch NAME=tables-3 the bar at every save RED tables-3 · 2 green, 1 red"
    )
    assert sorted(file.name for file in attempt.folder.iterdir()) == [".started", "said.py"]
    (light,) = all_lights(attempt)
    assert (light.verb, light.colour, light.counts) == ("start", "red", {"green": 2, "red": 1, "amber": 0})
    assert (light.test, light.revealed, light.own) == ("cases[03 fizz is said]", 3, {})


def test_without_a_starter_it_says_what_to_put_there(small, said):
    told = said("start", "NAME=tables-3", f"CMD={COMMAND}", "BUILD=make -s", "LIMIT=20")
    assert "kata/attempts/tables-3/ and empty: put the program there that" in told
    assert "It runs this first, after every change: make -s" in told
    assert told.endswith("AMBER tables-3 · 1 crashed")
    attempt = find(small.workspace, "tables-3")
    assert (attempt.setting("build"), attempt.setting("limit")) == ("make -s", "20")


def test_if_all_cases_pass_it_says_so_and_what_makes_it(start):
    shown, attempt = start(RIGHT, build="`true`")
    assert "It passes 5 of 5 cases. Go on with" in shown
    assert shown.endswith("GREEN tables-3 · 5 green")
    assert "It runs this first, after every change: true" in shown
    assert attempt.setting("build") == "true"


ASK = "there are no cases for buzz: they lie in a folder cases/ beside its README.md, inputs and what a right"
MISTAKES = {
    "a quote": (["CMD=node 'x.js"], "a quotation mark has no partner in CMD: node 'x.js"),
    "two lines that make it": (["CMD=cat", "BUILD=a\nb"], "BUILD is one line"),
    "nothing to start": (["BUILD=make"], "start takes BUILD= only with CMD="),
    "no cases": (["CMD=cat", "KATA=buzz"], ASK),
}


@pytest.mark.parametrize(("words", "told"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_answered_in_a_line_and_makes_nothing(small, refuse, words, told):
    small.add_kata("buzz")
    assert told in refuse("start", "NAME=tables-3", *words)
    assert list(small.root.glob("*/attempts/*")) == []
