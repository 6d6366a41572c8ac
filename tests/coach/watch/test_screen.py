"""The screen of `make watch`: the bar, the first failure, and the time since the last green."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from rich.text import Text

from dojo.attempt.light import RunLight
from dojo.coach.watch.screen import KEY_LINE, KEYS, Screen, interrupts_work, read_keys, room_in_words
from dojo.model.outcome import Colour
from dojo.room.sync import RoomStatus

TOLD = ["“two is said” is red: why", "> here", "    why"]
TERMINAL = {"COLUMNS": "80", "LINES": "24", "FORCE_COLOR": "1", "TERM": "xterm", "NO_COLOR": "1"}


def run(colour="red", not_run=0, reasons=None, **counts):
    return SimpleNamespace(colour=colour, counts=counts, reasons=reasons, not_run=not_run)


RED, ABOVE = run(green=2, red=1), Text("\n".join(TOLD))


@pytest.fixture
def screen(attempt, monkeypatch):
    """A terminal of 80 columns without colours, where keys can be typed."""
    for name, value in TERMINAL.items():
        monkeypatch.setenv(name, value)
    return Screen(replace(attempt, keys=KEYS))


@pytest.fixture
def drawn(capsys):
    """The lines of what was drawn last."""

    def lines():
        last = capsys.readouterr().out.rpartition("\x1b[H")[2]
        return [line.rstrip() for line in Text.from_ansi(last).plain.split("\n")]

    return lines


LOOP = {"did not end": 2, "not tried": 7}
BARS = {
    "green": (run("green", green=13), "  GREEN · 13 green  "),
    "amber": (run("amber", green=0, red=1, amber=2), "  AMBER · 1 red, 2 crashed  "),
    "a loop": (
        run("amber", reasons=LOOP, green=1, amber=9),
        "  AMBER · 3 of 10 ran: 1 green, 2 did not end, 7 not tried  ",
    ),
    "cases": (run("red", 12, red=1), "  RED · 1 of 13 ran: 1 red, 12 not run again  "),
}


@pytest.mark.parametrize(("this", "word"), BARS.values(), ids=BARS)
def test_a_bar_is_as_wide_as_the_screen_with_its_word_in_the_middle(screen, monkeypatch, this, word):
    monkeypatch.delenv("NO_COLOR")
    coloured = Screen(screen.attempt)
    coloured.show(this, Text())
    assert coloured.bar().plain.splitlines() == bar_of(word, " ")


@pytest.mark.parametrize(("this", "word"), BARS.values(), ids=BARS)
def test_without_colours_a_bar_has_a_shape_for_each(screen, this, word):
    screen.show(this, Text())
    shapes = {"GREEN": "■", "RED": "×", "AMBER": "!"}
    assert screen.bar().plain.splitlines() == bar_of(word, shapes[word.split()[0]])


def bar_of(word, shape):
    """A bar of five lines, with its word in the middle."""
    return [shape * 80, shape * 80, word.center(80, shape), shape * 80, shape * 80]


def test_on_a_terminal_it_fills_all_lines(screen, drawn):
    screen.show(RED, ABOVE)
    green = RunLight(number=2, when=1040, verb="watch", colour=Colour.GREEN)
    screen.record([green], None)
    lines = drawn()
    assert lines[:17] == [*[""] * 13, *TOLD, ""]
    assert lines[22:] == ["tables-3 · light 2 · green", KEY_LINE]
    # the line of the room takes one from above, and gives it back
    screen.record([green], RoomStatus(True, CONNECTED))
    lines = drawn()
    assert lines[:16] == [*[""] * 12, *TOLD, ""]
    assert lines[21:] == ["tables-3 · light 2 · green", CONNECTED, KEY_LINE]
    screen.record([green], None)
    assert drawn()[22:] == ["tables-3 · light 2 · green", KEY_LINE]


def test_what_was_said_last_stands_above_the_bar_until_the_next_run(screen, drawn):
    screen.show(RED, ABOVE)
    green = RunLight(number=2, when=1040, verb="watch", colour=Colour.GREEN)
    screen.record([green], None)
    screen.note("a hint\n")
    assert drawn()[11:17] == [*TOLD, "", "a hint", ""]
    screen.note("another one")
    shown = drawn()
    assert "another one" in shown
    assert "a hint" not in shown
    screen.show(run("green", green=3), Text())
    assert "another one" not in drawn()


def test_while_a_run_is_under_way_the_bar_of_the_last_one_is_not_drawn(screen, drawn):
    screen.show(RED, ABOVE)
    screen.running(0.4)
    shown = drawn()
    assert [line for line in shown if "RED" in line or "×" in line] == []
    assert shown[19].strip() == "running …"
    screen.running(3.2)
    assert drawn()[19].strip() == "running … 3 s"


def test_from_a_save_until_its_run_ends_the_bar_is_marked_as_old(screen, drawn):
    screen.show(RED, ABOVE)
    screen.mark_old()
    assert drawn()[19].strip("× ") == "RED · 2 green, 1 red · before this save"
    screen.show(run("green", green=3), Text())
    assert drawn()[19].strip("■ ") == "GREEN · 3 green"


def test_what_was_said_before_the_first_bar_stays_above_it(screen, drawn):
    screen.note("how saves are noticed")
    screen.show(RED, ABOVE)
    assert "how saves are noticed" in drawn()
    screen.show(RED, ABOVE)
    assert "how saves are noticed" not in drawn()


def test_what_is_left_out_is_counted_and_a_key_shows_all_in_parts(screen, drawn):
    screen.show(RED, Text("\n".join(f"line {number}" for number in range(1, 41))))
    assert drawn()[-1] == f"{KEY_LINE} · a all, with 25 more lines"
    parts = []
    for _ in range(4):
        screen.show_all()
        shown = drawn()
        parts.append((shown[0], shown[15], shown[-1].removeprefix(f"{KEY_LINE} · ")))
    assert parts == [
        ("line 1", "line 16", "a goes on: 1 of 3"),
        ("line 17", "line 32", "a goes on: 2 of 3"),
        ("", "line 40", "a goes on: 3 of 3"),
        ("line 1", "line 40", "a all, with 25 more lines"),
    ]


SENT = [
    pytest.param(b"hN", "hn", id="letters, large or small"),
    pytest.param(b"n\x1b[B\x1bOH", "n", id="neither an arrow nor Home"),
    pytest.param(b"\r\n\t x\xff", "", id="nothing else"),
    pytest.param(b"u", "b", id="u is another name for b"),
]


@pytest.mark.parametrize(("sent", "keys"), SENT)
def test_keys_are_read_from_what_a_terminal_sends(sent, keys):
    assert read_keys(sent) == keys


LEFT, CONNECTED = "round 2: 12:14 left", "connected to the room"
CLOCK = {"phase": "round", "number": 2, "left": 734.2, "running": True, "rotation_left": 110.0}
CLOCK |= {"change": {"due": False, "wait": 0}, "driver": ""}
CLOCKS = {
    "as it is": ({}, 0, f"{LEFT} · change seats in 1:50"),
    "a break": ({"phase": "break", "rotation_left": 0}, 0, "break: 12:14 left"),
    "no change": ({"rotation_left": 734.2}, 0, LEFT),
    "now": ({"change": {"due": True, "wait": 0}}, 0, f"{LEFT} · change seats now"),
    "at green": ({"change": {"due": False, "wait": 40}}, 0, f"{LEFT} · change seats at green or in 0:40"),
    "it stands": ({"running": False}, 100, f"{LEFT} · not running"),
    "it is over": ({"left": 0.0}, 0, "round 2 is over"),
    "it goes on between two answers": ({}, 10, "round 2: 12:04 left · change seats in 1:40"),
    "who drives": (
        {"driver": "Ada\x1b"},
        0,
        f"{LEFT} · change seats in 1:50 · Ada\N{REPLACEMENT CHARACTER} drives",
    ),
    "another version of a room": ({"left": "soon"}, 0, ""),
}


@pytest.mark.parametrize(("change", "after", "words"), CLOCKS.values(), ids=CLOCKS)
def test_the_clock_of_the_room_in_words(change, after, words):
    shown = room_in_words(RoomStatus(True, CONNECTED, CLOCK | change, 1000), 1000 + after)
    assert shown == " · ".join(filter(None, [words, CONNECTED]))


SAYS = RoomStatus(True, CONNECTED, CLOCK, 1000, "Back at eleven")


def test_what_the_leader_says_is_below_the_bar(screen, drawn):
    screen.show(RED, ABOVE)
    screen.record([RunLight(number=2, when=1040, verb="watch", colour=Colour.GREEN)], SAYS)
    shown = drawn()
    assert shown[20:22] == ["The leader says: Back at eleven", "tables-3 · light 2 · green"]
    screen.hear(SAYS._replace(message=""))
    assert "The leader says: Back at eleven" not in drawn()


def test_in_a_file_what_the_leader_says_is_told_once(attempt, capsys):
    in_file = Screen(attempt)
    for status in (SAYS, SAYS, SAYS._replace(message=""), SAYS, SAYS._replace(message="Go on"), None):
        in_file.hear(status)
    said = capsys.readouterr().out.splitlines()
    assert said == [
        "The leader says: Back at eleven",
        "The leader says: Back at eleven",
        "The leader says: Go on",
    ]


@pytest.mark.parametrize(
    ("change", "is_bold"),
    [
        ({}, False),
        ({"phase": "break"}, True),
        ({"left": 0.0}, True),
        ({"change": {"due": True}}, True),
        ({"left": "soon"}, False),
    ],
    ids=["a round", "a break", "the end", "a change of seats", "another version of a room"],
)
def test_the_clock_is_bold_where_it_is_time_to_stop_or_to_change(change, is_bold):
    assert interrupts_work(SAYS._replace(clock=CLOCK | change), 1000) is is_bold
