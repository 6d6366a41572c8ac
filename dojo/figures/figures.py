"""What `make bench` measured, as speed.json beside a story.toml keeps it, and the ratios that follow from it.

Everything that quotes a speed (the pages, the plot, the READMEs) takes it from that file.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from dojo.errors import Trouble
from dojo.story.story import Story

FILE = "speed.json"
LEAST, MOST = "at least", "at most"


class NoFigures(Trouble):
    """Nothing was measured for a story; the message says what measures it."""


@dataclass(frozen=True)
class Measured:
    """What one thing took, round by round: seconds for a unit of work or a run, or else what `unit` says."""

    group: str
    name: str
    rounds: list[float]
    size: int = 1
    """How many units of work there were in a round."""
    unit: str = "s"

    @property
    def median(self) -> float:
        return median(self.rounds)


class Target(NamedTuple):
    """What is asked for: at least so many times as fast; or at most so much of the other's time."""

    group: str
    ours: str
    theirs: str
    bound: str
    limit: float
    what: str = ""
    unit: str = ""


class Work(NamedTuple):
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
    """One run of the bench: when, where, with which versions; what was asked, and what was measured."""

    date: str
    machine: dict[str, str]
    work: Work | None = None
    versions: dict[str, str] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)
    measured: list[Measured] = field(default_factory=list)

    def find(self, group: str, name: str) -> Measured | None:
        """What was measured under that name, if anything was."""
        return next((one for one in self.measured if (one.group, one.name) == (group, name)), None)

    def times(self, group: str, ours: str, theirs: str) -> float | None:
        """How many times as fast as the other one; nothing if one of them was not measured."""
        one, other = self.find(group, ours), self.find(group, theirs)
        return median(paired(other, one)) if one and other else None


class Row(NamedTuple):
    """A target, and what came of it: the median of the rounds, the lowest and the highest."""

    target: Target
    median: float
    low: float
    high: float

    @property
    def held(self) -> bool:
        asked = self.target
        return self.median >= asked.limit if asked.bound == LEAST else self.median <= asked.limit


def paired(numerator: Measured, denominator: Measured) -> list[float]:
    """The ratios, round by round: a machine that is slow for a while is slow for both."""
    return [a / b for a, b in zip(numerator.rounds, denominator.rounds)]


def row(target: Target, figures: Figures) -> Row | None:
    """What came of a target; nothing if one of the two was not measured."""
    ours, theirs = figures.find(target.group, target.ours), figures.find(target.group, target.theirs)
    if ours and not target.theirs:
        return Row(target, ours.median, min(ours.rounds), max(ours.rounds))
    if not ours or not theirs:
        return None
    ratios = paired(theirs, ours) if target.bound == LEAST else paired(ours, theirs)
    return Row(target, median(ratios), min(ratios), max(ratios))


def rows(figures: Figures) -> Iterator[tuple[Target, Row | None]]:
    """Each target, and what came of it."""
    return ((target, row(target, figures)) for target in figures.targets)


def written(figures: Figures) -> str:
    """The file: a line for each thing that was measured, with its median and spread, and for each ratio."""
    figures = replace(figures, measured=[rounded(one) for one in figures.measured])
    told = asdict(figures) | {"work": figures.work and figures.work._asdict()}
    told["measured"] = [asdict(one) | summary(one) for one in figures.measured]
    told["targets"] = [target._asdict() | ratio_of(found) for target, found in rows(figures)]
    parts = [f'"{name}": {lines(part)}' for name, part in told.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def lines(part: Any) -> str:
    """A list as a line for each of its members; anything else as one."""
    if not isinstance(part, list) or not part:
        return json.dumps(part, ensure_ascii=False)
    return "[\n" + ",\n".join(json.dumps(one, ensure_ascii=False) for one in part) + "\n]"


def rounded(one: Measured) -> Measured:
    """The figures with only the digits that are kept; all else follows from them."""
    return replace(one, rounds=[short(n) for n in one.rounds])


def summary(one: Measured) -> dict[str, Any]:
    """What follows from the rounds of one thing."""
    return {"median": one.median, "low": min(one.rounds), "high": max(one.rounds)}


def ratio_of(found: Row | None) -> dict[str, Any]:
    """What came of a target, for the file."""
    if not found:
        return {}
    figures = {"ratio": found.median, "lowest": found.low, "highest": found.high}
    return {name: short(n) for name, n in figures.items()} | {"held": found.held}


def short(figure: float) -> float:
    """Four digits: more of them would be noise."""
    return float(f"{figure:.4g}")


def file_of(story: Story) -> Path:
    """Where the figures of a story are."""
    return story.file.parent / FILE


def read(story: Story) -> Figures:
    """What the file says; raises NoFigures if there is none."""
    file = file_of(story)
    if not file.exists():
        raise NoFigures(f"{story.shown(file)} is not there: {story.command('bench')} writes it")
    told = json.loads(file.read_text(encoding="utf-8"))
    measured = [Measured(**only(one, Measured.__dataclass_fields__)) for one in told.pop("measured")]
    targets = [Target(**only(one, Target._fields)) for one in told.pop("targets")]
    work = told.pop("work")
    return Figures(**told, work=Work(**work) if work else None, targets=targets, measured=measured)


def only(told: dict[str, Any], names: Any) -> dict[str, Any]:
    """What is kept, without what follows from it."""
    return {name: value for name, value in told.items() if name in names}
