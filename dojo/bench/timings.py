"""Timing in rounds; what `make bench` measured, as speed.json next to a story.toml has it; and the ratios.

Everything that quotes a speed (the pages, the plot, the READMEs) takes it from that file.
"""

import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from operator import truediv
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import msgspec

from dojo.errors import EnvironmentProblem
from dojo.screen.waiting import progress_bar
from dojo.story.story import Story

ROUNDS = 9
FILE = "speed.json"
LEAST, MOST = "at least", "at most"
Clock = Callable[[], float]


@dataclass(frozen=True)
class Measured:
    """What one thing took.

    Attributes:
        group: the group of things that it is compared with.
        name: what it is called.
        rounds: round by round, the seconds for a unit of work or for a run, or else MiB.
        size: how many units of work there are in a round.
    """

    group: str
    name: str
    rounds: list[float]
    size: int = 1

    @property
    def median(self) -> float:
        return median(self.rounds)


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
    """What the steps are timed on, in the words of the story, and which groups the plot shows.

    Attributes:
        title: the title of the plot.
        one: a unit of work: `hand`.
        many: units of it, in full: `hands of seven cards`.
        group: the group in which the steps and their peers were measured.
        again: the group in which they were measured in another way.
        again_called: what that way is called.
        peers: what you would install instead.
        more: further rows of the plot: a group, a name in it, and what the row says of it.
    """

    title: str
    one: str
    many: str
    group: str
    again: str
    again_called: str
    peers: list[str]
    more: list[list[str]]


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
        for measured in self.measured:
            if (measured.group, measured.name) == (group, name):
                return measured
        return None

    def ratios(self, target: Target) -> list[float]:
        """Divide round by round: a machine that is slow for a while is slow for both.

        There is none if one of the two was not measured; a target that compares nothing has its own figures.
        """
        ours, theirs = self.find(target.group, target.ours), self.find(target.group, target.theirs)
        if not ours:
            return []
        if not theirs:
            return [] if target.theirs else ours.rounds
        if target.bound == LEAST:
            return list(map(truediv, theirs.rounds, ours.rounds))
        return list(map(truediv, ours.rounds, theirs.rounds))


@dataclass(frozen=True, eq=False)
class Task:
    """Something to time.

    Attributes:
        group: the group of things that it is compared with.
        name: what it is called.
        run: what is timed.
        parts: its work in parts, one for each round: what a part is, `run` alone knows.
        size: the units of work in each part.
        before: what runs before it and is not timed. By default it runs itself, on another part: what was
            timed just before has filled the caches.
    """

    group: str
    name: str
    run: Callable[[Any], object]
    parts: Sequence[object] = (None,)
    size: int = 1
    before: Callable[[Any], object] | None = None


def time_tasks(
    tasks: list[Task], label: str, figures: Figures, rounds: int = ROUNDS, clock: Clock = process_time
) -> None:
    """Time everything once a round, in turn, so that all share good times and bad ones.

    The seconds for a unit of work go into the figures. A task that raises an EnvironmentProblem is missing
    there, and does not run again. Processor time does not count what else the machine does meanwhile.
    """
    seconds: dict[Task, list[float]] = {task: [] for task in tasks}
    gc.collect()
    gc.freeze()
    with progress_bar(label, "rounds") as on_done:
        for number in range(rounds):
            on_done(number, rounds)
            for task in list(seconds):
                part = task.parts[number % len(task.parts)]
                next_part = task.parts[(number + 1) % len(task.parts)]
                run_before = task.before or task.run
                try:
                    run_before(next_part)
                    start = clock()
                    task.run(part)
                    seconds[task].append((clock() - start) / task.size)
                except EnvironmentProblem as error:
                    figures.missing[task.name] = str(error)
                    del seconds[task]
    for task, rounds_of_task in seconds.items():
        figures.measured.append(Measured(task.group, task.name, rounds_of_task, task.size))


def speed_file(story: Story) -> Path:
    """Return the path of a story's speed.json."""
    return story.file.parent / FILE


def read_figures(story: Story) -> Figures:
    """Read the figures of a story; raises EnvironmentProblem if there are none."""
    file = speed_file(story)
    if not file.exists():
        raise EnvironmentProblem(f"{story.shown(file)} is not there: {story.command('bench')} writes it")
    return msgspec.json.decode(file.read_bytes(), type=Figures)


def write_figures(story: Story, figures: Figures) -> Path:
    """Write a line for each target and each measurement, with four digits: more would be noise."""
    rounded = []
    for measured in figures.measured:
        rounds = [float(f"{figure:.4g}") for figure in measured.rounds]
        rounded.append(replace(measured, rounds=rounds))
    # a limit in whole numbers is read as 1.0, and so it is written
    targets = [replace(target, limit=float(target.limit)) for target in figures.targets]
    content = msgspec.json.encode(replace(figures, targets=targets, measured=rounded)).decode()
    file = speed_file(story)
    file.write_text(content.replace('{"group"', '\n{"group"') + "\n", encoding="utf-8")
    return file
