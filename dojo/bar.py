"""The screen of `make watch`: one large bar, the first failure, and how long since the last green."""

from rich.console import Console
from rich.text import Text

from dojo.attempts import Attempt
from dojo.lights import Light
from dojo.timeline import duration
from dojo.verdict import Verdict

PAINT = {"green": "bold black on green", "red": "bold white on red", "amber": "bold black on yellow"}
FILLED = {"green": "■", "red": "×", "amber": "!"}
"""What fills a bar where there is no colour."""
ROWS = 5
FAILURE = 10


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
        self.console.print(bar(verdict, self.console.width, colours=colours))
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
            text = self.since(now)[: self.console.width - 1]
            self.console.file.write(f"\r\x1b[K{text}")
            self.console.file.flush()

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
        print(f"{unfinished}{text}", flush=True)


def bar(verdict: Verdict, width: int, *, colours: bool) -> Text:
    """Several rows as wide as the screen, its word in the middle."""
    empty = " " if colours else FILLED[verdict.colour]
    word = f"  {verdict.colour.upper()} · {counted(verdict)}  "
    rows = [empty * width] * ROWS
    rows[ROWS // 2] = word.center(width, empty)[:width]
    return Text("\n".join(rows), style=PAINT[verdict.colour], no_wrap=True, overflow="crop")


def counted(verdict: Verdict) -> str:
    """13 tests; 12 green, 1 red; did not run"""
    counts = {colour: n for colour, n in verdict.counts.items() if n}
    if list(counts) == ["green"]:
        return f"{counts['green']} test{'s' if counts['green'] > 1 else ''}"
    words = {"amber": "did not run"}
    return ", ".join(f"{n} {words.get(colour, colour)}" for colour, n in counts.items()) or "no test ran"


def failure(text: str) -> list[str]:
    """The first lines of a failure; of a long one those from the line on at which it happens."""
    lines = [line.rstrip() for line in text.strip("\n").splitlines()]
    raised = next((n for n, line in enumerate(lines) if line.startswith("E ")), 0)
    here = max((n for n, line in enumerate(lines[:raised]) if line.startswith(">")), default=0)
    start = min(here, len(lines) - FAILURE) if len(lines) > FAILURE else 0
    return lines[start : start + FAILURE]
