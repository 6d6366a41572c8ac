"""The screen of `make watch`: the text of a run, one large bar, the time since the last green, the keys."""

import re
import time
from typing import Any

from rich.control import Control
from rich.segment import ControlType
from rich.text import Text

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import Light
from dojo.coach.display import counts_in_words
from dojo.room.sync import RoomStatus
from dojo.screen.bars import ROWS, colour_rows, grey_rows
from dojo.screen.console import console
from dojo.screen.words import count_of, duration

FILE_LINES = 10
"""Lines of a failure in a file; a terminal shows as many as it has room for."""
BELOW = 2
"""Lines below the bar: the light and the keys; one more between them for an attempt in a room."""
LOW_SCREEN, LOW_BAR = 20, 3
"""On a terminal of fewer lines than that the bar is not as high."""
SHOW_BUSY_AFTER_S = 0.4
RULE = 2
"""Lines that may say which test fails."""
HEAD = 4
"""If a text is too long, its first lines get one part in so many of the screen; the last ones say why."""
KEYS = {"next": "n", "hint": "h", "where": "w", "back": "b", "quit": "q"}
KEY_LINE = " · ".join(f"{key} {verb}" for verb, key in KEYS.items())
ALIASES = {"u": "b"}
REDRAW = "\f"
"""What Ctrl-L sends."""
SEQUENCE = re.compile("\x1b(\\[[0-?]*[ -/]*[@-~]|O.|.)?", re.DOTALL)
"""What an arrow sends, for example: it has letters, and is none of the keys."""
HOME, ERASE_LINE = (ControlType.HOME,), (ControlType.ERASE_IN_LINE, 0)


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
    def is_terminal(self) -> bool:
        return self.console.is_terminal

    @property
    def bar_height(self) -> int:
        return LOW_BAR if self.is_terminal and self.console.height < LOW_SCREEN else ROWS

    @property
    def height(self) -> int:
        """How many lines there are above the bar, and the empty one between."""
        of_room = self.room_status is not None
        return max(self.console.height - self.bar_height - BELOW - of_room - 1, HEAD)

    @property
    def failure_height(self) -> int:
        """How many lines of a failure fit below those that say which test it is."""
        return self.height - RULE if self.is_terminal else FILE_LINES

    def show(
        self, colour: str, counts: dict[str, int], above: list[str], notes: list[str], not_run: int = 0
    ) -> None:
        """Draw the bar of a run below its text."""
        self.colour, self.counts, self.not_run = colour, counts, not_run
        self.above, self.notes = [Text.from_ansi(line) for line in above], []
        self.light, self.busy = None, ""
        if self.is_terminal:
            self.note(notes)
            return
        for line in [*self.above, *[Text()] * bool(above)]:
            self.console.print(line)
        self.console.print(self.bar())
        self.note(notes)

    def bar(self) -> Text:
        coloured = bool(self.console.color_system) and not self.console.no_color
        is_green = [colour for colour, n in self.counts.items() if n] == ["green"]
        words = (
            count_of(self.counts["green"], "test") if is_green else counts_in_words(self.counts, self.not_run)
        )
        words = "no test ran" if words == "no test yet" else words
        return colour_rows(self.colour, words, self.console.width, coloured=coloured, tall=self.bar_height)

    def draw(self) -> None:
        """On a terminal, draw all of it over what is there: nothing flickers."""
        if not self.is_terminal:
            return
        above = fit(self.above, self.wrap(self.notes), self.height)
        bar: Text = Text("\n" * (self.bar_height - 1))
        if self.busy:
            bar = grey_rows(self.busy, self.console.width, self.bar_height)
        elif self.colour:
            bar = self.bar()
        lines = [*[Text()] * (self.height - len(above)), *above, Text(), *bar.split("\n", allow_blank=True)]
        lines.append(Text(self.since(time.time()) if self.light else ""))
        if self.room_status is not None:
            lines.append(Text(room_in_words(self.room_status, time.time()), style="bold"))
        with self.console:  # written at once
            self.console.control(Control(HOME))
            for line in lines:
                self.console.control(Control(ERASE_LINE))
                self.console.print(line, no_wrap=True, overflow="ellipsis")
            self.console.control(Control(ERASE_LINE))
            self.console.print(self.keys[: self.console.width - 1], style="dim", end="")

    def wrap(self, lines: list[Text]) -> list[Text]:
        return [part for line in lines for part in line.wrap(self.console, self.console.width)]

    def running(self, seconds: float) -> None:
        """On a terminal, say that a run takes long: the old bar is not its bar."""
        busy = f"running … {duration(seconds)}" if seconds >= 1 else "running …"
        if seconds >= SHOW_BUSY_AFTER_S and busy != self.busy:
            self.busy = busy
            self.draw()

    def record(self, light: Light, green: Light | None, status: RoomStatus | None) -> None:
        """Show the light of the run, and the time since the last green."""
        is_news = light != self.light
        self.light, self.green, self.room_status, self.busy = light, green, status, ""
        self.draw()
        if is_news and not self.is_terminal:
            now = time.time()
            told = [self.since(light.when), room_in_words(status, now) if status else ""]
            self.console.print(" · ".join(filter(None, told)))

    def since(self, now: float) -> str:
        """Return the last line: tables-3 · light 12 · 40 s since the last green."""
        if not self.light or self.light.colour == "green":
            told = "green"
        elif self.green:
            told = f"{duration(max(0, now - self.green.when))} since the last green"
        else:
            told = "not green yet"
        return f"{self.attempt.name} · light {self.light.number if self.light else 0} · {told}"

    def note(self, lines: list[str]) -> None:
        """Say something: on a terminal above the bar, in place of the last message; else in lines."""
        self.notes, self.busy = [Text.from_ansi(line) for line in lines], ""
        self.draw()
        if not self.is_terminal:
            for line in self.notes:
                self.console.print(line)

    def clear(self) -> None:
        """On a terminal, begin with an empty screen."""
        if self.is_terminal:
            self.console.clear()
            self.draw()


def read_keys(text: bytes) -> str:
    """Return the keys in what a terminal has sent, in small letters; an arrow or Return is none."""
    plain = SEQUENCE.sub("", text.decode(errors="ignore")).lower()
    keys = (key for key in plain if key == REDRAW or (key.isprintable() and not key.isspace()))
    return "".join(ALIASES.get(key, key) for key in keys)


def capture(verb: Any) -> list[str]:
    """Return the lines that a verb prints to a console, with their colours."""
    out = console()
    with out.capture() as printed:
        verb(out)
    text = printed.get().strip("\n")
    return text.split("\n") if text.strip() else []


def fit(above: list[Text], notes: list[Text], height: int) -> list[Text]:
    """Return a text in so many lines: if it is too long, it loses its empty lines, and then its middle."""
    between, head = [Text()] * bool(above and notes), height // HEAD
    notes = notes[: height - head - 2]
    left = height - len(notes) - len(between)
    if len(above) > left:
        above = [line for line in above if line.plain.strip()]
    if len(above) > left:
        above = [*above[:head], Text("…", style="dim"), *above[len(above) - left + head + 1 :]]
    return [*above, *between, *notes]


def room_in_words(status: RoomStatus, now: float) -> str:
    """Return the clock of the room in words, and whether the room has the lights."""
    clock = clock_in_words(status, now)
    return f"{clock} · {status.words}" if clock else status.words


def clock_in_words(status: RoomStatus, now: float) -> str:
    """Return: round 2: 12:14 left · change seats in 1:50; nothing if the room has no clock."""
    if not status.clock:
        return ""
    try:
        return " · ".join(filter(None, clock_parts(status.clock, max(0, now - status.at))))
    except (KeyError, TypeError, ValueError, OverflowError):  # a room of another version
        return ""


def clock_parts(clock: dict[str, Any], since: float) -> list[str]:
    """Return what it says of the phase, and of the seats, so many seconds after it was read."""
    gone = since if clock["running"] else 0
    number = f"round {int(clock['number'])}"
    name = number if clock["phase"] == "round" else "break"
    left = float(clock["left"]) - gone
    if left <= 0:
        return [f"{name} is over"]
    if not clock["running"]:
        return [f"{name}: {minutes(left)} left, not running"]
    wait, rotation = float(clock["change"]["wait"]) - gone, float(clock["rotation_left"]) - gone
    seats = f"change seats in {minutes(rotation)}" if 0 < rotation < left else ""
    if wait > 0:
        seats = f"change seats at green or in {minutes(wait)}"
    elif clock["change"]["due"] is True or clock["change"]["wait"]:
        seats = "change seats now"
    return [f"{name}: {minutes(left)} left", seats]


def minutes(seconds: float) -> str:
    return "{}:{:02}".format(*divmod(round(seconds), 60))
