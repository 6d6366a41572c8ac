"""The figures in words: for the terminal, for the pages, and beside the plot on the board."""

from collections.abc import Iterator
from typing import NamedTuple

from dojo.figures.figures import LEAST, Figures, Row, Target, Work, rows


class Told(NamedTuple):
    """A target in words: the ratio, its spread, what was asked, whether it held, and of what."""

    ratio: str
    spread: str
    asked: str
    held: str
    what: str


class One(NamedTuple):
    """A step or a peer: microseconds for a unit of work, their spread, units a second, again, of how many."""

    one: str
    spread: str
    a_second: str
    again: str
    size: str
    name: str


def targets(figures: Figures) -> list[Told]:
    """Every target, and what came of it."""
    return [told(target, found, figures) for target, found in rows(figures)]


def told(target: Target, found: Row | None, figures: Figures) -> Told:
    """One target; if it could not be measured, what was missing; if it is about a part, which one."""
    asked, what = f"{target.bound} {target.limit:.3g}", in_words(target)
    if not found:
        absent = next(n for n in (target.ours, target.theirs) if n and not figures.find(target.group, n))
        return Told("–", "", asked, "not measured", f"{what} ({absent} is missing)")
    ours, theirs = figures.find(target.group, target.ours), figures.find(target.group, target.theirs)
    if ours and theirs and theirs.size < ours.size:
        what += f" ({target.theirs} on {theirs.size:,} of them)"
    spread = f"{figure(found.low)}–{figure(found.high)}"
    return Told(figure(found.median), spread, asked, "held" if found.held else "missed", what)


def in_words(target: Target) -> str:
    """What a ratio compares: `times as fast as another: step 48, one at a time`."""
    ours = f"{target.ours}, {target.what}" if target.what else target.ours
    if not target.theirs:
        return f"{target.unit}: {ours}"
    return f"{'times as fast as' if target.bound == LEAST else 'of the time of'} {target.theirs}: {ours}"


def figure(number: float) -> str:
    """At most three digits, with large numbers in full; two digits that count for small numbers."""
    if number >= 100:
        return f"{number:,.0f}"
    if number >= 10:
        return f"{number:.1f}"
    return f"{number:.2f}" if number >= 0.1 else f"{number:.2g}"


def singles(figures: Figures) -> Iterator[One]:
    """The steps and the peers: how long one unit of work takes them."""
    work = figures.work
    for one in figures.measured:
        if work and one.group == work.group:
            again = figures.find(work.again, one.name)
            yield One(
                figure(1e6 * one.median),
                f"{figure(1e6 * min(one.rounds))}–{figure(1e6 * max(one.rounds))}",
                a_second(one.median),
                figure(1e6 * again.median) if again else "–",
                f"{one.size:,}",
                one.name,
            )


def singly(work: Work) -> list[str]:
    """What stands above the columns of those."""
    return [f"µs a {work.one}", "spread", f"{work.one}s a second", work.again_called, f"{work.one}s a round"]


def a_second(seconds: float) -> str:
    """How many a second, with two digits that count."""
    return f"{float(f'{1 / seconds:.2g}'):,.0f}"


def where(figures: Figures) -> str:
    """The machine, the versions and the day, as a sentence."""
    versions = ", ".join(f"{name} {number}" for name, number in figures.versions.items())
    machine, beside = figures.machine, f" with {versions}" if versions else ""
    return f"{figures.date}, {machine['python']}{beside}; {machine['cpu']}, {machine['system']}"


def missing(figures: Figures) -> list[str]:
    """A line for each peer that did not load."""
    return [f"{name} is missing here: {why}" for name, why in figures.missing.items()]


def rounds(figures: Figures) -> str:
    """How it was measured, as a sentence."""
    count = min(len(one.rounds) for one in figures.measured if len(one.rounds) > 1)
    return (
        f"A figure is the median of at least {count} rounds; beside it stand the lowest and the highest."
        " The median decides: held or missed."
    )


def notes(figures: Figures) -> list[str]:
    """What the figures are, and what they belong to."""
    return [*missing(figures), rounds(figures), *figures.notes, f"{where(figures)}."]


def markdown(figures: Figures) -> str:
    """The targets as a table for README.md, and what they belong to."""
    head = ["| ratio | spread | asked | | what |", "|---:|---|---|---|---|"]
    table = [f"| {' | '.join(row)} |" for row in targets(figures)]
    return "\n".join([*head, *table, "", *notes(figures)])
