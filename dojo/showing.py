"""What the verbs of an attempt show: which attempt it is, its bar, and one failure."""

import os
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from dojo.attempts import Attempt, NoAttempt, find
from dojo.verb import ended

if TYPE_CHECKING:
    from dojo.trial import Result  # not every verb that shows something runs it, and it imports pytest

PRINTED = 12
"""Lines of what a test printed that are worth showing: the failure above them has to stay on the screen."""
STYLES = {"green": "green", "red": "red", "amber": "yellow"}


def console() -> Console:
    """The screen; what a participant prints is never taken for markup."""
    return Console(highlight=False, markup=False, emoji=False)


def asked(out: Console) -> Attempt:
    """The attempt that NAME= names, or the one started last, and then that is said; raises NoAttempt."""
    name = os.environ.get("NAME", "")
    attempt = find(name or None)
    if (kata := os.environ.get("KATA", "")) and kata != attempt.kata:
        raise NoAttempt(f"{attempt.name} is an attempt at {attempt.kata}, not at {kata}: leave KATA= out")
    if not name:
        out.print(f"attempt {attempt.name}, the one started last", style="dim")
    return attempt


def attended(verb: Callable[[Attempt], int | None]) -> int:
    """The status of a verb on the attempt that is asked for."""
    return ended(lambda: verb(asked(console())))


def counted(results: "Iterable[Result]") -> dict[str, int]:
    """How many tests are green, red and amber."""
    counts = Counter(result.colour for result in results)
    return {colour: counts[colour] for colour in STYLES}


def colour_of(counts: dict[str, int]) -> str:
    """Amber if any test is, else red if any is, else green."""
    return next((colour for colour in ("amber", "red") if counts[colour]), "green")


def in_numbers(counts: dict[str, int]) -> str:
    """`12 green, 1 red`, without what there is none of."""
    return ", ".join(f"{n} {colour}" for colour, n in counts.items() if n) or "no test yet"


def bar(out: Console, colour: str, text: str) -> None:
    """A line in the colour, across the screen, with the colour's name: it is read without colours too."""
    line = f" {colour.upper()}  {text}"
    out.print(
        Text(line.ljust(out.width), style=f"bold reverse {STYLES[colour]}"), no_wrap=True, overflow="ellipsis"
    )


def failure(out: Console, result: "Result") -> None:
    """A test that is not green: its rule, pytest's drawing of it, and what was printed meanwhile."""
    out.print()
    out.print(f"“{result.rule}” is {result.colour}: {result.why}", style="bold")
    if result.failure.strip():
        out.print()
        for line in result.failure.strip("\n").splitlines():
            style = {"E": "red", ">": "bold"}.get(line[:1], "")
            out.print(Text(line, style=style))
    if result.printed.strip():
        out.print()
        out.print("It printed:", style="bold")
        lines = result.printed.rstrip("\n").splitlines()
        more = [f"… and {len(lines) - PRINTED} lines more"] if len(lines) > PRINTED else []
        out.print(Text("\n".join(lines[:PRINTED] + more)))
