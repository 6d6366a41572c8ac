"""The figures in words: tables in Markdown, for pages and the terminal, and the rows beside the plot."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from dojo.bench.timings import LEAST, Figures, Ratio, Target, Work, ratios


class TargetRow(NamedTuple):
    """A target in words: the ratio, its spread, the limit, whether it held, and of what."""

    ratio: str
    spread: str
    limit: str
    held: str
    what: str


class UnitRow(NamedTuple):
    """A step or a peer: microseconds for a unit of work, their spread, units a second, again, of how many."""

    microseconds: str
    spread: str
    per_second: str
    again: str
    size: str
    name: str


def target_rows(figures: Figures) -> list[TargetRow]:
    """Describe every target and its outcome."""
    return [target_row(target, ratio, figures) for target, ratio in ratios(figures)]


def target_row(target: Target, ratio: Ratio | None, figures: Figures) -> TargetRow:
    """Describe one target; if it could not be measured, say what was missing; if it is of a part, which."""
    limit, what = f"{target.bound} {target.limit:.3g}", describe(target)
    if not ratio:
        absent = next(n for n in (target.ours, target.theirs) if n and not figures.find(target.group, n))
        return TargetRow("–", "", limit, "not measured", f"{what} ({absent} is missing)")
    ours, theirs = figures.find(target.group, target.ours), figures.find(target.group, target.theirs)
    if ours and theirs and theirs.size < ours.size:
        what += f" ({target.theirs} on {theirs.size:,} of them)"
    spread = f"{short(ratio.lowest)}–{short(ratio.highest)}"
    return TargetRow(short(ratio.median), spread, limit, "held" if ratio.held else "missed", what)


def describe(target: Target) -> str:
    """Say what a ratio compares: `times as fast as another: step 48, one at a time`."""
    ours = f"{target.ours}, {target.what}" if target.what else target.ours
    if not target.theirs:
        return f"{target.unit}: {ours}"
    return f"{'times as fast as' if target.bound == LEAST else 'of the time of'} {target.theirs}: {ours}"


def short(number: float) -> str:
    """Format with at most three digits; large numbers in full, small ones with two significant digits."""
    if number >= 100:
        return f"{number:,.0f}"
    if number >= 10:
        return f"{number:.1f}"
    return f"{number:.2f}" if number >= 0.1 else f"{number:.2g}"


def unit_rows(figures: Figures) -> Iterator[UnitRow]:
    """Describe the steps and the peers: how long one unit of work takes them."""
    work = figures.work
    for one in figures.measured:
        if work and one.group == work.group:
            again = figures.find(work.again, one.name)
            yield UnitRow(
                short(1e6 * one.median),
                f"{short(1e6 * min(one.rounds))}–{short(1e6 * max(one.rounds))}",
                f"{float(f'{1 / one.median:.2g}'):,.0f}",
                short(1e6 * again.median) if again else "–",
                f"{one.size:,}",
                one.name,
            )


def unit_headings(work: Work) -> list[str]:
    """Name the columns of those rows; the last has no heading."""
    return [f"µs a {work.one}", "spread", f"{work.one}s a second", work.again_called, f"{work.one}s a round"]


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
        f"{figures.date}, {machine['python']}{beside}; {machine['cpu']}, {machine['system']}.",
    ]


def markdown(figures: Figures) -> str:
    """Format the targets as a table for README.md, with the notes."""
    head = ["| ratio | spread | asked | | what |", "|---:|---|---|---|---|"]
    return "\n".join([*head, *map(line_of, target_rows(figures)), "", *notes(figures)])


def everything(figures: Figures) -> str:
    """Format all figures for the terminal: ratios first, then how long a unit of work takes."""
    if not figures.work:
        return markdown(figures)
    head = [line_of([*unit_headings(figures.work), ""]), "|---:|---|---:|---:|---:|---|"]
    return "\n".join([markdown(figures), "", *head, *map(line_of, unit_rows(figures))])


def line_of(cells: Sequence[str]) -> str:
    """A line of a table."""
    return f"| {' | '.join(cells)} |"
