"""What an attempt's verbs print: its bar, and what a light leaves out."""

from rich.console import Console
from rich.text import Text

from dojo.attempt.attempt import Attempt
from dojo.attempt.snapshot import Snapshot, name_left_out
from dojo.screen.bars import line


def left_out(out: Console, snapshot: Snapshot) -> None:
    """Which files a light does not have, if any."""
    if snapshot.left_out:
        out.print(Text(f"Not in this light: {name_left_out(snapshot.left_out)}", style="dim"))


def bar(out: Console, attempt: Attempt, colour: str, counts: dict[str, int]) -> None:
    """The bar of a run."""
    out.print(line(colour, f"{attempt.name} · {in_numbers(counts)}", out.width))


def in_numbers(counts: dict[str, int]) -> str:
    """12 green, 1 red"""
    return ", ".join(f"{n} {colour}" for colour, n in counts.items() if n) or "no test yet"
