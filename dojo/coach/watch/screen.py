"""The screen of `make watch`: the text of a run, one large bar, the time since the last green, the keys."""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from rich.console import Console
from rich.control import Control
from rich.segment import ControlType
from rich.text import Text

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import Light, last_colour, last_green
from dojo.coach.display import counts_in_words
from dojo.coach.run import BarRun
from dojo.coach.watch.fitting import fit
from dojo.model.outcome import Colour
from dojo.room.sync import RoomStatus
from dojo.screen.console import ROWS, bar_rows, console
from dojo.wording import count_of, duration, one_line

SHOW_BUSY_AFTER_S = 0.4
KEYS = {"next": "n", "hint": "h", "where": "w", "back": "b", "all": "a", "quit": "q"}
# of the text of a run, on any screen
MIN_LINES = 4
# the key that shows all is named when something is left out
KEY_LINE = " · ".join(f"{key} {verb}" for verb, key in KEYS.items() if verb != "all")
HOME, ERASE_LINE = Control((ControlType.HOME,)), Control((ControlType.ERASE_IN_LINE, 0))


class Screen:
    """The terminal, or a file in its place."""

    def __init__(self, attempt: Attempt) -> None:
        self.attempt = attempt
        self.console = console()
        self.run: BarRun | None = None
        # the words on the bar while a run is under way, and True if the bar is that of an earlier run
        self.busy = ""
        self.is_old = False
        self.has_said_how = False
        # what the last run printed, and what was said since then
        self.above, self.notes = Text(), Text()
        # of the whole text, in parts as high as the screen: which part is shown; None where it is fitted
        self.part: int | None = None
        self.lights: list[Light] = []
        self.room_status: RoomStatus | None = None

    def show(self, this: BarRun, above: Text) -> None:
        """Draw the bar of a run below its text."""
        if self.run:
            # the first bar leaves what was said before it: how saves are noticed
            self.notes = Text()
        self.run, self.above, self.lights, self.busy, self.is_old = this, above, [], "", False
        self.part = None
        self.draw(above, Text(), self.bar())

    def note(self, text: Text | str) -> None:
        """Say something: on a terminal above the bar, in place of the last message."""
        self.notes, self.busy = text if isinstance(text, Text) else Text(text.strip()), ""
        self.part = None
        self.draw(self.notes)

    def show_all(self) -> None:
        """Show the text from its beginning, or its next part; after the last one, what fits."""
        self.part = 0 if self.part is None else self.part + 1
        self.draw()

    def say_how(self, *, are_reported: bool) -> None:
        """Say how saves are noticed, and what to type if one is not."""
        how = "Each save runs the tests."
        if self.has_said_how:
            how = "A save was not reported. From now on, the files are read many times a second."
        elif not are_reported:
            how = "The system does not report saves here: the files are read many times a second."
        if not self.has_said_how:
            attempt = self.attempt
            place = attempt.story.shown(attempt.folder if attempt.program else attempt.module)
            how = f"Your code is in {place}. {how}"
        self.has_said_how = True
        self.note(f"{how} If you save and nothing happens: {self.attempt.command('next')}")

    def mark_old(self) -> None:
        """Say on the bar that it is about the files before a save, until the run of the new ones ends."""
        if self.run and not self.is_old:
            self.is_old = True
            self.draw()

    def running(self, seconds: float) -> None:
        """Say that a run takes long: the old bar is not its bar."""
        busy = f"running … {duration(seconds)}" if seconds >= 1 else "running …"
        if seconds >= SHOW_BUSY_AFTER_S and busy != self.busy:
            self.busy = busy
            self.draw()

    def record(self, lights: list[Light], status: RoomStatus | None) -> None:
        """Show the last light, which is that of the run, and the time since the last green."""
        is_news = lights[-1:] != self.lights[-1:]
        self.lights, self.room_status, self.busy = lights, status, ""
        if is_news:
            self.draw(" · ".join(self.below(lights[-1].when)))
        else:
            self.draw()

    def hear(self, status: RoomStatus | None) -> None:
        """Show what the room says now: in a file only what its leader says, once."""
        before, self.room_status = self.room_status, status
        message = self.message()
        is_new = status and (before is None or status.message != before.message)
        self.draw(*([message] if message and is_new else []))

    def message(self) -> Text:
        """Return what the leader of the room says to all; it may be nothing."""
        said = self.room_status.message if self.room_status else ""
        return Text(f"The leader says: {said}" if said else "", style="bold")

    def bar(self) -> Text:
        this, coloured = self.run, bool(self.console.color_system) and not self.console.no_color
        colour, words = "", self.busy
        if this and not self.busy:
            colour, words = this.colour, counts_in_words(this.counts, this.reasons, this.not_run)
            if self.is_old:
                words += " · before this save"
        return bar_rows(colour, words, self.console.width, coloured=coloured)

    def below(self, now: float) -> list[str]:
        """Return the lines below the bar: tables-3 · light 12 · 40 s since the last green, and the room."""
        if not self.lights:
            return [""]
        green = last_green(self.lights)
        if last_colour(self.lights) == Colour.GREEN:
            state = "green"
        elif green:
            state = f"{duration(max(0, now - green.when))} since the last green"
        else:
            state = "not green yet"
        lines = [f"{self.attempt.name} · light {self.lights[-1].number} · {state}"]
        if self.room_status:
            lines.append(room_in_words(self.room_status, now))
        return lines

    def draw(self, *news: Text | str) -> None:
        """On a terminal, draw all of it over what is there: nothing flickers. In a file, add what is new."""
        if not self.console.is_terminal:
            for text in news:
                self.console.print(text)
            return
        now = time.time()
        below = [*self.wrap(self.message()), *map(Text, self.below(now))]
        if self.room_status and interrupts_work(self.room_status, now):
            below[-1].stylize("bold")
        height = max(self.console.height - ROWS - len(below) - 2, MIN_LINES)
        above, keys = self.text_and_keys(height)
        bar = self.bar().split("\n")
        lines = [*[Text()] * (height - len(above)), *above, Text(), *bar, *below]
        # as a context, the console writes all of it at once
        with self.console:
            self.console.control(HOME)
            for line in lines:
                self.console.control(ERASE_LINE)
                self.console.print(line, no_wrap=True, overflow="ellipsis")
            self.console.control(ERASE_LINE)
            self.console.print(keys[: self.console.width - 1], style="dim", end="")

    def text_and_keys(self, height: int) -> tuple[list[Text], str]:
        """Return the lines above the bar, and the line that says which keys there are.

        What there is no room for is left out, or the whole text is shown in parts.
        """
        above, notes = self.wrap(self.above), self.wrap(self.notes)
        shown, left_out = fit(above, notes, height)
        if not self.attempt.keys:
            return shown, "Ctrl-C ends it"
        if not left_out:
            return shown, KEY_LINE
        whole = [*above, Text(), *notes] if notes else above
        parts = [whole[start : start + height] for start in range(0, len(whole), height)]
        if self.part is None or self.part >= len(parts):
            self.part = None
            return shown, f"{KEY_LINE} · {KEYS['all']} all, with {count_of(left_out, 'more line')}"
        return parts[self.part], f"{KEY_LINE} · {KEYS['all']} goes on: {self.part + 1} of {len(parts)}"

    def wrap(self, text: Text) -> list[Text]:
        return [*text.wrap(self.console, self.console.width)] if text else []


def read_keys(text: bytes) -> str:
    """Return the keys in what a terminal has sent, up to a sequence that an arrow sends, for example."""
    typed = text.partition(b"\x1b")[0].decode(errors="ignore").lower().replace("u", KEYS["back"])
    return "".join(key for key in typed if key in KEYS.values())


def capture(verb: Callable[[Console], Any]) -> tuple[Any, Text]:
    """Return what a verb returns, and what it prints to a console, with its colours."""
    out = console()
    with out.capture() as printed:
        given = verb(out)
    return given, Text.from_ansi(printed.get().strip("\n"))


def room_in_words(status: RoomStatus, now: float) -> str:
    """Return the clock of the room, and whether the room has the lights.

    For example: round 2: 12:14 left · change seats in 1:50 · connected to the room
    """
    parts: list[str] = []
    # no clock, or a room of another version: then what could be read until there is shown
    with suppress(KeyError, TypeError, ValueError, OverflowError):
        clock: Any = status.clock
        gone = max(0, now - status.at) if clock["running"] else 0
        # all of them are read before any is shown
        left = clock["left"] - gone
        rotation = clock["rotation_left"] - gone
        wait = clock["change"]["wait"] - gone
        name = f"round {clock['number']:d}" if clock["phase"] == "round" else "break"
        parts.append(f"{name}: {minutes(left)} left" if left > 0 else f"{name} is over")
        parts.append(seats_in_words(clock, wait, rotation, left))
        if clock["driver"]:
            parts.append(f"{one_line(clock['driver'])} drives")
    parts.append(status.words)
    return " · ".join(filter(None, parts))


def interrupts_work(status: RoomStatus, now: float) -> bool:
    """True if the clock of the room says that it is time to stop, or to change seats."""
    with suppress(KeyError, TypeError, ValueError, OverflowError):
        clock: Any = status.clock
        gone = max(0, now - status.at) if clock["running"] else 0
        return bool(clock["phase"] != "round" or clock["left"] <= gone or clock["change"]["due"])
    return False


def seats_in_words(clock: Any, wait: float, rotation: float, left: float) -> str:
    """Return when the seats change, from the seconds until then; empty if not in this round."""
    change = clock["change"]
    if not clock["running"]:
        return "not running"
    if wait > 0:
        return f"change seats at green or in {minutes(wait)}"
    if change["due"] or change["wait"]:
        return "change seats now"
    if 0 < rotation < left:
        return f"change seats in {minutes(rotation)}"
    return ""


def minutes(seconds: float) -> str:
    return "{}:{:02}".format(*divmod(round(seconds), 60))
