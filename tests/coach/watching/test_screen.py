"""The screen of `make watch`: the bar, the first failure, and the time since the last green."""

import pytest

from dojo.attempt.lights import Light
from dojo.coach.watching.screen import Screen, counts, failure
from dojo.coach.watching.verdict import Verdict
from dojo.screen.bars import rows

RED = Verdict("red", {"green": 2, "red": 1}, rule="“two is said” is red: why", failure="> here\nE   why")


@pytest.fixture
def terminal(monkeypatch):
    """Makes the console take standard output for a terminal of 80 columns."""
    for name in ("NO_COLOR", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    return monkeypatch


BARS = [
    pytest.param({"green": 13}, "green", "  GREEN · 13 tests  ", id="green"),
    pytest.param({"green": 1, "red": 0, "amber": 0}, "green", "  GREEN · 1 test  ", id="one test"),
    pytest.param({"green": 12, "red": 1}, "red", "  RED · 12 green, 1 red  ", id="red"),
    pytest.param({"red": 1, "amber": 2}, "amber", "  AMBER · 1 red, 2 did not run  ", id="amber"),
    pytest.param({}, "amber", "  AMBER · no test ran  ", id="no test"),
]


@pytest.mark.parametrize(("of_colour", "colour", "word"), BARS)
def test_a_bar_is_as_wide_as_the_screen_with_its_word_in_the_middle(of_colour, colour, word):
    drawn = rows(colour, counts(of_colour), 80, coloured=True).plain.splitlines()
    assert [len(row) for row in drawn] == [80] * 5
    assert drawn[2] == word.center(80)
    assert [row for row in drawn if row.strip()] == [drawn[2]]


@pytest.mark.usefixtures("terminal")
def test_on_a_terminal_it_is_drawn_on_an_empty_screen_and_in_its_colour(attempt, capsys):
    Screen(attempt).bar(RED)
    shown = capsys.readouterr().out
    assert shown.startswith("\x1b[2J\x1b[H")
    assert " RED · 2 green, 1 red " in shown
    assert "×" not in shown


def test_it_can_be_read_without_colours(attempt, terminal, capsys):
    terminal.setenv("NO_COLOR", "1")
    Screen(attempt).bar(RED)
    shown = capsys.readouterr().out
    assert "×" * 80 in shown
    assert "×  RED · 2 green, 1 red  ×" in shown


def test_below_it_stands_the_first_failure(attempt, capsys):
    Screen(attempt).bar(RED)
    assert capsys.readouterr().out.splitlines()[5:] == [
        "",
        "“two is said” is red: why",
        "> here",
        "E   why",
        "",
    ]


FAILURES = [
    pytest.param("one\ntwo\n", ["one", "two"], id="a short one is shown as it is"),
    pytest.param(
        "\n".join([*"abc", "> called", *"defghi", "> here", "E   why", *"jklmnopqrst"]),
        ["> here", "E   why", *"jklmnopq"],
        id="a long one from where it fails",
    ),
    pytest.param(
        "\n".join([*"abcdefghijkl", "> here", "E   why"]),
        [*"efghijkl", "> here", "E   why"],
        id="with what is before it where there is room",
    ),
    pytest.param("\n".join("abcdefghijklm"), [*"abcdefghij"], id="one that raised nothing from its top"),
]


@pytest.mark.parametrize(("text", "shown"), FAILURES)
def test_of_a_failure_ten_lines_are_shown(text, shown):
    assert failure(text) == shown


def light(number, colour, when):
    return Light(number, when, "watch", colour, {}, "", {}, "")


GREEN = light(1, "green", 1000)
SINCE = [
    pytest.param(light(2, "green", 1040), GREEN, "tables-3 · light 2 · green", id="green"),
    pytest.param(light(2, "red", 1040), GREEN, "tables-3 · light 2 · 40 s since the last green", id="red"),
    pytest.param(light(2, "red", 1040), None, "tables-3 · light 2 · not green yet", id="never green"),
]


@pytest.mark.parametrize(("last", "green", "line"), SINCE)
def test_the_last_line_tells_how_long_since_the_last_green(attempt, capsys, last, green, line):
    Screen(attempt).recorded(last, green)
    assert capsys.readouterr().out == f"{line}\n"


@pytest.mark.usefixtures("terminal")
def test_on_a_terminal_it_is_told_anew_in_the_same_line(attempt, capsys):
    screen = Screen(attempt)
    screen.recorded(light(2, "red", 1040), GREEN)
    screen.tick(1075)
    assert capsys.readouterr().out.split("\r\x1b[0K") == [
        "",
        "tables-3 · light 2 · 40 s since the last green",
        "tables-3 · light 2 · 1 min 15 s since the last green",
    ]


@pytest.mark.usefixtures("terminal")
def test_another_line_begins_below_it(attempt, capsys):
    screen = Screen(attempt)
    screen.line("above")
    screen.recorded(light(2, "green", 1040), GREEN)
    screen.line("below")
    assert capsys.readouterr().out == "above\n\r\x1b[0Ktables-3 · light 2 · green\nbelow\n"
