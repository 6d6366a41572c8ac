"""The screen of `make watch`: the bar, the first failure, and the time since the last green."""

from dataclasses import replace

import pytest
from rich.text import Text

from dojo.attempt.light import Light
from dojo.coach.display import crop_failure
from dojo.coach.watch.screen import KEY_LINE, KEYS, Screen, clock_in_words, fit, read_keys, room_in_words
from dojo.room.sync import RoomStatus

TOLD = ["“two is said” is red: why", "> here", "E   why"]
RED = "red", {"green": 2, "red": 1}, TOLD, []


@pytest.fixture
def terminal(monkeypatch):
    """Makes the console take standard output for a terminal of 80 columns without colours."""
    for name, value in {
        "COLUMNS": "80",
        "LINES": "24",
        "FORCE_COLOR": "1",
        "TERM": "xterm",
        "NO_COLOR": "1",
    }.items():
        monkeypatch.setenv(name, value)
    return monkeypatch


@pytest.fixture
def screen(attempt, terminal):
    """A terminal where keys can be typed."""
    terminal.setenv("LINES", "24")
    return Screen(attempt, KEY_LINE)


@pytest.fixture
def drawn(capsys):
    """The lines of what was drawn last."""

    def lines():
        last = capsys.readouterr().out.rpartition("\x1b[H")[2]
        return [line.rstrip() for line in Text.from_ansi(last).plain.split("\n")]

    return lines


BARS = {
    "green": ({"green": 13}, "  GREEN · 13 tests  "),
    "one test": ({"green": 1, "red": 0, "amber": 0}, "  GREEN · 1 test  "),
    "red": ({"green": 12, "red": 1}, "  RED · 12 green, 1 red  "),
    "amber": ({"red": 1, "amber": 2}, "  AMBER · 1 red, 2 crashed  "),
    "no test": ({}, "  AMBER · no test ran  "),
    "cases": ({"red": 1}, "  RED · 1 red, 12 not run again  "),
}


@pytest.mark.parametrize(("counts", "word"), BARS.values(), ids=BARS)
def test_a_bar_is_as_wide_as_the_screen_with_its_word_in_the_middle(attempt, terminal, counts, word):
    terminal.delenv("NO_COLOR")
    screen = Screen(attempt)
    screen.show(word.split()[0].lower(), counts, [], [], 12 * ("again" in word))
    assert screen.bar().plain.splitlines() == [" " * 80] * 2 + [word.center(80)] + [" " * 80] * 2


def test_on_a_terminal_it_is_drawn_anew_in_its_colour_or_can_be_read_without(attempt, terminal, capsys):
    Screen(attempt).show(*RED)
    shown = capsys.readouterr().out
    assert "×" * 80 in shown
    assert "×  RED · 2 green, 1 red  ×" in shown
    terminal.delenv("NO_COLOR")
    Screen(attempt).show(*RED)
    shown = capsys.readouterr().out
    assert shown.startswith("\x1b[H\x1b[0K")
    assert " RED · 2 green, 1 red " in shown
    assert "×" not in shown


def test_in_a_file_it_stands_below_what_the_run_has_told_at_its_end(attempt, capsys):
    screen = Screen(attempt)
    screen.running(3)
    screen.show(*RED)
    *told, empty, above, _, bar, _, _ = capsys.readouterr().out.splitlines()
    assert (told, empty, above) == (TOLD, "", "×" * 80)
    assert bar.strip("×") == "  RED · 2 green, 1 red  "


FAILURES = {
    "a short one as it is": ("one|two", "one|two"),
    "a long one from where it fails": (
        "a|b|c|> called|d|e|f|> here|E   why|g|h|i|j|k",
        "> here|E   why|g|h|i",
    ),
    "with what is before it where there is room": ("a|b|c|d|> here|E   why", "b|c|d|> here|E   why"),
    "one that raised nothing from its top": ("a|b|c|d|e|f|g", "a|b|c|d|e"),
}


@pytest.mark.parametrize(("lines", "shown"), FAILURES.values(), ids=FAILURES)
def test_of_a_failure_so_many_lines_are_shown(lines, shown):
    assert crop_failure(lines.replace("|", "\n") + "\n", 5) == shown.split("|")


def light(number, colour, when):
    return Light(number, when, "watch", colour)


GREEN = light(1, "green", 1000)
SINCE = {
    "green": (light(2, "green", 1040), GREEN, "tables-3 · light 2 · green"),
    "red": (light(2, "red", 1040), GREEN, "tables-3 · light 2 · 40 s since the last green"),
    "never green": (light(2, "red", 1040), None, "tables-3 · light 2 · not green yet"),
}


@pytest.mark.parametrize(("last", "green", "line"), SINCE.values(), ids=SINCE)
def test_the_last_line_tells_how_long_since_the_last_green(attempt, capsys, last, green, line):
    screen = Screen(attempt)
    for _ in range(2):  # what the room has said in between is no news in a file
        screen.record(last, green, None)
    assert capsys.readouterr().out == f"{line}\n"


def test_what_is_told_the_bar_the_light_and_the_keys_fill_a_terminal_to_its_last_line(screen, drawn):
    screen.show(*RED)
    screen.light = light(2, "green", 1040)
    screen.draw()
    lines = drawn()
    assert lines[:17] == [*[""] * 13, *TOLD, ""]
    assert [line.strip("×") for line in lines[17:22]] == ["", "", "  RED · 2 green, 1 red  ", "", ""]
    assert lines[22:] == ["tables-3 · light 2 · green", KEY_LINE]


def test_on_a_low_terminal_the_bar_is_lower(attempt, terminal, drawn):
    terminal.setenv("LINES", "12")
    Screen(attempt, KEY_LINE).show(*RED)
    lines = drawn()
    assert len(lines) == 12
    assert [line[:3] for line in lines if "×" in line] == ["×××"] * 3
    assert "E   why" in lines


def test_what_was_said_stands_between_what_the_run_has_told_and_the_bar_until_more_is_said(screen, drawn):
    screen.show(*RED)
    screen.note(["a hint"])
    assert drawn()[11:17] == [*TOLD, "", "a hint", ""]
    screen.note(["another one"])
    shown = drawn()
    assert ("another one" in shown, "a hint" in shown) == (True, False)
    screen.show("green", {"green": 3}, [], [])
    assert "another one" not in drawn()


def test_while_a_run_is_under_way_the_bar_of_the_last_one_is_not_drawn(screen, drawn):
    screen.show(*RED)
    screen.running(0.4)
    shown = drawn()
    assert [line for line in shown if "RED" in line or "×" in line] == []
    assert shown[19].strip() == "running …"
    screen.running(3.2)
    assert drawn()[19].strip() == "running … 3 s"


def test_a_long_failure_keeps_what_says_why_and_the_list_of_tests_that_pass_is_cut(screen, drawn):
    above = ["3 more tests pass already: “a”, “b” and 1 more", "The next test, 5 of 9: “five”"]
    screen.show("red", {"red": 1}, [*above, *map(str, range(30)), "wanted 1", "came 2"], [])
    shown = drawn()
    assert [line for line in shown if line][:2] == above
    assert {"wanted 1", "came 2"} <= set(shown)
    assert len(shown) == 24


LONG = [Text(f"{n}") for n in range(20)]
FITTED = {
    "what there is room for is told": (LONG[:3], [], "0 1 2"),
    "what is too long lacks the middle": (LONG, [], "0 1 … 15 16 17 18 19"),
    "or empty lines where that is enough": ([Text("a"), Text(), *LONG[:7]], [], "a 0 1 2 3 4 5 6"),
    "what was said is told whole": (LONG, [Text("n")], "0 1 … 17 18 19  n"),
    "or the beginning of it": (LONG[:1], LONG[5:], "0  5 6 7 8"),
}


@pytest.mark.parametrize(("above", "notes", "lines"), FITTED.values(), ids=FITTED)
def test_it_has_as_many_lines_as_there_is_room_for(above, notes, lines):
    assert [line.plain for line in fit(above, notes, 8)] == lines.split(" ")


SENT = {
    "a key": (b"n", "n"),
    "one after the other": (b"hn", "hn"),
    "a capital is the same": (b"N", "n"),
    "an arrow or Home is none": (b"\x1b[A\x1bOHn", "n"),
    "nor is Return or the space bar": (b"\r\n\t \x7f", ""),
    "nor what is no text": (b"\xff?", "?"),
    "Ctrl-L is one": (b"\x0c", "\f"),
    "u is another name for b": (b"u", "b"),
}


@pytest.mark.parametrize(("sent", "typed"), SENT.values(), ids=SENT)
def test_keys_are_read_from_what_a_terminal_sends(sent, typed):
    assert read_keys(sent) == typed


def test_where_keys_can_be_typed_an_attempt_calls_its_verbs_by_them(attempt):
    commands = [replace(attempt, keys=KEYS).command(verb) for verb in ("next", "back", "judge")]
    assert commands == ["n", "b", "make judge NAME=tables-3"]


NO_CHANGE, CONNECTED = {"due": False, "wait": 0}, "connected to the room"
CLOCK = {
    "phase": "round",
    "number": 2,
    "left": 734.2,
    "running": True,
    "rotation_left": 110.0,
    "change": NO_CHANGE,
}
AT_GREEN = "round 2: 12:14 left · change seats at green or in 0:40"
CLOCKS = {
    "as it is": ({}, 0, "round 2: 12:14 left · change seats in 1:50"),
    "a break": ({"phase": "break", "rotation_left": 0}, 0, "break: 12:14 left"),
    "no change": ({"rotation_left": 734.2}, 0, "round 2: 12:14 left"),
    "now": ({"change": {"due": True, "wait": 0}}, 0, "round 2: 12:14 left · change seats now"),
    "at green": ({"change": {"due": False, "wait": 40.0}}, 0, AT_GREEN),
    "it stands": ({"running": False}, 100, "round 2: 12:14 left, not running"),
    "it is over": ({"left": 0.0}, 0, "round 2 is over"),
    "no number": ({"left": "soon"}, 0, ""),
    "no end": ({"left": float("inf")}, 0, ""),
    "it goes on between two answers": ({}, 10, "round 2: 12:04 left · change seats in 1:40"),
    "and never back": ({}, -5, "round 2: 12:14 left · change seats in 1:50"),
    "to its end": ({}, 800, "round 2 is over"),
}


@pytest.mark.parametrize(("change", "after", "words"), CLOCKS.values(), ids=CLOCKS)
def test_the_clock_of_the_room_in_words(change, after, words):
    assert clock_in_words(RoomStatus(True, clock=CLOCK | change, at=1000), 1000 + after) == words
    assert len(f"{words} · {CONNECTED}") < 80


ROOMS = {
    "without a clock": (RoomStatus(True, CONNECTED), CONNECTED),
    "no answer": (RoomStatus(False), "the room does not answer: it gets your lights later"),
    "with a clock": (RoomStatus(True, CONNECTED, CLOCK), f"{CLOCKS['as it is'][2]} · {CONNECTED}"),
}


@pytest.mark.parametrize(("status", "words"), ROOMS.values(), ids=ROOMS)
def test_the_room_has_a_line_of_its_own_on_a_terminal(screen, drawn, status, words):
    height = screen.height
    screen.record(light(2, "green", 1040), GREEN, status)
    assert screen.height == height - 1
    assert room_in_words(status, 0) == words
    assert drawn()[-2].startswith(words[:7])
