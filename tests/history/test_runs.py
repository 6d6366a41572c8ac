"""A row is a run that changed something, not an Enter key; and what an attempt is from each light on."""

import time

import pytest

from dojo.history.runs import group_rows, trace_states
from dojo.tracing.trace import InGreen
from dojo.tracing.versions import trace_lights
from history.session import played, rows, session


def rows_of(told):
    lights, files = played(*session(told))
    return group_rows(trace_states(lights, files), trace_lights(lights, files))


ROWS = rows("""
    runs on the very same files share a row :: start red - t | next red a t | next red a t => 1, 2–3 ×2
    what is brought is in that row :: start red - t shown=0 | next green a shown=0 | next red a shown=1
        => 1, 2–3
    a test brought after a green that had a row :: start red - t shown=0 | watch green a t
        | next green a t shown=0 | next red a t shown=1 => 1, 2–3 ×2, 4
    make next again, still red :: next green a shown=0 | next red a shown=1 | next red a shown=1 => 1–3 ×2
    a second test that is brought :: next green a shown=0 | next green a shown=1 | next green a shown=1
        | next red a shown=2 => 1–3 ×2, 4
    another colour on the same files :: watch green a | watch amber a => 1, 2
    what else was done stops no folding :: next red a | hint red a | next red a => 1–3 ×2, 2
    a run after make back :: watch green a | watch red ab | back green ab to=1 | watch green a => 1, 2, 3, 4
""")


@pytest.mark.parametrize(("told", "found"), ROWS)
def test_which_lights_share_a_row(told, found):
    assert ", ".join(f"{row.cells[0]} {row.cells[6]}".strip() for row in rows_of(told)) == found


BROUGHT = "next green abc t shown=0 | next red abc t shown=1 test=test_two 0s"
CELLS = rows(f"""
    brought :: start red - t shown=0 | {BROUGHT} => 2–3 22:13 +0:09 ■ green 1 of 1 +3 code new × two
    brought green :: {BROUGHT.replace("red", "green")} => 1–2 22:13 ■ green 1 of 1 +3 code +1 tests new ■ two
    in green :: watch green a | watch green b test=test_two => 2 22:13 +0:09 ■ green 1 of 1 ±1 code ↻ two
    without a test that would notice :: watch green a | watch green b test=test_two unnoticed=1
        => 2 22:13 +0:09 ■ green 1 of 1 ±1 code ↻ no test would have noticed a change in 1 line of code · two
    new behaviour :: watch green a | watch green b unnoticed=0 grows=True
        => 2 22:13 +0:09 ■ green 1 of 1 ±1 code ↻ the code can do something new, and no test was red for it
    runs that changed nothing :: watch red a t | watch red a t => 1–2 22:13 × red 0 of 1 +1 code +1 tests ×2
    a guess :: watch red a t test=test_two expected=green held=False
        => 1 22:13 × red 0 of 1 +1 code +1 tests green expected · two
    a judgement :: judge green accepted=8/8 caught=71/97 => 1 22:13 judge accepts 8/8, catches 71/97
    the way back :: watch red a | back green a to=1 => 2 22:13 +0:09 back to light 1
""")


@pytest.mark.parametrize(("told", "cells"), CELLS)
def test_a_row_says(told, cells, monkeypatch):
    monkeypatch.setattr("time.localtime", time.gmtime)
    assert " ".join(filter(None, rows_of(told)[-1].cells)) == cells


CHANGED = rows("""
    code and tests are told apart :: start red - t | watch red abc tu | watch red ab tu => /, +3/+1, -1/
    what make start wrote is nobody's :: start red abc t => /
    after make back lines count from what it brought back :: watch green a | watch red abcdef
        | back amber abcdef to=1 | watch red ax => +1/, +5/, /, +1/
    what a hint saw counts in the next run :: start red - t | watch red a t | hint red ab | watch red abc t
        => /, +1/, /, +2/
""")


@pytest.mark.parametrize(("told", "lines"), CHANGED)
def test_the_lines_of_code_and_of_tests_that_changed_since_the_last_row(told, lines):
    assert ", ".join(f"{row.change.lines.code}/{row.change.lines.tests}" for row in rows_of(told)) == lines


AFTER_GREEN = rows("""
    green, other code :: watch green b t shown=1 => in green
    other tests alone :: watch green a u shown=1 => none
    a comment alone :: watch green a# t shown=1 => none
    a name changed in both :: watch green b u shown=1 => in green
    red :: watch red b t shown=1 => none
    with a test more :: watch green b tu shown=1 greens=2 => none
    with a test revealed :: watch green b t shown=2 => none
    by way of red :: watch red b t | watch green c t => none
    after a hint :: hint green a t | watch green c t => in green
    after the way back :: watch red b t | back amber b t to=1 | watch green c t => in green
    after the way back, a test more :: watch red b t | back amber b t to=1 | watch green c tu greens=2 => none
""")


@pytest.mark.parametrize(("after", "found"), AFTER_GREEN)
def test_code_that_changes_from_green_to_green_with_the_same_tests_is_marked(after, found):
    assert rows_of(f"watch green a t shown=1 | {after}")[-1].in_green is (
        InGreen.UNKNOWN if found == "in green" else None
    )
