"""`make lights`: the runs that changed something, a row each, and what they tell together."""

import time

import pytest
from rich.console import Console

from dojo.attempt.create import create
from dojo.attempt.light import record
from dojo.history.summary import Summary
from dojo.history.timeline import strip, table
from history.session import light, played, rows, session


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
    assert capsys.readouterr() == (
        "tables-4 has no lights yet: make next NAME=tables-4 and make watch NAME=tables-4 record them\n",
        "",
    )


def test_no_row_is_wider_than_the_terminal(bare, attempt, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    record(attempt, verb="next", colour="red", counts={"green": 290, "red": 1}, test="test_" + "long_" * 40)
    assert bare.verb("lights", "NAME=tables-3") == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) == 80
    assert "  290 of 291                   long long" in shown


def rows_of(told):
    """The rows of a session as they stand on a screen of 80 columns, below the names of the columns."""
    lights = played(*session(told) if isinstance(told, str) else told)
    with (out := Console(width=80)).capture() as shown:
        out.print(table(Summary(*lights).rows))
    return [row.rstrip() for row in shown.get().splitlines()[1:]]


GREEN = "next green abc t revealed=0 | "
RED_BROUGHT = "next red abc t revealed=1 test=test_two 0s"
JUDGED = [light(9, "judge", "green", accepted=(8, 8), caught=(71, 97))]
ROWS = {
    "a test that is brought": (
        f"start red - t revealed=0 | {GREEN}{RED_BROUGHT}",
        "2–3 22:13 +0:09 ■ green 1 of 1 +3 code new × two",
    ),
    "a test that was green when it was brought": (
        GREEN + RED_BROUGHT.replace("red", "green"),
        "1–2 22:13 ■ green 1 of 1 +3 code +1 tests new ■ two",
    ),
    "other code in green": (
        "watch green a | watch green b test=test_two",
        "2 22:13 +0:09 ■ green 1 of 1 ±1 code ↻ two",
    ),
    "a judgement": (
        JUDGED,
        "1 22:13 judge accepts 8/8, catches 71/97",
    ),
    "runs that changed nothing": (
        "watch red a t | watch red a t",
        "1–2 22:13 × red 0 of 1 +1 code +1 tests ×2",
    ),
}


@pytest.mark.parametrize(("told", "row"), ROWS.values(), ids=ROWS)
def test_a_row_says(told, row, monkeypatch):
    monkeypatch.setattr("time.localtime", time.gmtime)
    assert " ".join(rows_of(told)[-1].split()) == row


STRIPS = {
    "a test that is brought": (f"start red - t revealed=0 | {GREEN}{RED_BROUGHT}", ["   1  ×■×"]),
    "other code in green": ("watch green a | watch green b", ["   1  ■↻"]),
    "a second line": ("watch red a | watch red b | " * 25 + "watch red a", [f"   1  {'×' * 50}", "  51  ×"]),
}


@pytest.mark.parametrize(("told", "lines"), STRIPS.values(), ids=STRIPS)
def test_the_strip_has_a_shape_for_each_row(told, lines):
    assert strip(Summary(*played(*session(told))).rows).plain.splitlines()[: len(lines)] == lines


SAYS = rows("""
    a pause :: watch green a | watch red a t 720s => 1 pause, 12 min 00 s in all, which counts for no colour
    other code in green :: watch green a | watch green bc t
        => code changed in green: 1 time; the largest: 2 lines of code, 1 of tests, from light 1 to 2
    the first jump ::
        watch green abc t => largest change up to a green: 3 lines of code, 1 of tests, up to light 1
""")


@pytest.mark.parametrize(("told", "sentence"), SAYS)
def test_the_summary_says(told, sentence):
    assert sentence in list(Summary(*played(*session(told))).sentences)


def test_own_tests_that_were_never_red_and_those_deleted_are_named():
    runs = [
        light(9, "watch", "red", own={f"::test_{name}": colour for name, colour in told.items()})
        for told in ({"a": "green", "b": "red"}, {"a": "green"}, {"a": "red"})
    ]
    assert [one for one in Summary(*played(*runs[:2])).sentences if "own" in one] == [
        "own tests never seen red: 1 of 1: “a”",
        "own tests deleted: 1: “b”",
    ]
    assert "own tests never seen red: 0 of 1" in Summary(*played(*runs)).sentences
