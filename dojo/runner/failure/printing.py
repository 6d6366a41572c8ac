"""A test that is not green, on the screen: the same view for a step and for an attempt."""

from rich.console import Console
from rich.text import Text

from dojo.runner.failure.reason import RAISED
from dojo.runner.failure.source import MARK
from dojo.runner.result import Cell

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
