"""The progression: what it shows, at which width, and when it fails."""

import re
from io import StringIO

import pytest
from rich.console import Console

from dojo.runner.matrix import Matrix
from dojo.runner.result import Result
from dojo.story.tests import SuiteTest
from dojo.tour.progression import cells

SMALL = """\
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

00 Nothing yet ××××××××××········································ 0 of 5
01 Fake it     ██████████××××××××××······························ 1 of 5
02 Numbers     ████████████████████××××××××××···················· 2 of 5
03 Fizz        ████████████████████████████████████████·········· 4 of 5
04 Divisible ↻ ██████████████████████████████████████████████████ 5 of 5
"""


def test_this_is_all_of_it(small, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "72")
    assert small.verb("progress") == 0
    assert capsys.readouterr().out.partition("\nRead a step")[0] == SMALL


def test_it_fails_where_a_colour_is_not_what_it_had_to_be(small, capsys):
    small.edit("step_03/fizz.py", "number % 3 == 0", "number % 3 == 1")
    assert small.verb("progress") == 1
    out, err = capsys.readouterr()
    told = "law 1 · step_03_fizz · suite/test_more.py:7 · “fizz is said”: drives step 3, but is red here"
    assert told in err
    assert "! breaks a law, see below\n" in out
    assert err.splitlines()[-1] == "The laws of colour do not hold. Violations: 8."


@pytest.mark.parametrize("width", [60, 140])
def test_a_long_rule_is_above_its_cells_or_folded_and_never_cut(here, width):
    rule, screen = "the wheel is a straight, however narrow the screen is", StringIO()
    steps = here.story.steps
    results = {("id", s.number): Result("id", rule, "green" if s.number >= 19 else "red") for s in steps}
    [_, line] = cells(Matrix(here.story, steps, [SuiteTest("id", rule, "drives", 19)], results), width)
    Console(width=width, file=screen, force_terminal=True, color_system="standard").print(line)
    text = re.sub(r"\x1b.*?m", "", screen.getvalue())
    shapes, words = "·" * 18 + "×" + "■" * (len(steps) - 19), rule.replace(" ", "")
    assert "".join(text.split()) == (shapes + words if width == 140 else words + shapes)
    assert max(map(len, text.splitlines())) <= width
    assert "\x1b[32m■" in screen.getvalue()
