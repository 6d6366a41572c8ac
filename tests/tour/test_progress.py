"""The progression: what it shows, at which width, and when it fails."""

import re
from contextlib import contextmanager
from io import StringIO

import pytest
from helpers import Watching
from rich.console import Console

from dojo.engine.cell import Cell
from dojo.engine.columns import matrix
from dojo.engine.matrix import Matrix
from dojo.story.tests import SuiteTest
from dojo.tour import progress
from dojo.tour.progression import progression

ESCAPE = "\x1b"


def drawn(found, width, **how):
    """A progression, on a screen of that width."""
    screen = StringIO()
    Console(width=width, file=screen, highlight=False, **how).print(progression(found))
    return screen.getvalue()


# Of poker hands: what its READMEs say of colours is so


@pytest.fixture(scope="module")
def piped(here):
    """What `make progress` prints into a file, at 80 columns."""
    return here.make("progress", COLUMNS="80")


@pytest.fixture(scope="module")
def poker(here):
    return matrix(here.story)


@pytest.fixture(scope="module")
def wide(poker):
    """The progression at 140 columns, where no name has to be folded."""
    return drawn(poker, 140)


def test_it_succeeds_and_says_nothing_else(piped):
    assert (piped.returncode, piped.stderr) == (0, "")


def test_no_line_is_wider_than_the_screen(piped):
    assert max(map(len, piped.stdout.splitlines())) <= 80


def test_a_pipe_gets_no_colours(piped):
    assert ESCAPE not in piped.stdout


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
def test_each_test_has_its_row_of_cells(here, wide, rule, cells):
    """The last cell goes on to the last step."""
    (row,) = re.findall(rf"^{rule} +(\S+)$", wide, re.MULTILINE)
    assert row == cells.ljust(len(here.story.steps), cells[-1])


def test_on_the_empty_module_every_test_is_red(here, poker):
    """None passes, none breaks: the story of step 00 says so."""
    first = here.story.step(0)
    assert {poker.cell(test, first).colour for test in poker.tests} == {"red"}


def test_the_bars_are_a_staircase(here, piped):
    """The last lines of the screen but those on other stories: no bar is shorter than the one before."""
    bars = re.findall(r"^(\d\d) .*? (█*)[×·]* +(\d+) of (\d+)$", piped.stdout, re.MULTILINE)
    lines = [line for line in piped.stdout.splitlines() if ": make progress STORY=" not in line]
    assert [line[:2] for line in lines[-len(bars) :]] == [f"{n:02}" for n in range(len(here.story.steps))]
    greens = [(len(bar), int(green)) for _, bar, green, _ in bars]
    assert greens == sorted(greens)
    assert bars[-1][2] == bars[-1][3]


CHAPTERS = ["1 · Dealing with cards", "5 · Straight and flush", "8 · Solving the problem"]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_tests_stand_by_chapter(piped, chapter):
    assert re.search(rf"^{chapter} *$", piped.stdout, re.MULTILINE)


# Of any story

SMALL = """\
                    00000
1 · Counting        01234
one is said         ×■■■■
two is said         ·×■■■
                    00000
2 · Three           01234
fizz is said        ··×■■
four is said        ··○■■
names are said back ··○○■

■ green
× red, and the next step makes it green
· not written yet
○ passes before it was written: luck, or a guard about to be written
↻ refactoring: no test drives the step, and no colour changes

00 Nothing yet ××××××××××········································ 0 of 5
01 Fake it     ██████████××××××××××······························ 1 of 5
02 Numbers     ████████████████████××××××××××···················· 2 of 5
03 Fizz        ████████████████████████████████████████·········· 4 of 5
04 Divisible ↻ ██████████████████████████████████████████████████ 5 of 5
"""


def test_this_is_all_of_it(small):
    text = drawn(matrix(small.story), 72)
    assert [line.rstrip() for line in text.splitlines()] == SMALL.splitlines()


BROKEN = [
    pytest.param(
        "step_03/fizz.py",
        "number % 3 == 0",
        "number % 3 == 1",
        "law 1 · step_03_fizz · suite/test_more.py:7 · “fizz is said”: drives step 3, but is red here",
        id="a broken line",
    ),
    pytest.param(
        "suite/test_numbers.py",
        '"""Numbers are said as they are."""',
        "import nothing_of_that_name",
        "suite/test_numbers.py: ModuleNotFoundError: No module named 'nothing_of_that_name'",
        id="a suite that cannot be read",
    ),
]


@pytest.mark.parametrize(("path", "old", "new", "said"), BROKEN)
def test_it_fails_and_names_the_step_and_the_rule(small, capsys, path, old, new, said):
    small.edit(path, old, new)
    assert small.verb("progress") == 1
    err = capsys.readouterr().err
    assert said in err
    assert "Traceback" not in err


COLOURS = [
    pytest.param(
        "amber",
        "law 2 · step_02_numbers · suite/test_more.py:7 · “{}”: drives step 3, but is amber here",
        id="a crash",
    ),
    pytest.param(
        "green",
        "law 1 · step_02_numbers · suite/test_more.py:7 · “{}”: drives step 3, but is green",
        id="too early",
    ),
]


@pytest.mark.parametrize(("colour", "said"), COLOURS)
def test_it_fails_where_a_colour_is_not_what_it_had_to_be(small, monkeypatch, capsys, colour, said):
    found = matrix(small.story)
    (fizz,) = (test for test in found.tests if test.rule == "fizz is said")
    found.cells[fizz.id, 2] = Cell(fizz.id, fizz.rule, colour)
    monkeypatch.setattr(progress, "matrix", lambda _story, **_how: found)
    assert small.verb("progress") == 1
    out, err = capsys.readouterr()
    assert said.format(fizz.rule) in err
    assert "! breaks a law, see below\n" in out
    assert "The laws of colour do not hold. Breaches: 1.\n" in err


LONG = SuiteTest(
    "id", "the wheel is a straight, however narrow the screen is on which it is shown", "drives", 19
)


@pytest.fixture(scope="module")
def one_row(here):
    """One test with a long name, on all steps of poker hands."""
    steps = here.story.steps
    cells = {("id", s.number): Cell("id", LONG.rule, "green" if s.number >= 19 else "red") for s in steps}
    return Matrix(here.story, steps, [LONG], cells)


def test_where_the_steps_leave_no_room_a_name_has_a_line_of_its_own(one_row):
    lines = drawn(one_row, 80).splitlines()
    assert lines[lines.index(LONG.rule) + 1] == "·" * 18 + "×" + "■" * (len(one_row.steps) - 19)


@pytest.mark.parametrize("width", [60, 80, 140])
def test_a_long_name_is_folded_and_never_cut(one_row, width):
    text = drawn(one_row, width)
    named = text[text.index("the") : text.index("■ green")]
    assert "".join(re.findall(r"[a-z,]+", named)) == LONG.rule.replace(" ", "")
    assert max(map(len, text.splitlines())) <= width


def test_a_terminal_gets_colours(one_row):
    assert f"{ESCAPE}[32m■" in drawn(one_row, 80, force_terminal=True, color_system="standard")


# On a terminal

TERMINALS = [
    pytest.param({}, True, id="a colour terminal"),
    pytest.param({"NO_COLOR": "1"}, False, id="NO_COLOR"),
    pytest.param({"TERM": "dumb"}, False, id="a terminal without colours"),
]


@pytest.mark.parametrize(("environment", "coloured"), TERMINALS)
def test_colours_are_for_terminals_that_want_them(here, small, environment, coloured):
    watching = Watching(here, "progress", f"STORY={small.root}", **environment)
    shown = watching.until("04 Divisible")
    watching.stop()
    assert "04 Divisible" in shown
    assert (f"{ESCAPE}[32m" in shown) == coloured


def test_while_it_works_a_terminal_sees_how_far_it_is(here, small):
    """And nothing of it is left of the bar when the progression is drawn."""
    small.edit("step_02/fizz.py", '"""Fizz."""', f'"""{small.root}: nobody has run this yet."""')
    watching = Watching(here, "progress", f"STORY={small.root}")
    shown = watching.until("04 Divisible")
    watching.stop()
    bar, _, progression = shown.rpartition(f"{ESCAPE}[2K")
    assert "1 of 1 steps" in bar
    assert "1 · Counting" not in bar
    assert "1 · Counting" in progression


@pytest.fixture
def heard(monkeypatch):
    """What each verb tells of how far it is, in place of a bar."""
    told = []

    @contextmanager
    def noting(*_what):
        yield lambda done, of: told.append((done, of))

    for verb in ("dojo.tour.progress", "dojo.tour.coverage", "dojo.gate.gate", "dojo.board.board"):
        monkeypatch.setattr(f"{verb}.with_a_bar", noting)
    return told


@pytest.mark.parametrize("verb", ["progress", "gate", "coverage", "board"])
def test_who_waits_for_a_verb_is_told_of_each_step(small, heard, verb):
    for number in range(5):
        small.edit(f"step_0{number}/fizz.py", '"""Fizz."""', '"""Fizz!"""')
    assert small.verb(verb) == 0
    assert heard[0] == (0, 5)
    assert sorted(set(heard)) == [(done, 5) for done in range(6)]
    assert heard == sorted(heard)


def test_what_one_step_says_is_run_on_one_step(small, heard):
    """The others are as they were, so nobody has to wait for them."""
    assert small.verb("progress") == 0
    assert heard == []
    small.edit("step_02/fizz.py", '"""Fizz."""', '"""Fizz!"""')
    assert small.verb("progress") == 0
    assert heard == [(0, 1), (1, 1)]
