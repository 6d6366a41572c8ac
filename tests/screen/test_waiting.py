"""The bar of whoever waits: on a terminal, and nowhere else."""

import sys
from contextlib import redirect_stderr
from io import StringIO

from dojo.model.waiting import Slow
from dojo.screen.waiting import progress_bar


def screen(monkeypatch, terminal):
    """Where the bar is drawn: 80 columns, on a terminal or not."""
    drawn = StringIO()
    monkeypatch.setattr(drawn, "isatty", lambda: terminal)
    monkeypatch.setattr(sys, "stderr", drawn)
    for name, value in {"TERM": "xterm", "NO_COLOR": "1", "COLUMNS": "80"}.items():
        monkeypatch.setenv(name, value)
    return drawn


def test_a_terminal_sees_how_much_is_done_and_then_nothing_of_it_is_left(monkeypatch):
    """Also while somebody else takes what is said, as the runner does while it runs the suite."""
    drawn, taken = screen(monkeypatch, True), StringIO()
    with progress_bar() as on_done, redirect_stderr(taken):
        on_done(0, 5)
        assert "every test on every step" in drawn.getvalue()
        assert "0 of 5 steps" in drawn.getvalue()
        on_done(3, 5)
        assert "3 of 5 steps" in drawn.getvalue()
    assert drawn.getvalue().endswith("\x1b[2K")
    assert taken.getvalue() == ""


def test_where_nothing_is_to_do_or_in_a_file_no_bar_is_drawn(monkeypatch):
    drawn = screen(monkeypatch, True)
    with progress_bar():
        pass
    assert "of" not in drawn.getvalue()
    drawn = screen(monkeypatch, False)
    with progress_bar() as on_done:
        on_done(3, 5)
    assert drawn.getvalue() == ""


def test_what_takes_long_is_named_meanwhile_and_at_the_end(monkeypatch):
    drawn = screen(monkeypatch, True)
    with progress_bar() as on_done:
        on_done(0, 5, Slow("step_03_fizz", "fizz is said", 2.1))
        assert "step_03_fizz, “fizz is said”: 2 s" in drawn.getvalue()
        on_done(0, 5, Slow("step_03_fizz", "fizz is said", 4.4))
        on_done(1, 5, Slow("step_04_divisible", "", 3.1))
    assert drawn.getvalue().endswith(
        "\x1b[2Kslow: step_03_fizz, “fizz is said”: 4 s\nslow: step_04_divisible, while it loads: 3 s\n"
    )


def test_a_file_names_three_of_those_that_take_long(monkeypatch):
    drawn = screen(monkeypatch, False)
    with progress_bar() as on_done:
        for number in range(1, 6):
            on_done(0, 5, Slow(f"step_{number:02}", "one", float(number)))
    assert drawn.getvalue().splitlines() == [
        "slow: step_05, “one”: 5 s",
        "slow: step_04, “one”: 4 s",
        "slow: step_03, “one”: 3 s",
        "slow: 2 more tests",
    ]
