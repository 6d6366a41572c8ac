"""Versions of the code, the results of tests on them, and what tests cover of them."""

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple, Protocol

from dojo.model.outcome import Colour, Outcome, Reason


class Version(Protocol):
    """A step, an attempt, a copy beside tests: anything with a name, and a folder with a module in it."""

    @property
    def name(self) -> str: ...
    @property
    def folder(self) -> Path: ...
    @property
    def module(self) -> Path: ...


class Copy(NamedTuple):
    """A version that was made to be tried."""

    name: str
    folder: Path
    module: Path


OnDone = Callable[[int, int], None]
"""Called with how many of how many runs are done."""


def ignore_progress(_done: int, _of: int) -> None:
    """Show no progress."""


COLOURS = (Colour.GREEN, Colour.RED, Colour.AMBER)
# in place of the colour of a test that gave no result
MISSING = "missing"
FATAL = (Reason.ENDED_PYTHON, Reason.TIMED_OUT)


class Result(NamedTuple):
    """The test, its colour (green, red, amber, skipped or missing), and why in a line."""

    id: str
    rule: str
    colour: str
    why: str = ""
    failure: str = ""
    """As pytest draws it, if somebody reads it."""
    short: str = ""
    """The same as `--tb=short` draws it."""
    printed: str = ""
    reason: str = Reason.CRASHED
    """A `Reason`, which says something only if it is not green."""
    missing: str = ""
    """The name that the version does not have, if that is the reason."""

    @property
    def outcome(self) -> Outcome:
        """What the test came to, as a light has it."""
        reason = None if self.colour == Colour.GREEN else Reason(self.reason)
        return Outcome(self.id, Colour(self.colour), reason, self.missing, self.why, self.failure)

    @property
    def is_fatal(self) -> bool:
        """True if it hangs or ends Python: after a few of these no other test is tried."""
        return self.reason in FATAL

    @property
    def asserted(self) -> bool:
        """True if it is red by an assertion of its own, and not only because a name is missing."""
        return self.colour == "red" and self.reason == Reason.ASSERTED


class Covered(NamedTuple):
    """What some tests cover of a file: its lines and branches, per cent, and each place that they miss."""

    lines: int
    branches: int
    percent: float
    missed: list[str]


NOTHING = Covered(0, 0, 0.0, ["all of it"])


def count_colours(results: Iterable[Result]) -> dict[str, int]:
    """How many are green, red and amber."""
    counts = Counter(result.colour for result in results)
    return {colour: counts[colour] for colour in COLOURS}


def count_reasons(results: Iterable[Result]) -> dict[str, int]:
    """How many are amber for each reason, in the order of the reasons."""
    counts = Counter(result.reason for result in results if result.colour == "amber")
    return {reason.value: counts[reason] for reason in Reason if counts[reason]}


def worst_colour(counts: dict[str, int]) -> str:
    """Amber if any test is, else red if any is, else green."""
    return next((colour for colour in ("amber", "red") if counts.get(colour)), "green")
