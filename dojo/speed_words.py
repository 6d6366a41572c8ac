"""The speeds in words: for the terminal, for README.md, and beside the plot on the board."""

from collections.abc import Iterator
from typing import NamedTuple

from dojo.speed import Row, Speed, Target, rows


class Told(NamedTuple):
    """A target in words: the ratio, its spread, what was asked, whether it held, and of what."""

    ratio: str
    spread: str
    asked: str
    held: str
    what: str


class One(NamedTuple):
    """A step or a peer: microseconds for a hand, their spread, hands a second, from text, of how many."""

    hand: str
    spread: str
    a_second: str
    from_text: str
    hands: str
    name: str


def targets(speed: Speed) -> list[Told]:
    """Every target, and what came of it."""
    return [told(target, found, speed) for target, found in rows(speed)]


def told(target: Target, found: Row | None, speed: Speed) -> Told:
    """One target; one that could not be measured says what was missing, and a part is said to be one."""
    asked, what = f"{target.bound} {target.limit:g}", in_words(target)
    if not found:
        absent = next(n for n in (target.ours, target.theirs) if n and not speed.find(target.group, n))
        return Told("–", "", asked, "not measured", f"{what} ({absent} is missing)")
    ours, theirs = speed.find(target.group, target.ours), speed.find(target.group, target.theirs)
    if ours and theirs and theirs.hands < ours.hands:
        what += f" ({target.theirs} on {theirs.hands:,} of them)"
    spread = f"{figure(found.low)}–{figure(found.high)}"
    return Told(figure(found.median), spread, asked, "held" if found.held else "missed", what)


def in_words(target: Target) -> str:
    """What a ratio is one of: `times as fast as treys: step 48, seven prepared cards`."""
    ours = f"{target.ours}, {target.what}" if target.what else target.ours
    if not target.theirs:
        return f"{target.unit}: {ours}"
    return f"{'times as fast as' if target.bound == 'at least' else 'of the time of'} {target.theirs}: {ours}"


def figure(number: float) -> str:
    """Three digits at most, and what is above them in full."""
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.1f}" if number >= 10 else f"{number:.2f}"


def singles(speed: Speed) -> Iterator[One]:
    """The steps and the peers: what one hand takes them."""
    for one in speed.measured:
        if one.group == "prepared":
            text = speed.find("text", one.name)
            spread = f"{figure(1e6 * min(one.rounds))}–{figure(1e6 * max(one.rounds))}"
            from_text = figure(1e6 * text.median) if text else "–"
            yield One(
                figure(1e6 * one.median),
                spread,
                a_second(one.median),
                from_text,
                f"{one.hands:,}",
                one.name,
            )


def a_second(seconds: float) -> str:
    """How many hands a second, with two digits that count."""
    return f"{float(f'{1 / seconds:.2g}'):,.0f}"


def where(speed: Speed) -> str:
    """The machine, the versions and the day, as a sentence."""
    versions = ", ".join(f"{name} {number}" for name, number in speed.versions.items())
    machine = speed.machine
    return f"{speed.date}, {machine['python']} with {versions}; {machine['cpu']}, {machine['system']}"


def missing(speed: Speed) -> list[str]:
    """A line for each peer that did not load."""
    return [f"{name} is missing here: {why}" for name, why in speed.missing.items()]


def rounds(speed: Speed) -> str:
    """How it was measured, as a sentence."""
    count = min(len(one.rounds) for one in speed.measured if one.group != "memory")
    hands, few, million = (f"{speed.checked[name]:,}" for name in ("hands", "few", "million"))
    before = (
        f"All gave the same answers before they were timed: to {hands} hands (those who are slow, to {few})"
        f" and in bulk to {million}."
    )
    asked = f"Medians of at least {count} rounds, and it is they that hold or miss; beside them the lowest"
    return f"{asked} and the highest. {before}"


def notes(speed: Speed) -> list[str]:
    """What the figures are, and what they belong to."""
    return [*missing(speed), rounds(speed), f"{where(speed)}."]


def markdown(speed: Speed) -> str:
    """The targets as a table for README.md, and what they belong to."""
    head = ["| ratio | spread | asked | | what |", "|---:|---|---|---|---|"]
    table = [f"| {' | '.join(row)} |" for row in targets(speed)]
    return "\n".join([*head, *table, "", *notes(speed)])
