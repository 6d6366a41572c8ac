"""The screen of `make watch`: one large bar, the first failure, and how long since the last green."""

from rich.console import Console
from rich.control import Control
from rich.segment import ControlType
from rich.text import Text

from dojo.attempt.attempts import Attempt
from dojo.attempt.lights import Light
from dojo.coach.watching.verdict import Verdict
from dojo.engine.failures import RAISED
from dojo.screen.bars import rows
from dojo.screen.words import counted, duration

FAILURE = 10
DID_NOT_RUN = {"amber": "did not run"}


class Screen:
    """The terminal, or the file that is there in its place."""

    def __init__(self, attempt: Attempt) -> None:
        self.attempt = attempt
        self.console = Console(highlight=False)
        self.light: Light | None = None
        self.green: Light | None = None

    def bar(self, verdict: Verdict) -> None:
        """Draw the bar of a run, and its first failure."""
        self.light = None
        if self.console.is_terminal:
            self.console.clear()
        colours = bool(self.console.color_system) and not self.console.no_color
        words = counts(verdict.counts)
        self.console.print(rows(verdict.colour, words, self.console.width, coloured=colours))
        if verdict.colour != "green":
            self.console.print(Text(f"\n{verdict.rule}", style="bold"))
            for line in failure(verdict.failure):
                self.console.print(Text(line, no_wrap=True, overflow="ellipsis"))
        self.console.print()

    def recorded(self, light: Light, green: Light | None) -> None:
        """The last line: the light of the run, and the time since the last green."""
        self.light, self.green = light, green
        if self.console.is_terminal:
            self.tick(light.when)
        else:
            self.line(self.since(light.when))

    def tick(self, now: float) -> None:
        """Tell the time since the last green anew, on a terminal."""
        if self.light and self.console.is_terminal:
            begin_anew = Control((ControlType.CARRIAGE_RETURN,), (ControlType.ERASE_IN_LINE, 0))
            self.console.control(begin_anew)
            self.console.print(Text(self.since(now)[: self.console.width - 1]), end="")

    def since(self, now: float) -> str:
        """tables-3 · light 12 · 40 s since the last green"""
        if not self.light or self.light.colour == "green":
            told = "green"
        elif self.green:
            told = f"{duration(now - self.green.when)} since the last green"
        else:
            told = "not green yet"
        return f"{self.attempt.name} · light {self.light.number if self.light else 0} · {told}"

    def line(self, text: str) -> None:
        """A line of its own, also below the last one, which has no end on a terminal."""
        unfinished = "\n" if self.light and self.console.is_terminal else ""
        self.console.print(Text(f"{unfinished}{text}"))


def counts(of_colour: dict[str, int]) -> str:
    """13 tests; 12 green, 1 red; 1 did not run"""
    there = {colour: n for colour, n in of_colour.items() if n}
    if list(there) == ["green"]:
        return counted(there["green"], "test")
    words = [f"{n} {DID_NOT_RUN.get(colour, colour)}" for colour, n in there.items()]
    return ", ".join(words) or "no test ran"


def failure(text: str) -> list[str]:
    """The first lines of a failure; of a long one those from the line on at which it happens."""
    lines = [line.rstrip() for line in text.strip("\n").splitlines()]
    raised = next((n for n, line in enumerate(lines) if line.startswith(RAISED)), 0)
    here = max((n for n, line in enumerate(lines[:raised]) if line.startswith(">")), default=0)
    start = min(here, len(lines) - FAILURE) if len(lines) > FAILURE else 0
    return lines[start : start + FAILURE]
