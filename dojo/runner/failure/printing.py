"""A test that is not green, on the screen: the same view for a step and for an attempt."""

from rich.console import Console
from rich.text import Text

from dojo.runner.failure.reason import RAISED
from dojo.runner.failure.source import MARK
from dojo.runner.result import Cell

MAX_PRINTED_LINES = 12
MAX_PRINTED_CHARACTERS = 120
"""What is shown of what a test printed, and of a line of it: the failure above has to stay on the screen."""


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
        out.print(Text("\n".join(crop_printed(cell.printed))))


def crop_printed(text: str) -> list[str]:
    """Return the lines that were printed; of many the first and the last, of a long one the beginning."""
    lines = text.rstrip("\n").splitlines()
    half = MAX_PRINTED_LINES // 2
    if len(lines) > MAX_PRINTED_LINES:
        lines = [*lines[:half], f"… {len(lines) - 2 * half} more lines …", *lines[-half:]]
    most = MAX_PRINTED_CHARACTERS
    return [line if len(line) <= most else f"{line[:most]} …" for line in lines]


def styled(line: str) -> Text:
    """A line of a failure: what was raised is red, in place of its mark, and the line that raised it bold; of
    two texts that differ, what was wanted is green, and what came is red.
    """
    if line.startswith(RAISED):
        return Text(f"    {line.removeprefix(RAISED)}", style="red")
    return Text(line, style={MARK: "bold", "-": "green", "+": "red"}.get(line[:1], ""))
