"""Versions of the code, the results of tests on them, and what tests cover of them."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, Protocol

from dojo.model.outcome import Colour, Outcome, Reason


class CodeVersion(Protocol):
    """A step, an attempt, a copy beside tests: anything with a name, and a folder with a module in it."""

    @property
    def name(self) -> str: ...
    @property
    def folder(self) -> Path: ...
    @property
    def module(self) -> Path: ...


class Copy(NamedTuple):
    """A version that was made for a run."""

    name: str
    folder: Path
    module: Path


COLOURS = (Colour.GREEN, Colour.RED, Colour.AMBER)
# in place of the colour of a test that gave no result
MISSING = "missing"
# why a test has no result in a child that others have ended
NOT_TRIED = "not tried, after those that hang or end Python"
FATAL = (Reason.ENDED_PYTHON, Reason.TIMED_OUT)


class Result(NamedTuple):
    """What one test came to.

    Attributes:
        id: the id of the test.
        rule: its rule.
        colour: a `Colour`, or `MISSING`.
        why: why it is not green, in a line.
        failure: the failure as it is drawn, if that was asked for.
        short: the same as `--tb=short` draws it.
        printed: what the test has printed.
        reason: a `Reason`, which says something only if it is not green.
        missing: the name that the version does not have, if that is the reason.
    """

    id: str
    rule: str
    colour: str
    why: str = ""
    failure: str = ""
    short: str = ""
    printed: str = ""
    reason: str = Reason.CRASHED
    missing: str = ""

    @property
    def outcome(self) -> Outcome:
        """What the test came to, as a light has it."""
        reason = None if self.colour == Colour.GREEN else Reason(self.reason)
        return Outcome(self.id, Colour(self.colour), reason, self.missing, self.why, self.failure)

    @property
    def is_fatal(self) -> bool:
        """True if it hangs or ends Python: after a few of these no other test runs."""
        return self.reason in FATAL

    @property
    def asserted(self) -> bool:
        """True if it is red by an assertion of its own, and not only because a name is missing."""
        return self.colour == Colour.RED and self.reason == Reason.ASSERTED


class Covered(NamedTuple):
    """What some tests cover of the module of a version, and of what it imports beside it.

    Attributes:
        lines: how many lines there are.
        branches: how many branches there are.
        percent: how much of both is covered.
        missed: each place of the module that is not.
        missed_beside: such places of the files beside it, by their names.
    """

    lines: int
    branches: int
    percent: float
    missed: list[str]
    missed_beside: dict[str, list[str]]

    @property
    def is_whole(self) -> bool:
        """True if nothing is missed."""
        return not self.missed and not any(self.missed_beside.values())


NOTHING = Covered(0, 0, 0.0, ["all of it"], {})


def count_colours(results: Iterable[Result]) -> dict[str, int]:
    """Count the green, the red and the amber ones."""
    counts = Counter(result.colour for result in results)
    return {colour: counts[colour] for colour in COLOURS}


def count_reasons(results: Iterable[Result]) -> dict[str, int]:
    """Count those that are red or amber for each reason, in the order of the reasons."""
    counts = Counter(result.reason for result in results if result.colour in (Colour.RED, Colour.AMBER))
    return {reason.value: counts[reason] for reason in Reason if counts[reason]}


def worst_colour(counts: dict[str, int]) -> str:
    """Return amber if any test is, else red if any is, else green."""
    for colour in (Colour.AMBER, Colour.RED):
        if counts.get(colour):
            return colour
    return Colour.GREEN
