"""`make lights`: the runs that changed something, a row each, and what they tell together."""

import time

import pytest

from dojo.attempt.create import create
from dojo.attempt.light import record
from dojo.history.summary import summary
from dojo.history.timeline import sentences, strip, table
from history.session import light, played, rows, session


@pytest.mark.usefixtures("attempt")
def test_it_is_a_timeline_in_the_terminal(bare, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("time.localtime", time.gmtime)
    assert bare.verb("lights", "NAME=tables-3") == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert [line.rstrip() for line in out.splitlines()] == [
        "light  at     after  colour   green   lines changed  test in hand",
        "    1  22:13         × red    0 of 1",
        "    2  22:14  +1:00  ■ green  1 of 1  +1 code        as expected · a card equal…",
        "    3  22:14  +0:30  × red    1 of 2  +1 code        a card equals itself",
        "    4  22:15  +0:20  hint     a card equals itself",
        "    5  22:15  +0:10  ! amber  1 of 2  ±3 code        a card equals itself",
        "    6  22:15  +0:05  back     to light 2",
        "    7  22:16  +0:40  ■ green  2 of 2  +2 code        red expected · a card equa…",
        "",
        "   1  ×■×·!·■",
        "      ■ green  × red  ! amber  · not run  ↻ refactoring  ×2 run twice",
        "      new: brought by make next, which leaves two lights, without it and with it",
        "",
        "7 lights in 2 min 45 s, 5 runs that changed something: 2 green, 2 red, 1 amber",
        "4 changes of colour",
        "time: 1 min 10 s green, 0 s thinking in green, 1 min 30 s red, 5 s amber",
        "longest time in red: 1 min 00 s, light 1",
        "largest change up to a green: 2 lines of code, from light 2 to 7",
        "refactorings: 0",
        "code written while red: 1 line; at most 1 at a time, from light 1 to 2",
        "code that no red asked for: 3 lines; at most 2 at a time, from light 2 to 7",
        "predictions: 1 of 2 held",
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
    assert "  290 of 291                 long long " in shown


def rows_of(told):
    """The rows of a session as they stand on the screen, without what their columns are."""
    return [row.plain for row in table(summary(*played(*session(told))).rows, 80)][1:]


GREEN = "next green abc t revealed=0 | "
RED_BROUGHT = "next red abc t revealed=1 test=test_two 0s"


def test_the_last_column_says_what_is_new():
    assert rows_of(GREEN + RED_BROUGHT.replace("red", "green"))[-1].endswith("  new ■ two")
    assert rows_of("watch green a | watch green b test=test_two")[-1].endswith("  ↻ two")


def test_a_judgement_says_how_many_it_accepts_and_catches():
    found = summary(*played(light(9, "judge", "green", accepted=[8, 8], caught=[71, 97])))
    *_, row = table(found.rows, 80)
    assert row.plain.endswith("  judge   accepts 8 of 8, catches 71 of 97")


def test_a_test_that_is_brought_is_in_the_row_of_its_run():
    row = rows_of(f"start red - t revealed=0 | {GREEN}{RED_BROUGHT}")[1]
    assert row.startswith("  2–3  ")
    assert row.endswith("  +0:09  ■ green  1 of 1  +3 code        new × two")


def test_runs_that_changed_nothing_are_counted_at_the_end():
    (row,) = rows_of(" | ".join([f"watch red a test=test_{'long_' * 40}"] * 3))
    assert row.startswith("  1–3  ")
    assert row.endswith(" long lon…  ×3")
    assert len(row) == 80
    (row,) = rows_of("watch red a t | watch red a t")
    assert row.endswith("  +1 code +1 tests  ×2")


STRIPS = {
    "a test that is brought": (f"start red - t revealed=0 | {GREEN}{RED_BROUGHT}", ["   1  ×■×"]),
    "a refactoring": ("watch green a | watch green b", ["   1  ■↻"]),
    "a second line": ("watch red a | watch red b | " * 25 + "watch red a", [f"   1  {'×' * 50}", "  51  ×"]),
}


@pytest.mark.parametrize(("told", "lines"), STRIPS.values(), ids=STRIPS)
def test_the_strip_has_a_shape_for_each_row(told, lines):
    assert strip(summary(*played(*session(told))).rows).plain.splitlines()[: len(lines)] == lines


SAYS = rows("""
    a pause :: watch green a | watch red a t 720s => 1 pause, 12 min 00 s in all, which counts for no colour
    a refactoring :: watch green a | watch green bc t
        => refactorings: 1; the largest: 2 lines of code, 1 of tests, from light 1 to 2
    the first jump ::
        watch green abc t => largest change up to a green: 3 lines of code, 1 of tests, up to light 1
""")


@pytest.mark.parametrize(("told", "sentence"), SAYS)
def test_the_summary_says(told, sentence):
    lights, files = played(*session(told))
    assert sentence in list(sentences(lights, summary(lights, files)))


OWN = {
    "one of two": ({"own": {"::test_one": "green", "::test_two": "red"}}, ["1 of 2: “one”"]),
    "none": ({"own": {"::test_two": "red"}}, ["0 of 1"]),
    "no light tells": ({}, []),
}


@pytest.mark.parametrize(("own", "said"), OWN.values(), ids=OWN)
def test_of_own_tests_it_says_which_nobody_saw_red(own, said):
    lights, files = played(light(0, "watch", "red", **own))
    found = [line for line in sentences(lights, summary(lights, files)) if "own tests" in line]
    assert found == [f"own tests never seen red: {some}" for some in said]
