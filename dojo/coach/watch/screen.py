"""The screen of `make watch`: the text of a run, one large bar, the time since the last green, the keys."""

import re
import time
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.control import Control
from rich.segment import ControlType
from rich.text import Text

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import Light
from dojo.coach.display import counts_in_words
from dojo.room.sync import RoomStatus
from dojo.runner.failure.printing import PRINTED
from dojo.runner.failure.reason import MARK
from dojo.screen.bars import ROWS, colour_rows, grey_rows
from dojo.screen.console import console
from dojo.screen.words import count_of, duration

LOW_SCREEN, LOW_BAR = 20, 3
"""On a terminal of fewer lines than that the bar is not as high."""
SHOW_BUSY_AFTER_S = 0.4
HEAD = 4
"""If a text is too long, its first lines get the height of the screen divided by this."""
KEYS = {"next": "n", "hint": "h", "where": "w", "back": "b", "quit": "q"}
KEY_LINE = " · ".join(f"{key} {verb}" for verb, key in KEYS.items())
ALIASES = {"u": "b"}
SEQUENCE = re.compile("\x1b(\\[[0-?]*[ -/]*[@-~]|O.|.)?", re.DOTALL)
"""What an arrow sends, for example: it has letters, and is none of the keys."""
HOME, ERASE_LINE = Control((ControlType.HOME,)), Control((ControlType.ERASE_IN_LINE, 0))


class Screen:
    """The terminal, or a file in its place."""

    def __init__(self, attempt: Attempt, keys: str = "Ctrl-C ends it") -> None:
        self.attempt, self.keys = attempt, keys
        self.console = console()
        self.colour, self.counts, self.not_run = "", dict[str, int](), 0
        self.above: list[Text] = []
        """What the last run printed."""
        self.notes: list[Text] = []
        """What was said since then."""
        self.light: Light | None = None
        self.green: Light | None = None
        self.room_status: RoomStatus | None = None
        self.busy = ""
        """What stands on the bar while a run is under way."""

    @property
    def bar_height(self) -> int:
        return LOW_BAR if self.console.is_terminal and self.console.height < LOW_SCREEN else ROWS

    def show(self, colour: str, counts: dict[str, int], above: list[str], not_run: int = 0) -> None:
        """Draw the bar of a run below its text."""
        self.colour, self.counts, self.not_run, self.light, self.busy = colour, counts, not_run, None, ""
        self.above = [Text.from_ansi(line) for line in above]
        if not self.console.is_terminal:
            for line in [*self.above, Text(), self.bar()]:
                self.console.print(line)
        self.note([])

    def note(self, lines: list[str]) -> None:
        """Say something: on a terminal above the bar, in place of the last message."""
        self.notes, self.busy = [Text.from_ansi(line) for line in lines], ""
        for line in self.notes if not self.console.is_terminal else ():
            self.console.print(line)
        self.draw()

    def running(self, seconds: float) -> None:
        """Say that a run takes long: the old bar is not its bar."""
        busy = f"running … {duration(seconds)}" if seconds >= 1 else "running …"
        if seconds >= SHOW_BUSY_AFTER_S and busy != self.busy:
            self.busy = busy
            self.draw()

    def record(self, light: Light, green: Light | None, status: RoomStatus | None) -> None:
        """Show the light of the run, and the time since the last green."""
        is_news = light != self.light
        self.light, self.green, self.room_status, self.busy = light, green, status, ""
        if is_news and not self.console.is_terminal:
            self.console.print(" · ".join(filter(None, self.below(light.when))))
        self.draw()

    def bar(self) -> Text:
        if self.busy:
            return grey_rows(self.busy, self.console.width, self.bar_height)
        is_green = [colour for colour, n in self.counts.items() if n] == ["green"]
        words = counts_in_words(self.counts, self.not_run)
        words = count_of(self.counts["green"], "test") if is_green else words
        coloured = bool(self.console.color_system) and not self.console.no_color
        return colour_rows(self.colour, words, self.console.width, coloured=coloured, tall=self.bar_height)

    def below(self, now: float) -> list[str]:
        """Return the lines below the bar: tables-3 · light 12 · 40 s since the last green, and the room."""
        if not self.light:
            return [""]
        told = "not green yet"
        if self.light.colour == "green":
            told = "green"
        elif self.green:
            told = f"{duration(max(0, now - self.green.when))} since the last green"
        lines = [f"{self.attempt.name} · light {self.light.number} · {told}"]
        return [*lines, room_in_words(self.room_status, now)] if self.room_status else lines

    def draw(self) -> None:
        """On a terminal, draw all of it over what is there: nothing flickers."""
        if not self.console.is_terminal:
            return
        below = self.below(time.time())
        height = max(self.console.height - self.bar_height - len(below) - 2, HEAD)
        above = fit(self.wrap(self.above), self.wrap(self.notes), height)
        bar = self.bar().split("\n") if self.colour or self.busy else [Text()] * self.bar_height
        lines = [*[Text()] * (height - len(above)), *above, Text(), *bar, *map(Text, below)]
        with self.console:  # written at once
            self.console.control(HOME)
            for line in lines:
                self.console.control(ERASE_LINE)
                self.console.print(line, no_wrap=True, overflow="ellipsis")
            self.console.control(ERASE_LINE)
            self.console.print(self.keys[: self.console.width - 1], style="dim", end="")

    def wrap(self, lines: list[Text]) -> list[Text]:
        return [part for line in lines for part in line.wrap(self.console, self.console.width)]


def read_keys(text: bytes) -> str:
    """Return the keys in what a terminal has sent, in small letters; an arrow or Return is none."""
    plain = SEQUENCE.sub("", text.decode(errors="ignore")).lower()
    return "".join(ALIASES.get(key, key) for key in plain if key.isprintable() and not key.isspace())


def capture(verb: Callable[[Console], object]) -> list[str]:
    """Return the lines that a verb prints to a console, with their colours."""
    out = console()
    with out.capture() as printed:
        verb(out)
    text = printed.get().strip("\n")
    return text.split("\n") if text.strip() else []


def fit(above: list[Text], notes: list[Text], height: int) -> list[Text]:
    """Return a text in so many lines: if it is too long, it loses its empty lines, and then its middle.

    Its first lines say which test it is; of a failure the line that raised it and what follows are kept.
    """
    head = height // HEAD
    notes = notes[: height - head - 2]
    left = height - len(notes) - bool(above and notes)
    if len(above) > left:
        above = [line for line in above if line.plain.strip()]
    if len(above) > left:
        plain, room = [line.plain for line in above], left - head - 1
        end = plain.index(PRINTED) if PRINTED in plain else len(plain)
        raised = max((n for n in range(end) if plain[n].startswith(MARK)), default=end)
        start = max(head, min(raised, len(above) - room))
        above = [*above[:head], Text("…", style="dim"), *above[start : start + room]]
    return [*above, *[Text()] * bool(above and notes), *notes]


def room_in_words(status: RoomStatus, now: float) -> str:
    """Return the clock of the room, and whether the room has the lights.

    For example: round 2: 12:14 left · change seats in 1:50 · connected to the room
    """
    try:
        parts = clock_parts(status.clock or {}, max(0, now - status.at))
    except (KeyError, TypeError, ValueError, OverflowError):  # no clock, or a room of another version
        parts = []
    return " · ".join([*parts, status.words])


def clock_parts(clock: dict[str, Any], since: float) -> list[str]:
    """Return what it says of the phase, and of the seats, so many seconds after it was read."""
    gone = since if clock["running"] else 0
    name = f"round {clock['number']:d}" if clock["phase"] == "round" else "break"
    change = clock["change"]
    left, rotation, wait = (when - gone for when in (clock["left"], clock["rotation_left"], change["wait"]))
    if left <= 0:
        return [f"{name} is over"]
    phase = f"{name}: {minutes(left)} left"
    if not clock["running"]:
        return [phase, "not running"]
    if wait > 0:
        return [phase, f"change seats at green or in {minutes(wait)}"]
    if change["due"] or change["wait"]:
        return [phase, "change seats now"]
    return [phase, f"change seats in {minutes(rotation)}"] if 0 < rotation < left else [phase]


def minutes(seconds: float) -> str:
    return "{}:{:02}".format(*divmod(round(seconds), 60))
