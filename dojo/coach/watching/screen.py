"""The screen of `make watch`: the text of a run, one large bar, the time since the last green."""

import time
from collections.abc import Callable

from rich.console import Console
from rich.control import Control
from rich.segment import ControlType
from rich.text import Text

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import Light
from dojo.coach.watching import room
from dojo.room.sync import RoomLink
from dojo.screen.bars import ROWS, grey, rows
from dojo.screen.console import console
from dojo.screen.words import counted, duration

FAILURE = 10
"""So many lines of a failure go to a file; a terminal shows as many as it has room for."""
BELOW = 2
"""The lines below the bar: the light, and the keys; one more between them for an attempt in a room."""
SMALL, LOW = 20, 3
"""On a terminal of fewer lines than that the bar is not as high."""
RULE = 2
"""Lines that may say which test it is."""
HEAD = 4
"""If a text is too long, the first lines get this part of the screen; the last say why, and get more."""
DID_NOT_RUN = {"amber": "did not run"}
LOUD = "bold"
"""The clock of the room is read from afar."""
UP, DOWN = (ControlType.CURSOR_UP, 1), (ControlType.CURSOR_DOWN, 1)
START, ERASE = (ControlType.CARRIAGE_RETURN,), (ControlType.ERASE_IN_LINE, 2)


class Screen:
    """The terminal, or a file in its place."""

    def __init__(self, attempt: Attempt, keys: str = "Ctrl-C ends it") -> None:
        self.attempt, self.keys = attempt, keys
        self.console = console()
        self.colour, self.counts = "", dict[str, int]()
        self.above: list[Text] = []
        """What the last run has told."""
        self.notes: list[Text] = []
        """What was said since then."""
        self.light: Light | None = None
        self.green: Light | None = None
        self.size = self.console.size
        self.link = RoomLink(attempt)
        self.of_room = ""
        """What it says of the room, if the attempt is in one."""

    @property
    def is_terminal(self) -> bool:
        return self.console.is_terminal

    @property
    def tall(self) -> int:
        """So many lines the bar has."""
        return LOW if self.is_terminal and self.console.height < SMALL else ROWS

    @property
    def room(self) -> int:
        """So many lines there are above the bar, and the empty one between."""
        return max(self.console.height - self.tall - BELOW - bool(self.of_room) - 1, HEAD)

    @property
    def room_of_failure(self) -> int:
        """So many lines of a failure fit below those that say which test it is."""
        return self.room - RULE if self.is_terminal else FAILURE

    def lines(self, tell: Callable[[Console], None]) -> list[Text]:
        """The lines that something prints."""
        out = console()
        with out.capture() as printed:
            tell(out)
        return [*Text.from_ansi(printed.get().strip("\n")).split("\n")] if printed.get().strip() else []

    def show(self, colour: str, counts: dict[str, int], above: list[Text]) -> None:
        """Draw the bar of a run below its text."""
        self.colour, self.counts, self.above = colour, counts, above
        self.notes, self.light = [], None
        if self.is_terminal:
            self.draw()
            return
        for line in [*above, *[Text()] * bool(above)]:
            self.console.print(line)
        self.console.print(self.bar())

    def bar(self) -> Text:
        """The bar of the last run."""
        coloured = bool(self.console.color_system) and not self.console.no_color
        words = counts_in_words(self.counts)
        return rows(self.colour, words, self.console.width, coloured=coloured, tall=self.tall)

    def draw(self, bar: Text | None = None) -> None:
        """On a terminal, draw all of it; another bar, where one is given."""
        with self.console:  # written at once
            self.size = self.console.size
            self.console.clear()
            above = fitted(self.above, self.notes, self.room)
            for line in [*[Text()] * (self.room - len(above)), *above, Text()]:
                self.console.print(line, no_wrap=True, overflow="ellipsis")
            bar = bar or (self.bar() if self.colour else None)
            self.console.print(bar or "\n" * (self.tall - 1))
            self.console.print(self.since(time.time()) if self.light else "")
            if self.of_room:
                self.console.print(self.of_room, style=LOUD, no_wrap=True, overflow="ellipsis")
            self.console.print(self.keys[: self.console.width - 1], style="dim", end="")

    def running(self, seconds: float) -> None:
        """On a terminal, say that the run is under way: the old bar is not its bar."""
        if self.is_terminal:
            told = f"running … {duration(seconds)}" if seconds >= 1 else "running …"
            self.draw(grey(told, self.console.width, self.tall))

    def recorded(self, light: Light, green: Light | None) -> None:
        """The line below the bar: the light of the run, and the time since the last green."""
        self.light, self.green = light, green
        if self.is_terminal:
            self.tick(light.when)
        else:
            self.console.print(
                " · ".join(filter(None, [self.since(light.when), room.told(self.link.update(), time.time())]))
            )

    def tick(self, now: float) -> None:
        """On a terminal, draw the time since the last green and the clock of the room anew; if its size has
        changed, or the attempt has joined a room or left it, draw it all.
        """
        if not self.is_terminal:
            return
        before, self.of_room = self.of_room, room.told(self.link.status, now)
        if self.console.size != self.size or bool(before) != bool(self.of_room):
            self.draw()
        if self.light:
            lines = [(self.since(now), ""), *[(self.of_room, LOUD)] * bool(self.of_room)]
            with self.console:
                self.console.control(Control(START, *[UP] * len(lines)))
                for line, style in lines:
                    self.console.control(Control(ERASE))
                    self.console.print(line[: self.console.width - 1], style=style, end="")
                    self.console.control(Control(START, DOWN))

    def since(self, now: float) -> str:
        """tables-3 · light 12 · 40 s since the last green"""
        if not self.light or self.light.colour == "green":
            told = "green"
        elif self.green:
            told = f"{duration(max(0, now - self.green.when))} since the last green"
        else:
            told = "not green yet"
        return f"{self.attempt.name} · light {self.light.number if self.light else 0} · {told}"

    def note(self, what: str | list[Text]) -> None:
        """Say something: on a terminal above the bar, in place of the last message; else in lines."""
        lines = [Text(what)] if isinstance(what, str) else what
        if not self.is_terminal:
            for line in lines:
                self.console.print(line)
            return
        self.notes = [part for line in lines for part in line.wrap(self.console, self.console.width)]
        self.draw()


def fitted(above: list[Text], notes: list[Text], room: int) -> list[Text]:
    """A text in so many lines: if it is too long, it loses its empty lines, and then its middle."""
    between, head = [Text()] * bool(above and notes), room // HEAD
    notes = notes[: room - head - 2]
    left = room - len(notes) - len(between)
    if len(above) > left:
        above = [line for line in above if line.plain.strip()]
    if len(above) > left:
        above = [*above[:head], Text("…", style="dim"), *above[len(above) - left + head + 1 :]]
    return [*above, *between, *notes]


def counts_in_words(of_colour: dict[str, int]) -> str:
    """13 tests; 12 green, 1 red; 1 did not run"""
    there = {colour: n for colour, n in of_colour.items() if n}
    if list(there) == ["green"]:
        return counted(there["green"], "test")
    words = [f"{n} {DID_NOT_RUN.get(colour, colour)}" for colour, n in there.items()]
    return ", ".join(words) or "no test ran"
