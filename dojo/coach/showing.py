"""How a participant sees a test that is not green."""

from rich.console import Console
from rich.text import Text

from dojo.attempt.attempts import Attempt
from dojo.attempt.membership import heard, in_words
from dojo.attempt.snapshot import Snapshot, named
from dojo.engine.cell import Cell
from dojo.engine.drawings.source import MARK
from dojo.engine.failures import RAISED
from dojo.screen.bars import line

PRINTED = 12
"""Lines of what a test printed that are worth showing: the failure above them has to stay on the screen."""


def failure(out: Console, cell: Cell) -> None:
    """A test that is not green: its rule, the drawing of it, and its output."""
    out.print()
    out.print(f"“{cell.rule}” is {cell.colour}: {cell.why}", style="bold")
    if cell.failure.strip():
        out.print()
        for line in cell.failure.strip("\n").splitlines():
            out.print(styled(line))
    if cell.printed.strip():
        out.print()
        out.print("It printed:", style="bold")
        lines = cell.printed.rstrip("\n").splitlines()
        more = [f"… and {len(lines) - PRINTED} more lines"] if len(lines) > PRINTED else []
        out.print(Text("\n".join(lines[:PRINTED] + more)))


def styled(line: str) -> Text:
    """A line of a failure: what was raised is red, in place of its mark, and the line that raised it bold; of
    two texts that differ, what was wanted is green, and what came is red.
    """
    if line.startswith(RAISED):
        return Text(f"    {line.removeprefix(RAISED)}", style="red")
    return Text(line, style={MARK: "bold", "-": "green", "+": "red"}.get(line[:1], ""))


def left_out(out: Console, snapshot: Snapshot) -> None:
    """Which files a light does not have, if any."""
    if snapshot.left_out:
        out.print(Text(f"Not in this light: {named(snapshot.left_out)}", style="dim"))


def bar(out: Console, attempt: Attempt, colour: str, counts: dict[str, int]) -> None:
    """The bar of a run; if the attempt is in a room, whether the room hears it."""
    room = in_words(attempt)
    status = heard(attempt) if room else None
    if status and status.refused:
        out.print(Text(f"The room takes nothing of {attempt.name}: {status.refused}", style="bold"))
    parts = [attempt.name, in_numbers(counts), *[room] * bool(room)]
    out.print(line(colour, " · ".join(parts), out.width))


def in_numbers(counts: dict[str, int]) -> str:
    """12 green, 1 red"""
    return ", ".join(f"{n} {colour}" for colour, n in counts.items() if n) or "no test yet"
