"""The progression: what it shows, at which width, and when it fails."""

import re
import sys
from io import StringIO

import pytest
from rich.console import Console

from dojo.runner.matrix import Matrix
from dojo.runner.result import Result
from dojo.story.tests import Mark, SuiteTest
from dojo.tour import progression
from dojo.tour.progression import LINES_WITH_BARS, cells, chapter_bars

MATRIX = """\
1 · Counting
00000
01234
×■■■■ one is said
·×■■■ two is said

2 · Three
00000
01234
··×■■ fizz is said
··○■■ four is said
··○○■ names are said back

■ green
× red, and the next step makes it green
· not written yet
○ written later, and this step passes it already
↻ refactoring: no new test drives it, and no earlier test changes colour

"""
BARS = """\
00 Nothing yet ××××××××××········································ 0 of 5
01 Fake it     ██████████××××××××××······························ 1 of 5
02 Numbers     ████████████████████××××××××××···················· 2 of 5
03 Fizz        ████████████████████████████████████████·········· 4 of 5
04 Divisible ↻ ██████████████████████████████████████████████████ 5 of 5
█ green  × red until the next step  · not yet  ↻ refactoring

5 tests on 5 steps: every colour is as it has to be.
"""
CHAPTERS = """\
00–02 Counting ████████████████████××××××××××···················· 2 of 5
03–04 Three    ██████████████████████████████████████████████████ 5 of 5
█ green  × red until the next step  · not yet

5 tests on 5 steps: every colour is as it has to be.
"""
TESTS = "Every test on every step: make progress ALL=1\n"
STEPS_AND_TESTS = "A bar for each step, and every test: make progress ALL=1\n"
VIEWS = {
    "in a pipe": ([], False, 10, BARS + TESTS),
    "on a screen with room for all bars": ([], True, 15, BARS + TESTS),
    "on a low screen": ([], True, 14, CHAPTERS + STEPS_AND_TESTS),
    "all, on a low screen": (["ALL=1"], True, 14, MATRIX + BARS),
}


def test_another_design_has_a_mark_of_its_own(small, capsys, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    small.edit("step_04/README.md", "refactoring*", "another design*")
    assert small.verb("progress", "ALL=1") == 0
    printed = capsys.readouterr().out
    assert "\n≡ another design: much of the code is new, and no test changes colour\n" in printed
    assert "\n04 Divisible ≡ ███" in printed
    assert printed.partition("\n█ green")[2].startswith(
        "  × red until the next step  · not yet  ≡ another design"
    )
    assert "refactoring" not in printed


@pytest.mark.parametrize(("words", "is_terminal", "height", "expected"), VIEWS.values(), ids=VIEWS)
def test_this_is_all_of_it(small, capsys, monkeypatch, words, is_terminal, height, expected):
    monkeypatch.setenv("COLUMNS", "72")
    monkeypatch.setenv("LINES", str(height))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal)
    assert small.verb("progress", *words) == 0
    shown = re.sub(r"\x1b.*?m", "", capsys.readouterr().out)
    assert shown.partition("\nRead a step")[0] == expected


def test_the_bars_of_poker_and_what_belongs_to_them_fit_on_a_screen_of_24_lines(here):
    test = SuiteTest("id", "a rule", Mark.DRIVES, 1)
    bars = chapter_bars(Matrix(here.story, here.story.steps, [test]), 80).plain.splitlines()
    assert len(bars) + LINES_WITH_BARS <= 24


WRONG_ROW = """\
2 · Three
00000
01234
··×!■ fizz is said

■ green
"""
WRONG_BAR = "03 Fizz        ██████████████████████████████!!!!!!!!!!·········· 3 of 5\n"


def test_it_fails_where_a_colour_is_not_what_it_had_to_be_and_shows_that_row(small, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "72")
    small.edit("step_03/fizz.py", "number % 3 == 0", "number == 33")
    assert small.verb("progress") == 1
    out, err = capsys.readouterr()
    assert out.startswith(WRONG_ROW)
    assert "! breaks a law, see below\n" in out
    assert WRONG_BAR in out
    message = "law 1 · step_03_fizz · suite/test_more.py:7 · “fizz is said”: drives step 3, but is red here"
    assert err.startswith(message)
    assert err.splitlines()[-1] == "The laws of colour do not hold. Violations: 2."


def test_of_many_wrong_rows_the_first_are_shown(small, capsys, monkeypatch):
    monkeypatch.setattr(progression, "MAX_WRONG_ROWS", 1)
    small.edit("step_03/fizz.py", "number % 3 == 0", "number % 3 == 1")
    assert small.verb("progress") == 1
    rows = "1 · Counting\n00000\n01234\n×■■!■ one is said\nand 3 more tests: make progress ALL=1\n\n■ green\n"
    assert capsys.readouterr().out.startswith(rows)


@pytest.mark.parametrize("width", [60, 140])
def test_a_long_rule_is_above_its_cells_or_folded_and_never_cut(here, width):
    rule, screen = "the wheel is a straight, however narrow the screen is", StringIO()
    steps = here.story.steps
    results = {("id", s.number): Result("id", rule, "green" if s.number >= 19 else "red") for s in steps}
    test = SuiteTest("id", rule, Mark.DRIVES, 19)
    [_, line] = cells(Matrix(here.story, steps, [test], results), width)
    Console(width=width, file=screen, force_terminal=True, color_system="standard").print(line)
    text = re.sub(r"\x1b.*?m", "", screen.getvalue())
    shapes, words = "·" * 18 + "×" + "■" * (len(steps) - 19), rule.replace(" ", "")
    assert "".join(text.split()) == (shapes + words if width == 140 else words + shapes)
    assert max(map(len, text.splitlines())) <= width
    assert "\x1b[32m■" in screen.getvalue()
