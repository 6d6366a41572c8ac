"""The progression, as a terminal sees it."""

import pytest
from helpers import Watching, typed_copy


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
