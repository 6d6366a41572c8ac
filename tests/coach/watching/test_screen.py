"""The screen of `make watch`: the bar, the first failure, and the time since the last green."""

import pytest
from rich.text import Text

from dojo.attempt.lights import Light
from dojo.coach.watching import keys
from dojo.coach.watching.screen import Screen, counts_in_words, fitted
from dojo.coach.watching.told import failure
from dojo.screen.bars import rows

TOLD = [Text(line) for line in ("“two is said” is red: why", "> here", "E   why")]
RED = "red", {"green": 2, "red": 1}, TOLD


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
    drawn = rows(colour, counts_in_words(of_colour), 80, coloured=True).plain.splitlines()
    assert [len(row) for row in drawn] == [80] * 5
    assert drawn[2] == word.center(80)
    assert [row for row in drawn if row.strip()] == [drawn[2]]


@pytest.mark.usefixtures("terminal")
def test_on_a_terminal_it_is_drawn_on_an_empty_screen_and_in_its_colour(attempt, capsys):
    Screen(attempt).show(*RED)
    shown = capsys.readouterr().out
    assert shown.startswith("\x1b[2J\x1b[H")
    assert " RED · 2 green, 1 red " in shown
    assert "×" not in shown


def test_it_can_be_read_without_colours(attempt, terminal, capsys):
    terminal.setenv("NO_COLOR", "1")
    Screen(attempt).show(*RED)
    shown = capsys.readouterr().out
    assert "×" * 80 in shown
    assert "×  RED · 2 green, 1 red  ×" in shown


def test_above_it_stands_what_the_run_has_told(attempt, capsys):
    Screen(attempt).show(*RED)
    *told, empty, above, _, bar, _, _ = capsys.readouterr().out.splitlines()
    assert told == ["“two is said” is red: why", "> here", "E   why"]
    assert (empty, above) == ("", "×" * 80)
    assert bar.strip("×") == "  RED · 2 green, 1 red  "


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
def test_of_a_failure_so_many_lines_are_shown(text, shown):
    assert failure(text, 10) == shown


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
    up, down = "\r\x1b[1A\x1b[2K", "\r\x1b[1B"
    assert capsys.readouterr().out.split(down) == [
        f"{up}tables-3 · light 2 · 40 s since the last green",
        f"{up}tables-3 · light 2 · 1 min 15 s since the last green",
        "",
    ]


@pytest.fixture
def screen(attempt, terminal):
    """A terminal of 80 columns and 24 lines, where keys can be typed."""
    terminal.setenv("COLUMNS", "80")
    terminal.setenv("LINES", "24")
    terminal.setenv("NO_COLOR", "1")
    return Screen(attempt, keys.LINE)


@pytest.fixture
def drawn(capsys):
    """The lines of what was drawn last."""

    def lines():
        last = capsys.readouterr().out.rpartition("\x1b[2J\x1b[H")[2]
        return [line.rstrip() for line in Text.from_ansi(last).plain.split("\n")]

    return lines


def test_what_is_told_the_bar_the_light_and_the_keys_fill_a_terminal_to_its_last_line(screen, drawn):
    screen.show(*RED)
    screen.light = light(2, "green", 1040)
    screen.draw()
    lines = drawn()
    assert len(lines) == 24
    assert [line for line in lines[:13] if line] == []
    assert lines[13:17] == ["“two is said” is red: why", "> here", "E   why", ""]
    assert [line.strip("×") for line in lines[17:22]] == ["", "", "  RED · 2 green, 1 red  ", "", ""]
    assert lines[22:] == [
        "tables-3 · light 2 · green",
        "n next · h hint · w where · u undo to green · q quit",
    ]


def test_on_a_low_terminal_the_bar_is_lower(screen, terminal, drawn):
    terminal.setenv("LINES", "12")
    low = Screen(screen.attempt, keys.LINE)
    low.show(*RED)
    lines = drawn()
    assert len(lines) == 12
    assert [line[:3] for line in lines if "×" in line] == ["×××"] * 3
    assert "E   why" in lines


def test_what_was_said_stands_between_what_the_run_has_told_and_the_bar(screen, drawn):
    screen.show(*RED)
    screen.note("a hint")
    lines = drawn()
    assert lines[11:17] == ["“two is said” is red: why", "> here", "E   why", "", "a hint", ""]


def test_what_is_said_next_stands_in_its_place(screen, drawn):
    screen.show(*RED)
    screen.note("a hint")
    screen.note("another one")
    shown = drawn()
    assert "another one" in shown
    assert "a hint" not in shown


def test_a_run_says_no_more_what_was_said_before(screen, drawn):
    screen.show(*RED)
    screen.note("a hint")
    screen.show("green", {"green": 3}, [])
    assert "a hint" not in drawn()


def test_while_a_run_is_under_way_the_bar_of_the_last_one_is_not_drawn(screen, drawn):
    screen.show(*RED)
    screen.running(0.4)
    assert [line for line in drawn() if "RED" in line or "×" in line] == []
    screen.running(0.4)
    assert drawn()[19].strip() == "running …"
    screen.running(3.2)
    assert drawn()[19].strip() == "running … 3 s"


def test_in_a_file_no_run_is_told_of_before_its_end(attempt, capsys):
    Screen(attempt).running(3)
    assert capsys.readouterr().out == ""


LONG = [Text(f"{n}") for n in range(20)]
FITTED = [
    pytest.param(LONG[:3], [], ["0", "1", "2"], id="what there is room for is told"),
    pytest.param(
        LONG, [], ["0", "1", "…", "15", "16", "17", "18", "19"], id="what is too long lacks the middle"
    ),
    pytest.param(
        [Text("a"), Text(), *LONG[:7]],
        [],
        ["a", "0", "1", "2", "3", "4", "5", "6"],
        id="or empty lines where that is enough",
    ),
    pytest.param(
        LONG, [Text("n")], ["0", "1", "…", "17", "18", "19", "", "n"], id="what was said is told whole"
    ),
    pytest.param(LONG[:1], LONG[5:], ["0", "", "5", "6", "7", "8"], id="or the beginning of it"),
]


@pytest.mark.parametrize(("above", "notes", "lines"), FITTED)
def test_it_has_as_many_lines_as_there_is_room_for(above, notes, lines):
    assert [line.plain for line in fitted(above, notes, 8)] == lines


KEYS = [
    pytest.param(b"n", "n", id="a key"),
    pytest.param(b"hn", "hn", id="one after the other"),
    pytest.param(b"N", "n", id="a capital is the same"),
    pytest.param(b"\x1b[A\x1bOHn", "n", id="an arrow or Home is none"),
    pytest.param(b"\r\n\t \x7f", "", id="nor is Return or the space bar"),
    pytest.param(b"\xff?", "?", id="nor what is no text"),
    pytest.param(b"\x0c", "\f", id="Ctrl-L is one"),
]


@pytest.mark.parametrize(("sent", "typed"), KEYS)
def test_keys_are_read_from_what_a_terminal_sends(sent, typed):
    assert keys.typed(sent) == typed


def test_where_keys_can_be_typed_an_attempt_calls_its_verbs_by_them(attempt):
    watched = keys.instead(attempt)
    assert [watched.command(verb) for verb in ("next", "hint", "judge")] == [
        "n",
        "h",
        "make judge NAME=tables-3",
    ]
