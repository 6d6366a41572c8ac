"""Timing in rounds; what `make bench` measured, as speed.json beside a story.toml keeps it; and the ratios.

Everything that quotes a speed (the pages, the plot, the READMEs) takes it from that file.
"""

import gc
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import msgspec

from dojo.errors import EnvironmentProblem
from dojo.screen.waiting import progress_bar
from dojo.story.story import Story
from dojo.wording import duration

ROUNDS = 9
FILE = "speed.json"
LEAST, MOST = "at least", "at most"
WHOLE_VERBS = re.compile(r"make (progress|gate|board), .*|make (test|check)")
"""The commands whose time on the clock a page shows: without `make board` as it opens, and parts of verbs."""
Clock = Callable[[], float]


@dataclass(frozen=True)
class Measured:
    """What one thing took, round by round: seconds for a unit of work or for a run, or else MiB."""

    group: str
    name: str
    rounds: list[float]
    size: int = 1  # units of work in a round

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
    """What the steps are timed on, in the words of the story, and which groups the plot shows."""

    title: str
    one: str  # a unit of work: `hand`
    many: str  # units of it, in full: `hands of seven cards`
    group: str  # where the steps and their peers were measured
    again: str  # where they were measured in another way,
    again_called: str  # and what that is called
    peers: list[str]  # what you would install instead
    more: list[list[str]]  # further rows of the plot: a group, a name in it, and what the row is called


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

    def ratios(self, target: Target) -> list[float]:
        """Divide round by round: a machine that is slow for a while is slow for both.

        There is none if one of the two was not measured; a target that compares nothing has its own figures.
        """
        ours, theirs = self.find(target.group, target.ours), self.find(target.group, target.theirs)
        if ours and theirs:
            above, below = (theirs, ours) if target.bound == LEAST else (ours, theirs)
            return [a / b for a, b in zip(above.rounds, below.rounds)]
        return ours.rounds if ours and not target.theirs else []


@dataclass(frozen=True, eq=False)
class Task:
    """Something to time: what runs, its work in parts, one for each round, and the units in each part.

    What runs before it is not timed. By default it runs itself, on another part: what was timed just before
    has filled the caches.
    """

    group: str
    name: str
    run: Callable[[Any], object]
    parts: Sequence[Any] = (None,)
    size: int = 1
    before: Callable[[Any], object] | None = None


def time_tasks(
    tasks: list[Task], label: str, figures: Figures, rounds: int = ROUNDS, clock: Clock = process_time
) -> None:
    """Time everything once a round, in turn, so that all share good times and bad ones.

    The seconds for a unit of work go into the figures. A task that raises an EnvironmentProblem is missing
    there, and does not run again. Processor time does not count what else the machine does meanwhile.
    """
    found: dict[Task, list[float]] = {task: [] for task in tasks}
    gc.collect()
    gc.freeze()
    with progress_bar(label, "rounds") as on_done:
        for number in range(rounds):
            on_done(number, rounds)
            for task in list(found):
                part, other = (task.parts[n % len(task.parts)] for n in (number, number + 1))
                try:
                    (task.before or task.run)(other)
                    start = clock()
                    task.run(part)
                    found[task].append((clock() - start) / task.size)
                except EnvironmentProblem as fault:
                    figures.missing[task.name] = str(fault)
                    del found[task]
    figures.measured += [Measured(task.group, task.name, each, task.size) for task, each in found.items()]


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
    rounded = [replace(one, rounds=[float(f"{n:.4g}") for n in one.rounds]) for one in figures.measured]
    content = msgspec.json.encode(replace(figures, measured=rounded)).decode()
    file = speed_file(story)
    file.write_text(content.replace('{"group"', '\n{"group"') + "\n", encoding="utf-8")
    return file


def target_rows(figures: Figures) -> Iterator[tuple[str, ...]]:
    """Describe each target: the ratio, its spread, the limit, whether it was held, and what was compared."""
    for target in figures.targets:
        ours, theirs = figures.find(target.group, target.ours), figures.find(target.group, target.theirs)
        compared = "times as fast as" if target.bound == LEAST else "of the time of"
        what = f"{compared} {target.theirs}" if target.theirs else target.unit
        what += f": {target.ours}" + (f", {target.what}" if target.what else "")
        limit, found = f"{target.bound} {target.limit:.3g}", figures.ratios(target)
        if not found:
            absent = target.theirs if ours else target.ours
            yield "–", "", limit, "not measured", f"{what} ({absent} is missing)"
            continue
        if ours and theirs and theirs.size < ours.size:
            what += f" ({target.theirs} on {theirs.size:,} of them)"
        ratio = median(found)
        held = ratio >= target.limit if target.bound == LEAST else ratio <= target.limit
        yield short(ratio), spread(found), limit, "held" if held else "missed", what


def unit_rows(figures: Figures, work: Work) -> Iterator[tuple[str, ...]]:
    """Describe each step and peer: time of a unit, spread, units a second, again, units a round, name."""
    for one in figures.measured:
        if one.group == work.group:
            again = figures.find(work.again, one.name)
            a_second = f"{float(f'{1 / one.median:.2g}'):,.0f}"
            other = short(1e6 * again.median) if again else "–"
            microseconds = spread([1e6 * seconds for seconds in one.rounds])
            yield short(1e6 * one.median), microseconds, a_second, other, f"{one.size:,}", one.name


def clock_rows(figures: Figures) -> Iterator[tuple[str, str]]:
    """Name the commands that a page shows, each with what it took on the clock."""
    for one in figures.measured:
        if one.group == "verbs" and WHOLE_VERBS.fullmatch(one.name):
            seconds = one.median
            yield one.name, duration(seconds) if seconds >= 60 else f"{short(seconds)} s"


def clock_table(figures: Figures) -> str:
    """Format what the commands took on the clock, and when and where that was."""
    rows = ["| command | on the clock |", "|---|---:|"]
    for name, time in clock_rows(figures):
        command, comma, how = name.partition(",")
        rows.append(f"| `{command}`{comma}{how} | {time} |")
    machine = figures.machine
    place = f"{figures.date}, {machine['python']}; {machine['cpu']}, {machine['system']}."
    return "\n".join([*rows, "", place])


def short(number: float) -> str:
    """Format with at most three digits; large numbers in full, small ones with two significant digits."""
    if number >= 100:
        return f"{number:,.0f}"
    if number >= 10:
        return f"{number:.1f}"
    return f"{number:.2f}" if number >= 0.1 else f"{number:.2g}"


def spread(figures: list[float]) -> str:
    return f"{short(min(figures))}–{short(max(figures))}"


def notes(figures: Figures) -> list[str]:
    """Say what is missing, how it was measured, and on which machine."""
    rounds = min((len(one.rounds) for one in figures.measured if len(one.rounds) > 1), default=1)
    versions = ", ".join(f"{name} {number}" for name, number in figures.versions.items())
    machine, beside = figures.machine, f" with {versions}" if versions else ""
    return [
        *(f"{name} is missing here: {why}" for name, why in figures.missing.items()),
        f"A figure is the median of at least {rounds} rounds; beside it stand the lowest and the highest."
        " The median decides: held or missed.",
        *figures.notes,
        f"All rows are from one run: {figures.date}, {machine['python']}{beside};"
        f" {machine['cpu']}, {machine['system']}.",
    ]


def markdown(figures: Figures) -> str:
    """Format the targets as a table, with the notes."""
    rows = [f"| {' | '.join(row)} |" for row in target_rows(figures)]
    head = ["| ratio | spread | asked | | what |", "|---:|---|---|---|---|"]
    return "\n".join([*head, *rows, "", *notes(figures)])
