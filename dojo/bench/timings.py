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
from typing import Any, NamedTuple

import msgspec

from dojo.errors import EnvironmentProblem
from dojo.screen.waiting import progress_bar
from dojo.story.story import Story
from dojo.wording import duration

ROUNDS = 9
FILE = "speed.json"
LEAST, MOST = "at least", "at most"
# The commands whose time on the clock a page shows: without `make board` as it opens, and parts of verbs.
WHOLE_VERBS = re.compile(r"make (progress|gate|board), .*|make (test|check)")
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
        more: further rows of the plot: a group, a name in it, and what the row is called.
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
            return [their_time / our_time for our_time, their_time in zip(ours.rounds, theirs.rounds)]
        return [our_time / their_time for our_time, their_time in zip(ours.rounds, theirs.rounds)]


class TargetRow(NamedTuple):
    """A target, as a table shows it: what was reached, how it varied, what was asked, whether it was held."""

    ratio: str
    spread: str
    limit: str
    held: str
    what: str


class UnitRow(NamedTuple):
    """A step or a peer, as a table shows it.

    Attributes:
        time: the microseconds for a unit of work.
        spread: the shortest and the longest.
        a_second: the units of work in a second.
        again: the microseconds in the other way.
        size: the units of work in a round.
        name: what it is called.
    """

    time: str
    spread: str
    a_second: str
    again: str
    size: str
    name: str


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
    content = msgspec.json.encode(replace(figures, measured=rounded)).decode()
    file = speed_file(story)
    file.write_text(content.replace('{"group"', '\n{"group"') + "\n", encoding="utf-8")
    return file


def target_rows(figures: Figures) -> Iterator[TargetRow]:
    """Yield a row for each target."""
    for target in figures.targets:
        limit = f"{target.bound} {target.limit:.3g}"
        what = describe_target(target)
        ours, theirs = figures.find(target.group, target.ours), figures.find(target.group, target.theirs)
        ratios = figures.ratios(target)
        if not ratios:
            absent = target.theirs if ours else target.ours
            yield TargetRow("–", "", limit, "not measured", f"{what} ({absent} is missing)")
            continue
        if ours and theirs and theirs.size < ours.size:
            what += f" ({target.theirs} on {theirs.size:,} of them)"
        ratio = median(ratios)
        is_held = ratio >= target.limit if target.bound == LEAST else ratio <= target.limit
        yield TargetRow(short(ratio), spread(ratios), limit, "held" if is_held else "missed", what)


def describe_target(target: Target) -> str:
    """Say what is compared with what."""
    what = target.unit
    if target.theirs:
        compared = "times as fast as" if target.bound == LEAST else "of the time of"
        what = f"{compared} {target.theirs}"
    what += f": {target.ours}"
    return f"{what}, {target.what}" if target.what else what


def unit_rows(figures: Figures, work: Work) -> Iterator[UnitRow]:
    """Yield a row for each step and each peer."""
    for measured in figures.measured:
        if measured.group == work.group:
            again = figures.find(work.again, measured.name)
            # two digits: more would be noise
            a_second = float(f"{1 / measured.median:.2g}")
            yield UnitRow(
                time=short(1e6 * measured.median),
                spread=spread([1e6 * seconds for seconds in measured.rounds]),
                a_second=f"{a_second:,.0f}",
                again=short(1e6 * again.median) if again else "–",
                size=f"{measured.size:,}",
                name=measured.name,
            )


def clock_rows(figures: Figures) -> Iterator[tuple[str, str]]:
    """Yield the commands that a page shows, each with what it took on the clock."""
    for measured in figures.measured:
        if measured.group == "verbs" and WHOLE_VERBS.fullmatch(measured.name):
            seconds = measured.median
            yield measured.name, duration(seconds) if seconds >= 60 else f"{short(seconds)} s"


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
    # what is measured once, as a verb from nothing, has no spread
    counts = [len(measured.rounds) for measured in figures.measured if len(measured.rounds) > 1]
    rounds = min(counts, default=1)
    python = figures.machine["python"]
    if figures.versions:
        versions = ", ".join(f"{name} {number}" for name, number in figures.versions.items())
        python += f" with {versions}"
    return [
        *(f"{name} is missing here: {why}" for name, why in figures.missing.items()),
        f"A figure is the median of at least {rounds} rounds; next to it are the lowest and the highest."
        " The median decides: held or missed.",
        *figures.notes,
        f"All rows are from one run: {figures.date}, {python};"
        f" {figures.machine['cpu']}, {figures.machine['system']}.",
    ]


def markdown(figures: Figures) -> str:
    """Format the targets as a table, with the notes."""
    rows = [f"| {' | '.join(row)} |" for row in target_rows(figures)]
    head = ["| ratio | spread | asked | | what |", "|---:|---|---|---|---|"]
    return "\n".join([*head, *rows, "", *notes(figures)])
