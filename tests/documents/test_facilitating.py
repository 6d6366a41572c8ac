"""FACILITATING.md: its minutes add up, and what it says is so. test_commands.py tries what it types."""

import re

import pytest
from helpers import TOP

from documents.written import FACILITATING, commands, plan
from dojo.engine.columns import matrix

PAGE = FACILITATING.read_text(encoding="utf-8")


@pytest.mark.parametrize("minutes", [60, 90, 120])
def test_the_minutes_of_a_plan_add_up(minutes):
    starts, ends, _ = zip(*plan(minutes), strict=True)
    assert starts[0] == 0
    assert ends == (*starts[1:], minutes)
    assert sum(end - start for start, end, _ in plan(minutes)) == minutes


def test_the_plan_for_90_minutes_tells_of_each_part():
    told = re.findall(r"^\*\*(\d+)–(\d+)\.\*\*", PAGE, re.MULTILINE)
    parts = [(str(start), str(end)) for start, end, _ in plan(90)]
    assert told == [part for part in parts if part != ("85", "90")]


PROMISED = [
    "make step-1 red",
    "make step-1 diff",
    "make step-1 test",
    "make step-2 red",
    "make next",
    "make next EXPECT=red",
    "make hint",
    "make back TO=2",
    "make back",
    "make where",
    "make where NAME=all",
    "make lights",
    "make lights PAGE=1",
    'make accept CMD="python3 scores.py" IN=katas/holdem/starters/python',
    "make progress",
    "make board",
    "make watch",
]


def test_what_a_session_needs_is_on_the_page():
    assert [command for command in PROMISED if command not in commands(PAGE)] == []


def test_every_number_of_languages_and_tests_is_so(here):
    assert len(list(TOP.glob("katas/holdem/starters/*"))) == 8
    assert "eight languages" in " ".join(PAGE.split())
    (holdem,) = (kata for kata in here.story.katas if kata.name == "holdem")
    of_holdem = len(holdem.taught(matrix(here.story).tests))
    assert f"counts the tests of hold'em, {of_holdem} of them" in " ".join(PAGE.split())


def test_the_keys_of_the_board_that_it_names_are_its_keys():
    board = (TOP / "dojo" / "board" / "pages" / "board.html").read_text(encoding="utf-8")
    helped = set(re.findall(r"<kbd>(\w+|.)</kbd>", board))
    named = {"→", "←", "↓", "p", "h", "?", "Esc"}
    assert {key for key in named if f"`{key}`" in PAGE} == named <= helped
