"""A summary of the lights of an attempt: how long it had which colour, what changed, and when."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from dojo.attempt.clock import PAUSE, clock
from dojo.attempt.light import Light
from dojo.attempt.snapshot import Files
from dojo.history.rows import Row, rows
from dojo.history.session.facts import Facts, facts, was_taken_over
from dojo.history.states import State, states
from dojo.prove.identity.identity import difference, the_tests


@dataclass(frozen=True)
class Stretch:
    """A time of one colour: the numbers of its first and its last light, and how many seconds it took."""

    colour: str
    first: int
    last: int
    seconds: float


@dataclass(frozen=True)
class OwnTests:
    """The participant's own tests: how many the lights tell of, and those that nobody saw red."""

    told: int
    never_red: list[str]


@dataclass(frozen=True)
class Summary:
    """The whole session."""

    runs: Counter[str]
    """The runs that changed something, by their colours."""
    seconds: float
    stretches: list[Stretch]
    thinking: float
    """Seconds in green in which nothing was changed."""
    pauses: list[float]
    facts: Facts
    """How much was changed at a time."""
    own: OwnTests | None
    held: int
    predicted: int
    rows: list[Row] = field(repr=False)

    @property
    def turns(self) -> int:
        """How often the colour changed."""
        return max(0, len(self.stretches) - 1)

    def time_in(self, colour: str) -> float:
        """The seconds of this colour, without pauses."""
        return sum(stretch.seconds for stretch in self.stretches if stretch.colour == colour)

    def longest(self, colour: str) -> Stretch | None:
        """The longest time of this colour."""
        those = [stretch for stretch in self.stretches if stretch.colour == colour]
        return max(those, key=lambda stretch: stretch.seconds, default=None)


def summary(lights: list[Light], files: dict[str, Files]) -> Summary:
    """Sum up the lights; `files` are those of each commit."""
    there = states(lights, files)
    the_rows = rows(there)
    predictions = [light.held for light in lights if light.held is not None]
    return Summary(
        runs=Counter(row.light.colour for row in the_rows if row.judged),
        seconds=lights[-1].when - lights[0].when if lights else 0,
        stretches=list(stretches(there)),
        thinking=sum(gap(a, b) for a, b in pairwise(there) if is_thinking(a, b)),
        pauses=[gap(a, b) for a, b in pairwise(there) if gap(a, b) > PAUSE],
        facts=facts(there, the_rows),
        own=own_tests([light for light in lights if light.judged], files),
        held=sum(map(bool, predictions)),
        predicted=len(predictions),
        rows=the_rows,
    )


def gap(before: State, after: State) -> float:
    """The seconds from one to the next."""
    return after.light.when - before.light.when


def is_thinking(before: State, after: State) -> bool:
    """Was it green, and nothing changed until the next light? A pause is a pause."""
    return before.colour == "green" and before.files == after.found and gap(before, after) <= PAUSE


def stretches(states: list[State]) -> Iterator[Stretch]:
    """The times of one colour, one after the other: each lasts until the light that ends it."""
    time = clock([state.light for state in states])
    turning = [state for state in states if state.light.judged or state.light.verb == "back"]
    parts = [list(part) for _, part in groupby(turning, key=lambda state: state.colour)]
    ends = [part[0] for part in parts[1:]] + states[-1:]
    for part, end in zip(parts, ends):
        first, last = part[0].light.number, part[-1].light.number
        if part[0].colour:
            yield Stretch(part[0].colour, first, last, time[end.light.number] - time[first])


def own_tests(runs: list[Light], files: dict[str, Files]) -> OwnTests | None:
    """The participant's own tests that are still there, and those of them that were green from the first and
    never red; none if no run tells of them.

    If a test may have run before without a record, it cannot be judged. A test with a new name is the same.
    """
    telling = [light.own for light in runs if light.own is not None]
    if not telling:
        return None
    first: dict[str, str] = {}
    red: set[str] = set()
    before: dict[str, str] | None = {}
    for last, light in zip([runs[0], *runs], runs, strict=False):
        for new, old in renamed(last, light, files).items():
            first.setdefault(new, first.get(old, "unknown"))
            red.update({new} if old in red else ())
        for test, colour in (light.own or {}).items():
            known = before is not None and not was_taken_over(light)
            first.setdefault(test, colour if known else "unknown")
            if colour == "red":
                red.add(test)
        before = light.own
    there = [test for test in telling[-1] if first[test] != "unknown" or test in red]
    return OwnTests(len(there), [test for test in there if first[test] == "green" and test not in red])


def renamed(last: Light, light: Light, files: dict[str, Files]) -> dict[str, str]:
    """The old id of each own test that has a new name since the run before, by its new id."""
    was, now = last.own or {}, light.own or {}
    if not (came := [test for test in now if test not in was]) or all(test in now for test in was):
        return {}
    names = difference(the_tests(files[last.commit]), the_tests(files[light.commit])).renamed
    found = {test: test.replace(new, old) for test in came for new, old in names.items() if is_of(test, new)}
    return {test: old for test, old in found.items() if old in was}


def is_of(id: str, name: str) -> bool:
    """Is it the id of that test, or of a row of it, below the folder of the attempt?"""
    function = id.partition("[")[0]
    return function == name or function.endswith(f"/{name}")
