"""`make lights`: the runs that changed something, a row each, and what they tell together."""

import time

import pytest

from dojo.attempt.create import create
from dojo.history.summary import Summary
from dojo.history.timeline import strip
from history.session import played, session


@pytest.mark.usefixtures("attempt")
def test_it_is_a_timeline_in_the_terminal(bare, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("time.localtime", time.gmtime)
    assert bare.verb("lights", "NAME=tables-3") == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert [line.rstrip() for line in out.splitlines()] == [
        "light  at     after  colour   green   lines changed    test in hand",
        "    1  22:13         × red    0 of 1",
        "    2  22:14  +1:00  ■ green  1 of 1  +1 code          as expected · a card equ…",
        "    3  22:14  +0:30  × red    1 of 2  +1 code          a card equals itself",
        "    4  22:15  +0:20  hint                              a card equals itself",
        "    5  22:15  +0:10  ! amber  1 of 2  ±3 code          a card equals itself",
        "    6  22:15  +0:05  back                              to light 2",
        "    7  22:16  +0:40  ■ green  2 of 2  +2 code          red expected · a card eq…",
        "",
        "   1  ×■×·!·■",
        "      ■ green  × red  ! amber  · not run  ↻ changed in green  ×2 run twice",
        "      new: brought by make next, which leaves two lights, without it and with it",
        "",
        "7 lights in 2 min 45 s, 5 runs that changed something: 2 green, 2 red, 1 amber",
        "4 changes of colour",
        "time: 1 min 10 s green, 0 s thinking in green, 1 min 30 s red, 5 s amber",
        "longest time in red: 1 min 00 s, from light 1 to 2",
        "largest change up to a green: 2 lines of code, from light 2 to 7",
        "code changed in green: 0 times",
        "code written when a test was failing: 1 line; the most: 1, from light 1 to 2",
        "code written when no test was failing: 3 lines; the most: 2, from light 2 to 7",
        "guesses right: 1 of 2",
    ]


def test_an_attempt_without_lights_says_how_to_get_one(bare, capsys):
    create(bare.workspace, "tables-4", "fizz")
    assert bare.verb("lights", "NAME=tables-4") == 0
    says = "tables-4 has no lights yet: make next NAME=tables-4 and make watch NAME=tables-4 record them\n"
    assert capsys.readouterr() == (says, "")


def test_the_strip_has_a_shape_for_each_row_and_fifty_in_a_line():
    told = "next green a revealed=0 | next red a revealed=1 | watch green b | watch green c"
    told += " | watch red a | watch red b" * 25
    lines = strip(Summary(*played(*session(told))).rows).plain.splitlines()
    assert lines[:2] == [f"   1  ■×■↻{'×' * 46}", "  51  ××××"]
