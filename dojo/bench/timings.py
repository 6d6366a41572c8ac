"""What `make bench` measured, as speed.json beside a story.toml keeps it, and the ratios that follow from it.

Everything that quotes a speed (the pages, the plot, the READMEs) takes it from that file.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from dojo.errors import EnvironmentProblem
from dojo.story.story import Story

FILE = "speed.json"
LEAST, MOST = "at least", "at most"


class NoFigures(EnvironmentProblem):
    """Nothing was measured for a story; the message says what measures it."""


@dataclass(frozen=True)
class Measured:
    """What one thing took, round by round: seconds for a unit of work or a run, or else what `unit` says."""

    group: str
    name: str
    rounds: list[float]
    size: int = 1
    """Units of work in a round."""
    unit: str = "s"

    @property
    def median(self) -> float:
        return median(self.rounds)

    @property
    def rate(self) -> float:
        """Units of work a second."""
        return 1 / self.median


@dataclass(frozen=True)
class Target:
    """A limit: at least this many times as fast as another; or at most this share of the other's time."""

    group: str
    ours: str
    theirs: str
    bound: str
    limit: float
    what: str = ""
    unit: str = ""


@dataclass(frozen=True)
class Work:
    """What the steps are timed on, in the words of the story, and which groups the plot shows."""

    title: str
    one: str
    """A unit of work: `hand`."""
    many: str
    """Units of it, in full: `hands of seven cards`."""
    group: str
    """Where the steps and their peers were measured."""
    again: str
    """Where they were measured in another way, and what that is called."""
    again_called: str
    peers: list[str]
    """What you would install instead."""
    more: list[list[str]]
    """Further rows of the plot: a group, a name in it, and what the row is called."""


@dataclass
class Figures:
    """One run of the bench: when, where, with which versions; the targets, and what was measured."""

    date: str = ""
    machine: dict[str, str] = field(default_factory=dict)
    work: Work | None = None
    versions: dict[str, str] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)
    measured: list[Measured] = field(default_factory=list)

    def find(self, group: str, name: str) -> Measured | None:
        """Find what was measured under that name, if anything was."""
        return next((one for one in self.measured if (one.group, one.name) == (group, name)), None)

    def times(self, group: str, ours: str, theirs: str) -> float | None:
        """Return how many times as fast as the other one; None if one of them was not measured."""
        one, other = self.find(group, ours), self.find(group, theirs)
        return median(paired_ratios(other, one)) if one and other else None


@dataclass(frozen=True)
class Ratio:
    """The outcome of a target: the median of the rounds, the lowest and the highest."""

    target: Target
    median: float
    lowest: float
    highest: float

    @property
    def held(self) -> bool:
        """True if the median is within the limit."""
        target = self.target
        return self.median >= target.limit if target.bound == LEAST else self.median <= target.limit


def paired_ratios(numerator: Measured, denominator: Measured) -> list[float]:
    """Divide round by round: a machine that is slow for a while is slow for both."""
    return [a / b for a, b in zip(numerator.rounds, denominator.rounds)]


def ratio_of(target: Target, figures: Figures) -> Ratio | None:
    """Return the outcome of a target; None if one of the two was not measured."""
    ours, theirs = figures.find(target.group, target.ours), figures.find(target.group, target.theirs)
    if ours and not target.theirs:
        values = ours.rounds
    elif ours and theirs:
        values = paired_ratios(theirs, ours) if target.bound == LEAST else paired_ratios(ours, theirs)
    else:
        return None
    return Ratio(target, median(values), min(values), max(values))


def ratios(figures: Figures) -> Iterator[tuple[Target, Ratio | None]]:
    """Yield each target with its outcome."""
    return ((target, ratio_of(target, figures)) for target in figures.targets)


def speed_file(story: Story) -> Path:
    """Return the path of a story's speed.json."""
    return story.file.parent / FILE


def read_figures(story: Story) -> Figures:
    """Read the figures of a story; raises NoFigures if there are none."""
    file = speed_file(story)
    if not file.exists():
        raise NoFigures(f"{story.shown(file)} is not there: {story.command('bench')} writes it")
    return msgspec.json.decode(file.read_bytes(), type=Figures)


def format_figures(figures: Figures) -> str:
    """Format the file: a line for each measurement, with its median and spread, and one for each ratio."""
    rounded = [replace(one, rounds=[*map(four_digits, one.rounds)]) for one in figures.measured]
    figures = replace(figures, measured=rounded)
    content = asdict(figures)
    for values, one in zip(content["measured"], figures.measured):
        values |= {"median": one.median, "low": min(one.rounds), "high": max(one.rounds)}
    for values, (_, ratio) in zip(content["targets"], ratios(figures)):
        if ratio:
            three = {"ratio": ratio.median, "lowest": ratio.lowest, "highest": ratio.highest}
            values |= {name: four_digits(value) for name, value in three.items()} | {"held": ratio.held}
    parts = [f'"{name}": {one_line_each(part)}' for name, part in content.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def one_line_each(part: Any) -> str:
    """Format a list with a line for each member; anything else on one line."""
    if not isinstance(part, list) or not part:
        return json.dumps(part, ensure_ascii=False)
    return "[\n" + ",\n".join(json.dumps(one, ensure_ascii=False) for one in part) + "\n]"


def four_digits(figure: float) -> float:
    """Round to four significant digits: more of them would be noise."""
    return float(f"{figure:.4g}")
