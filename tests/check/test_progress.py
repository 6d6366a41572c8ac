"""The progression: what the READMEs of poker hands say of colours is so; and what a terminal sees."""

import re
from io import StringIO

import pytest
from helpers import TOP, Copy, Watching, typed_copy
from rich.console import Console

from dojo.engine.columns import matrix
from dojo.tour.progression import progression


@pytest.fixture(scope="module")
def poker():
    return matrix(Copy(TOP).story)


def lines(found, width):
    """The lines of a progression on a screen of that width."""
    screen = StringIO()
    Console(width=width, file=screen, highlight=False).print(progression(found))
    return [line.rstrip() for line in screen.getvalue().splitlines()]


# What the stories say of luck is among these.
ROWS = [
    ("a card equals itself", "×■"),
    ("digits sort", "···○■"),
    ("five spades are a flush", "·····○○×■"),
    ("threes beat twos", "·········○·×■"),
    ("a pair may be the highest cards", "·········○○·○×■"),
    ("a pair may be the lowest cards", "···········○○○○■"),
    ("equal pairs: the first kicker", "·········○○·○·○■"),
    ("a straight beats three of a kind", "·················×■"),
    ("the wheel is a straight", "··················×■"),
    ("a flush beats a straight", "·········○○○○○○○○○·×■"),
    ("the wheel is the lowest straight flush", "··················○○○·○■"),
]


@pytest.mark.parametrize(("rule", "cells"), ROWS, ids=[rule for rule, _ in ROWS])
def test_each_test_has_its_row_of_cells(poker, rule, cells):
    """The last cell goes on to the last step."""
    (row,) = [line for line in lines(poker, 140) if re.match(rf"{rule} +[^ ]+$", line)]
    assert row.split()[-1] == cells.ljust(len(poker.steps), cells[-1])


def test_on_the_empty_module_every_test_is_red(poker):
    """None passes, none breaks: the story of step 00 says so."""
    assert {poker.cell(test, poker.steps[0]).colour for test in poker.tests} == {"red"}


def test_the_bars_are_a_staircase(poker):
    """The last lines of the screen: no bar is shorter than the one before, and the last one is whole."""
    shown = lines(poker, 80)
    assert max(map(len, shown)) <= 80
    bars = [re.match(r"(\d\d) .*? (█*)[×·]* +(\d+) of (\d+)$", line) for line in shown[-len(poker.steps) :]]
    assert [bar[1] for bar in bars] == [f"{n:02}" for n in range(len(poker.steps))]
    greens = [(len(bar[2]), int(bar[3])) for bar in bars]
    assert greens == sorted(greens)
    assert bars[-1][3] == bars[-1][4]


# On a terminal


@pytest.fixture
def typed(tmp_path):
    return typed_copy(tmp_path)


def watched(copy, **environment):
    """What a terminal is shown, up to the end of the progression."""
    watching = Watching(copy, "progress", **environment)
    shown = watching.until("04 Divisible")
    watching.stop()
    assert "04 Divisible" in shown
    return shown


def test_while_it_works_a_terminal_sees_how_far_it_is(typed):
    """And nothing of it is left of the bar when the progression is drawn, in colours."""
    bar, _, progression = watched(typed).rpartition("\x1b[2K")
    assert "5 of 5 steps" in bar
    assert "1 · Counting" not in bar
    assert "1 · Counting" in progression
    assert "\x1b[32m" in progression


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["NO_COLOR", "dumb"])
def test_colours_are_for_terminals_that_want_them(typed, environment):
    assert "\x1b[32m" not in watched(typed, **environment)
