"""The progression: what it shows, at which width, and when it fails."""

import re
from contextlib import contextmanager
from io import StringIO

import pytest
from rich.console import Console

from dojo.runner.matrix import Matrix, matrix
from dojo.runner.result import Result
from dojo.story.tests import SuiteTest
from dojo.tour.progression import progression


def drawn(found, width, **how):
    """A progression, on a screen of that width."""
    screen = StringIO()
    Console(width=width, file=screen, highlight=False, **how).print(progression(found))
    return screen.getvalue()


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
○ written later, and this step passes it already
↻ refactoring: no new test drives it, and no earlier test changes colour

00 Nothing yet ××××××××××········································ 0 of 5
01 Fake it     ██████████××××××××××······························ 1 of 5
02 Numbers     ████████████████████××××××××××···················· 2 of 5
03 Fizz        ████████████████████████████████████████·········· 4 of 5
04 Divisible ↻ ██████████████████████████████████████████████████ 5 of 5
"""


def test_this_is_all_of_it(small):
    text = drawn(matrix(small.story), 72)
    assert [line.rstrip() for line in text.splitlines()] == SMALL.splitlines()


def test_it_fails_where_a_colour_is_not_what_it_had_to_be(small, capsys):
    small.edit("step_03/fizz.py", "number % 3 == 0", "number % 3 == 1")
    assert small.verb("progress") == 1
    out, err = capsys.readouterr()
    told = "law 1 · step_03_fizz · suite/test_more.py:7 · “fizz is said”: drives step 3, but is red here"
    assert told in err
    assert "! breaks a law, see below\n" in out
    assert err.splitlines()[-1] == "The laws of colour do not hold. Violations: 8."


def test_it_fails_where_the_suite_does_not_run(small, capsys):
    small.edit("suite/test_numbers.py", '"""Numbers are said as they are."""', "import nothing_so")
    assert small.verb("progress") == 1
    said = "suite/test_numbers.py: ModuleNotFoundError: No module named 'nothing_so'\n"
    assert capsys.readouterr() == ("", said)


RULE = "the wheel is a straight, however narrow the screen is on which it is shown"


@pytest.fixture(scope="module")
def one_row(here):
    """One test with a long name, on all steps of poker hands."""
    steps = here.story.steps
    cells = {("id", s.number): Result("id", RULE, "green" if s.number >= 19 else "red") for s in steps}
    return Matrix(here.story, steps, [SuiteTest("id", RULE, "drives", 19)], cells)


def test_where_the_steps_leave_no_room_a_name_has_a_line_of_its_own(one_row):
    lines = drawn(one_row, 80).splitlines()
    assert lines[lines.index(RULE) + 1] == "·" * 18 + "×" + "■" * (len(one_row.steps) - 19)


@pytest.mark.parametrize("width", [60, 80, 140])
def test_a_long_name_is_folded_and_never_cut(one_row, width):
    """On a terminal the shapes are in colours."""
    text = drawn(one_row, width)
    named = text[text.index("the") : text.index("■ green")]
    assert "".join(re.findall(r"[a-z,]+", named)) == RULE.replace(" ", "")
    assert max(map(len, text.splitlines())) <= width
    assert "\x1b[32m■" in drawn(one_row, width, force_terminal=True, color_system="standard")


# How far it is


@pytest.fixture
def heard(monkeypatch):
    """What each verb tells of how far it is, in place of a bar."""
    told = []

    @contextmanager
    def noting(*what):
        yield lambda done, of: None if what else told.append((done, of))

    for verb in ("tour.coverage", "gate.evidence"):
        monkeypatch.setattr(f"dojo.{verb}.progress_bar", noting)
    return told


@pytest.mark.parametrize("verb", ["progress", "gate", "coverage", "board"])
def test_what_one_step_says_is_run_on_one_step(small, heard, verb):
    """The others are as they were, so nobody has to wait for them."""
    assert small.verb(verb) == 0
    assert heard == []
    small.edit("step_02/fizz.py", '"""Fizz."""', '"""Fizz!"""')
    assert small.verb(verb) == 0
    assert heard == [(0, 1), (1, 1)]
