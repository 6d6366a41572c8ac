"""What `make bench` measured, as steps/speed.json keeps it, and the ratios that follow from it.

Everything that quotes a speed (the pages, the plot, the stories) takes it from that file.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from dojo.steps import ROOT

FILE = "steps/speed.json"
PEERS = ("treys", "phevaluator", "eval7", "pokerkit")
"""What a Python user would install instead."""
LOOP = "eval7's loop"
"""A plain loop over eval7, for what is done in bulk."""


@dataclass(frozen=True)
class Measured:
    """What one thing took, round by round: seconds for one hand or one run, or else what `unit` says."""

    group: str
    name: str
    rounds: list[float]
    hands: int = 1
    unit: str = "s"

    @property
    def median(self) -> float:
        return median(self.rounds)


@dataclass
class Speed:
    """One run of the bench: when, where, with which versions; what was checked, and what was measured."""

    date: str
    machine: dict[str, str]
    versions: dict[str, str]
    missing: dict[str, str] = field(default_factory=dict)
    checked: dict[str, int] = field(default_factory=dict)
    measured: list[Measured] = field(default_factory=list)

    def find(self, group: str, name: str) -> Measured | None:
        """What was measured of that name, if it was."""
        return next((one for one in self.measured if (one.group, one.name) == (group, name)), None)

    def times(self, group: str, ours: str, theirs: str) -> float | None:
        """How many times as fast as the other one; nothing where one of them was not measured."""
        one, other = self.find(group, ours), self.find(group, theirs)
        return median(paired(other, one)) if one and other else None


class Target(NamedTuple):
    """What is asked for: how many times as fast, at least; or how much of the other's time, at most."""

    group: str
    ours: str
    theirs: str
    bound: str
    limit: float
    what: str = ""
    unit: str = ""


class Row(NamedTuple):
    """A target, and what came of it: the median of the rounds, the lowest and the highest."""

    target: Target
    median: float
    low: float
    high: float

    @property
    def held(self) -> bool:
        asked = self.target
        return self.median >= asked.limit if asked.bound == "at least" else self.median <= asked.limit


LEAST, MOST = "at least", "at most"
CARDS, TEXT = "seven prepared cards", "seven cards from text"
TARGETS = [
    Target("prepared", "step 48", "treys", LEAST, 3, CARDS),
    Target("prepared", "step 49", "treys", LEAST, 20, CARDS),
    Target("prepared", "step 49", "eval7", LEAST, 1, CARDS),
    Target("text", "step 49", "treys", LEAST, 5, TEXT),
    Target("scores", "step 49", "step 40", LEAST, 15, "scores of 100,000 lines"),
    Target("bulk", "step 50", LOOP, LEAST, 30, "a million hands"),
    Target("census", "step 50", LOOP, LEAST, 60, "the census of seven cards"),
    Target("memory", "step 50", "", MOST, 100, "the census of seven cards", "MiB at the peak"),
    Target("equity", "step 50", LOOP, LEAST, 100, "exact equity of two hands"),
    Target("growth", "one of 10,000,000 hands", "one of 100,000 hands", MOST, 1.1),
    Target("verbs", "make step-7 test", "pytest, step 7", MOST, 1.15),
    Target("verbs", "make progress", "pytest for each step (every fifth timed)", MOST, 0.25),
    Target("verbs", "make progress", "pytest, all steps in one process", MOST, 1.3),
    Target("verbs", "make board, nothing changed", "make board, from nothing", MOST, 0.2),
    Target("verbs", "make where NAME=all", "20 × make where", MOST, 0.25),
    Target("verbs", "make watch", "pytest-watch", MOST, 0.5, "from a save to the bar"),
    Target("verbs", "a light recorded", "pytest, step 7", MOST, 0.15),
    Target("verbs", "make judge", "pytest for each evaluator", MOST, 0.25, "forty tests"),
    Target("verbs", "make board", "", MOST, 1, "from opened to its first answer", "seconds"),
]
"""What the bench is asked for; the steps 32 to 47 are only plotted."""


def paired(numerator: Measured, denominator: Measured) -> list[float]:
    """The ratios, round by round: a machine that is slow for a while is slow for both."""
    return [a / b for a, b in zip(numerator.rounds, denominator.rounds)]


def row(target: Target, speed: Speed) -> Row | None:
    """What came of a target; nothing where one of the two was not measured."""
    ours, theirs = speed.find(target.group, target.ours), speed.find(target.group, target.theirs)
    if ours and not target.theirs:
        return Row(target, ours.median, min(ours.rounds), max(ours.rounds))
    if not ours or not theirs:
        return None
    ratios = paired(theirs, ours) if target.bound == "at least" else paired(ours, theirs)
    return Row(target, median(ratios), min(ratios), max(ratios))


def rows(speed: Speed) -> Iterator[tuple[Target, Row | None]]:
    """Each target, and what came of it."""
    return ((target, row(target, speed)) for target in TARGETS)


def written(speed: Speed) -> str:
    """The file: a line for each thing that was measured, with its median and spread, and for each ratio."""
    speed = replace(speed, measured=[rounded(one) for one in speed.measured])
    told = asdict(speed)
    told["measured"] = [asdict(one) | summary(one) for one in speed.measured]
    told["ratios"] = [
        {"ours": t.ours, "theirs": t.theirs, "what": t.what, t.bound: t.limit} | ratio_of(found)
        for t, found in rows(speed)
        if found
    ]
    parts = [f'"{name}": {lines(part)}' for name, part in told.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def lines(part: Any) -> str:
    """A list as a line for each of its members; anything else as one."""
    if not isinstance(part, list) or not part:
        return json.dumps(part, ensure_ascii=False)
    return "[\n" + ",\n".join(json.dumps(one, ensure_ascii=False) for one in part) + "\n]"


def rounded(one: Measured) -> Measured:
    """With the digits that are kept, from which all else follows."""
    return replace(one, rounds=[short(n) for n in one.rounds])


def summary(one: Measured) -> dict[str, Any]:
    """What follows from the rounds of one thing."""
    return {"median": one.median, "low": min(one.rounds), "high": max(one.rounds)}


def ratio_of(found: Row) -> dict[str, Any]:
    """What came of a target, for the file."""
    figures = {"ratio": found.median, "low": found.low, "high": found.high}
    return {name: short(n) for name, n in figures.items()} | {"held": found.held}


def short(figure: float) -> float:
    """Four digits: more of them would be noise."""
    return float(f"{figure:.4g}")


def read(root: Path = ROOT) -> Speed:
    """What the file says; raises SystemExit with a line where it is not there."""
    file = root / FILE
    if not file.exists():
        raise SystemExit(f"{FILE} is not there: make bench writes it")
    told = json.loads(file.read_text(encoding="utf-8"))
    del told["ratios"]
    derived = ("median", "low", "high")
    measured = [{k: v for k, v in one.items() if k not in derived} for one in told.pop("measured")]
    return Speed(**told, measured=[Measured(**one) for one in measured])
