"""The bar of whoever waits: on a terminal, and nowhere else."""

import sys
from contextlib import redirect_stderr
from io import StringIO

import pytest

from dojo.screen.waiting import with_a_bar


class Screen(StringIO):
    """Where the bar is drawn; whether that is a terminal is for the test to say."""

    def __init__(self, terminal):
        super().__init__()
        self.terminal = terminal

    def isatty(self):
        return self.terminal


@pytest.fixture
def screen(monkeypatch):
    def of(terminal):
        drawn = Screen(terminal)
        monkeypatch.setattr(sys, "stderr", drawn)
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.setenv("NO_COLOR", "1")
        monkeypatch.setenv("COLUMNS", "80")
        return drawn

    return of


def test_a_terminal_sees_how_many_of_how_many_are_done(screen):
    drawn = screen(True)
    with with_a_bar() as on_done:
        on_done(0, 5)
        assert "every test on every step" in drawn.getvalue()
        assert "0 of 5 steps" in drawn.getvalue()
        on_done(3, 5)
        assert "3 of 5 steps" in drawn.getvalue()


def test_it_is_drawn_while_somebody_else_takes_what_is_said(screen):
    """As the engine does while it runs the suite."""
    drawn, taken = screen(True), StringIO()
    with with_a_bar() as on_done, redirect_stderr(taken):
        on_done(3, 5)
        assert "3 of 5 steps" in drawn.getvalue()
    assert taken.getvalue() == ""


def test_afterwards_nothing_of_it_is_left(screen):
    drawn = screen(True)
    with with_a_bar() as on_done:
        on_done(5, 5)
    assert drawn.getvalue().endswith("\x1b[2K")


def test_where_nothing_is_to_do_no_bar_is_drawn(screen):
    drawn = screen(True)
    with with_a_bar():
        pass
    assert "of" not in drawn.getvalue()


def test_a_file_gets_no_bar(screen):
    drawn = screen(False)
    with with_a_bar() as on_done:
        on_done(3, 5)
    assert drawn.getvalue() == ""
