"""How much was changed at a time: up to a green, in green, in red, and while no test asked for it."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from dojo.attempt.diffstat import Lines, in_words, lines_between
from dojo.attempt.light import Light, ancestors
from dojo.history.rows import Row
from dojo.history.states import State
from dojo.screen.words import counted


@dataclass(frozen=True)
class Change:
    """The lines that changed from one light to another, and the numbers of the two; 0 is the empty file."""

    first: int
    last: int
    lines: Lines


@dataclass(frozen=True)
class Facts:
    """What the lights of an attempt say of its changes."""

    largest: Change | None
    """The largest from one green to the next."""
    refactorings: list[Change]
    in_red: list[Change]
    """The code that was written from each red to its green."""
    unasked: list[Change]
    """The code that was written while no test was red, and that is no refactoring."""

    @property
    def sentences(self) -> Iterator[str]:
        """The facts, a line each."""
        if self.largest:
            yield f"largest change up to a green: {told_of(self.largest)}"
        many = f"refactorings: {len(self.refactorings)}"
        most = largest(self.refactorings)
        yield many + (f"; the largest: {told_of(most)}" if most else "")
        yield from written("code written while red", self.in_red)
        yield from written("code that no red asked for", self.unasked)


def facts(states: Sequence[State], rows: Sequence[Row], untested: Collection[int] = ()) -> Facts:
    """The facts of an attempt, from its states and its rows.

    `untested` has the numbers of the lights whose code no test runs, as far as somebody knows them: the
    colours alone take such a change for a refactoring.
    """
    tidied = [row for row in rows if row.refactoring and row.light.number not in untested]
    return Facts(
        largest=largest(list(changes(states))),
        refactorings=[Change(row.base, row.light.number, row.lines) for row in tidied],
        in_red=list(written_in_red(states)),
        unasked=list(unasked(states, [row for row in rows if row not in tidied])),
    )


def unasked(states: Sequence[State], rows: Sequence[Row]) -> Iterator[Change]:
    """The code of each of these runs before which no test asked for it.

    A red test does, and so does one that `make next` brings and that crashes. Any other amber says nothing,
    so the run before it counts.
    """
    lights = [state.light for state in states]
    for row in rows:
        if not row.judged or row.light.verb == "start" or not row.lines.code:
            continue
        way = (states[light.number - 1] for light in ancestors(lights[: row.light.number - 1]))
        last = next((one for one in way if one.colour == "green" or asks(one)), None)
        if last is None or not asks(last):
            yield Change(row.base, row.light.number, Lines(row.lines.code))


def asks(state: State) -> bool:
    """True if a test asked for code from this light on: it was red, or `make next` had just brought it."""
    return state.colour == "red" or (state.colour == "amber" and state.light.verb == "next")


def written(what: str, changes: list[Change]) -> Iterator[str]:
    """code written while red: 20 lines; at most 9 at a time, from light 2 to 4"""
    if most := largest(changes):
        all_lines = counted(sum(change.lines.number for change in changes), "line")
        yield f"{what}: {all_lines}; at most {most.lines.number} at a time, {way(most)}"


def changes(states: Sequence[State]) -> Iterator[Change]:
    """What was changed up to each green: since the green before it, or since the empty file."""
    for now, way in greens(states):
        if was_taken_over(now.light):
            continue
        before = next((one for one in way if one.colour == "green" or one.light.verb == "start"), None)
        lines = lines_between(before.files if before else {}, now.files)
        yield Change(before.number if before else 0, now.number, lines)


def written_in_red(states: Sequence[State]) -> Iterator[Change]:
    """The code that was written from each red to its green."""
    for now, way in greens(states):
        reds = [one for one in takewhile(lambda one: one.colour != "green", way) if one.colour == "red"]
        if reds and (lines := Lines(lines_between(reds[-1].files, now.files).code)).number:
            yield Change(reds[-1].number, now.number, lines)


def greens(states: Sequence[State]) -> Iterator[tuple[State, list[State]]]:
    """Each green run and the lights that led to it, the last first."""
    lights = [state.light for state in states]
    for place, state in enumerate(states):
        if state.light.judged and state.colour == "green":
            yield state, [states[light.number - 1] for light in ancestors(lights[:place])]


def largest(changes: Sequence[Change]) -> Change | None:
    """The change with the most lines, if any has one."""
    there = [change for change in changes if change.lines.number]
    return max(there, key=lambda change: change.lines.number, default=None)


def was_taken_over(light: Light) -> bool:
    """Does it begin with the code of another attempt? The lights of that one tell what was red there."""
    return light.verb == "start" and light.colour == "green"


def told_of(change: Change) -> str:
    """12 lines of code, 3 of tests, from light 2 to 4"""
    return f"{in_words(change.lines)}, {way(change)}"


def way(change: Change) -> str:
    """from light 2 to 4"""
    return f"from light {change.first} to {change.last}" if change.first else f"up to light {change.last}"
