"""What `make bench` measured, as tables: for pages, for READMEs and for the terminal."""

import re
from collections.abc import Iterator
from statistics import median
from typing import NamedTuple

from dojo.bench.timings import LEAST, Figures, Target, Work
from dojo.wording import duration

# In place of a spread, where there was one round.
ONCE = "once"
# The commands whose time on the clock a page shows: without `make board` as it opens, and parts of verbs.
WHOLE_VERBS = re.compile(r"make (progress|gate|board|check), .*|make test")


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
            microseconds = [1e6 * seconds for seconds in measured.rounds]
            yield UnitRow(
                time=short(1e6 * measured.median),
                spread=spread(microseconds),
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
    """Return the lowest and the highest figure; of one alone, that it was measured once."""
    if len(figures) == 1:
        return ONCE
    return f"{short(min(figures))}–{short(max(figures))}"


def notes(figures: Figures) -> list[str]:
    """Say what is missing, how it was measured, and on which machine."""
    # what is measured once, as a verb from nothing, has no spread
    counts = {len(measured.rounds) for measured in figures.measured} - {1}
    rounds = min(counts, default=1)
    python = figures.machine["python"]
    if figures.versions:
        versions = [f"{name} {number}" for name, number in figures.versions.items()]
        python += f" with {', '.join(versions)}"
    missing = [f"{name} is missing here: {why}" for name, why in figures.missing.items()]
    return [
        *missing,
        f"A figure is the median of at least {rounds} rounds, and next to it are the lowest and the highest;"
        f" {ONCE} means that there was one. The median decides: held or missed.",
        *figures.notes,
        f"From the run of {figures.date}, {python}; {figures.machine['cpu']}, {figures.machine['system']}.",
    ]


def markdown(figures: Figures) -> str:
    """Format the targets as a table, with the notes."""
    lines = ["| ratio | spread | asked | | what |", "|---:|---|---|---|---|"]
    for row in target_rows(figures):
        cells = " | ".join(row)
        lines.append(f"| {cells} |")
    return "\n".join([*lines, "", *notes(figures)])
