"""The bar of whoever waits: on a terminal, and nowhere else."""

from io import StringIO

import pytest
from rich.console import Console

from dojo.screen import waiting


@pytest.fixture
def screen(monkeypatch):
    """Where the bar is drawn; whether that is a terminal is for the test to say."""
    drawn = StringIO()

    def on(terminal):
        console = Console(file=drawn, width=80, force_terminal=terminal, color_system=None)
        monkeypatch.setattr(waiting, "Console", lambda stderr: console if stderr else None)
        return drawn

    return on


def test_a_terminal_sees_how_many_of_how_many_are_done(screen):
    drawn = screen(True)
    with waiting.with_a_bar() as on_done:
        on_done(0, 5)
        on_done(3, 5)
    assert "every test on every step" in drawn.getvalue()
    assert "3 of 5 steps" in drawn.getvalue()


def test_afterwards_nothing_of_it_is_left(screen):
    drawn = screen(True)
    with waiting.with_a_bar() as on_done:
        on_done(5, 5)
    assert drawn.getvalue().endswith("\x1b[2K")


def test_where_nothing_is_to_do_no_bar_is_drawn(screen):
    drawn = screen(True)
    with waiting.with_a_bar():
        pass
    assert "of" not in drawn.getvalue()


def test_a_file_gets_no_bar(screen):
    drawn = screen(False)
    with waiting.with_a_bar() as on_done:
        on_done(3, 5)
    assert drawn.getvalue() == ""
