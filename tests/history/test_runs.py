"""A row is a run that changed something, not an Enter key; and what an attempt is from each light on."""

import time
from typing import NamedTuple

import pytest

from dojo.history.rows import group_rows
from dojo.history.runs import trace_states
from dojo.tracing.moment import InGreen
from dojo.tracing.versions import trace_lights
from history.session import Saved, light, played


class Rows(NamedTuple):
    """What the rows of some lights show."""

    rule: str
    lights: list[Saved]
    shows: str


class Change(NamedTuple):
    """What the last of some lights is, after a green run with one test."""

    rule: str
    lights: list[Saved]
    in_green: InGreen | None


def rows_of(saved):
    lights, files = played(*saved)
    return group_rows(trace_states(lights, files), trace_lights(lights, files))


ROWS = [
    Rows(
        "runs on the very same files share a row",
        [light("start", "red", "", "t"), light("next", "red", "a", "t"), light("next", "red", "a", "t")],
        "1, 2–3 ×2",
    ),
    Rows(
        "what is brought is in that row",
        [
            light("start", "red", "", "t", revealed=0),
            light("next", "green", "a", revealed=0),
            light("next", "red", "a", revealed=1),
        ],
        "1, 2–3",
    ),
    Rows(
        "a test brought after a green that had a row",
        [
            light("start", "red", "", "t", revealed=0),
            light("watch", "green", "a", "t"),
            light("next", "green", "a", "t", revealed=0),
            light("next", "red", "a", "t", revealed=1),
        ],
        "1, 2–3 ×2, 4",
    ),
    Rows(
        "make next again, still red",
        [
            light("next", "green", "a", revealed=0),
            light("next", "red", "a", revealed=1),
            light("next", "red", "a", revealed=1),
        ],
        "1–3 ×2",
    ),
    Rows(
        "a second test that is brought",
        [
            light("next", "green", "a", revealed=0),
            light("next", "green", "a", revealed=1),
            light("next", "green", "a", revealed=1),
            light("next", "red", "a", revealed=2),
        ],
        "1–3 ×2, 4",
    ),
    Rows(
        "another colour on the same files",
        [light("watch", "green", "a"), light("watch", "amber", "a")],
        "1, 2",
    ),
    Rows(
        "what else was done stops no folding",
        [light("next", "red", "a"), light("hint", "red", "a"), light("next", "red", "a")],
        "1–3 ×2, 2",
    ),
    Rows(
        "a run after make back",
        [
            light("watch", "green", "a"),
            light("watch", "red", "ab"),
            light("back", "green", "ab", to=1),
            light("watch", "green", "a"),
        ],
        "1, 2, 3, 4",
    ),
]


@pytest.mark.parametrize("told", ROWS, ids=lambda told: told.rule)
def test_which_lights_share_a_row(told):
    numbers = [f"{row.cells[0]} {row.cells[6]}".strip() for row in rows_of(told.lights)]
    assert ", ".join(numbers) == told.shows


CELLS = [
    Rows(
        "brought",
        [
            light("start", "red", "", "t", revealed=0),
            light("next", "green", "abc", "t", revealed=0),
            light("next", "red", "abc", "t", revealed=1, test="test_two", after=0),
        ],
        "2–3 22:13 +0:09 ■ green 1 of 1 +3 code new × two",
    ),
    Rows(
        "brought green",
        [
            light("next", "green", "abc", "t", revealed=0),
            light("next", "green", "abc", "t", revealed=1, test="test_two", after=0),
        ],
        "1–2 22:13 ■ green 1 of 1 +3 code +1 tests new ■ two",
    ),
    Rows(
        "in green",
        [light("watch", "green", "a"), light("watch", "green", "b", test="test_two")],
        "2 22:13 +0:09 ■ green 1 of 1 ±1 code ↻ two",
    ),
    Rows(
        "without a test that would notice",
        [light("watch", "green", "a"), light("watch", "green", "b", test="test_two", unnoticed=1)],
        "2 22:13 +0:09 ■ green 1 of 1 ±1 code ↻ no test would have noticed a change in 1 line of code · two",
    ),
    Rows(
        "new behaviour",
        [light("watch", "green", "a"), light("watch", "green", "b", unnoticed=0, grows=True)],
        "2 22:13 +0:09 ■ green 1 of 1 ±1 code ↻ the code can do something new, and no test was red for it",
    ),
    Rows(
        "runs that changed nothing",
        [light("watch", "red", "a", "t"), light("watch", "red", "a", "t")],
        "1–2 22:13 × red 0 of 1 +1 code +1 tests ×2",
    ),
    Rows(
        "a guess",
        [light("watch", "red", "a", "t", test="test_two", expected="green", held=False)],
        "1 22:13 × red 0 of 1 +1 code +1 tests green expected · two",
    ),
    Rows(
        "a judgement",
        [light("judge", "green", accepted=(8, 8), caught=(71, 97))],
        "1 22:13 judge accepts 8/8, catches 71/97",
    ),
    Rows(
        "the way back",
        [light("watch", "red", "a"), light("back", "green", "a", to=1)],
        "2 22:13 +0:09 back to light 1",
    ),
]


@pytest.mark.parametrize("told", CELLS, ids=lambda told: told.rule)
def test_a_row_says(told, monkeypatch):
    monkeypatch.setattr("time.localtime", time.gmtime)
    assert " ".join(filter(None, rows_of(told.lights)[-1].cells)) == told.shows


CHANGED = [
    Rows(
        "code and tests are told apart",
        [
            light("start", "red", "", "t"),
            light("watch", "red", "abc", "tu"),
            light("watch", "red", "ab", "tu"),
        ],
        "/, +3/+1, -1/",
    ),
    Rows("what make start wrote is nobody's", [light("start", "red", "abc", "t")], "/"),
    Rows(
        "after make back lines count from what it brought back",
        [
            light("watch", "green", "a"),
            light("watch", "red", "abcdef"),
            light("back", "amber", "abcdef", to=1),
            light("watch", "red", "ax"),
        ],
        "+1/, +5/, /, +1/",
    ),
    Rows(
        "what a hint saw counts in the next run",
        [
            light("start", "red", "", "t"),
            light("watch", "red", "a", "t"),
            light("hint", "red", "ab"),
            light("watch", "red", "abc", "t"),
        ],
        "/, +1/, /, +2/",
    ),
]


@pytest.mark.parametrize("told", CHANGED, ids=lambda told: told.rule)
def test_the_lines_of_code_and_of_tests_that_changed_since_the_last_row(told):
    """The lines of code before the slash, and those of tests after it."""
    lines = [row.change.lines for row in rows_of(told.lights)]
    assert ", ".join(f"{changed.code}/{changed.tests}" for changed in lines) == told.shows


AFTER_GREEN = [
    Change("green, other code", [light("watch", "green", "b", "t", revealed=1)], InGreen.UNKNOWN),
    Change("other tests alone", [light("watch", "green", "a", "u", revealed=1)], None),
    Change("a comment alone", [light("watch", "green", "a#", "t", revealed=1)], None),
    Change("a name changed in both", [light("watch", "green", "b", "u", revealed=1)], InGreen.UNKNOWN),
    Change("red", [light("watch", "red", "b", "t", revealed=1)], None),
    Change("with a test more", [light("watch", "green", "b", "tu", revealed=1, counts={"green": 2})], None),
    Change("with a test revealed", [light("watch", "green", "b", "t", revealed=2)], None),
    Change("by way of red", [light("watch", "red", "b", "t"), light("watch", "green", "c", "t")], None),
    Change(
        "after a hint", [light("hint", "green", "a", "t"), light("watch", "green", "c", "t")], InGreen.UNKNOWN
    ),
    Change(
        "after the way back",
        [
            light("watch", "red", "b", "t"),
            light("back", "amber", "b", "t", to=1),
            light("watch", "green", "c", "t"),
        ],
        InGreen.UNKNOWN,
    ),
    Change(
        "after the way back, a test more",
        [
            light("watch", "red", "b", "t"),
            light("back", "amber", "b", "t", to=1),
            light("watch", "green", "c", "tu", counts={"green": 2}),
        ],
        None,
    ),
]


@pytest.mark.parametrize("told", AFTER_GREEN, ids=lambda told: told.rule)
def test_code_that_changes_from_green_to_green_with_the_same_tests_is_marked(told):
    green = light("watch", "green", "a", "t", revealed=1)
    assert rows_of([green, *told.lights])[-1].in_green == told.in_green
