"""The lights of an attempt in numbers: how long it had which colour, what changed, and when."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, pairwise, takewhile
from operator import attrgetter

from dojo.attempt.attempt import Attempt
from dojo.attempt.diffstat import lines_in_words
from dojo.attempt.light import PAUSE, Light, NotRecorded, all_files, all_lights, clock
from dojo.attempt.snapshot import Files
from dojo.history.runs import LineChange, RunRow, RunState, change_between, group_rows, trace_states
from dojo.prove.lights import prove_lights
from dojo.prove.tests import match_renamed
from dojo.prove.verdict import CODE_IN_GREEN
from dojo.prove.versions import Proof, version_of
from dojo.screen.palette import COLOURS
from dojo.screen.words import count_of, duration, first_of
from dojo.story.tests import rule_of


@dataclass(frozen=True)
class Stretch:
    """A time of one colour: the numbers of its first and its last light, and how many seconds it took."""

    colour: str
    first: int
    last: int
    seconds: float


@dataclass(frozen=True)
class OwnTests:
    """The participant's own tests: how many there are, those never red, and those deleted, by their ids."""

    number: int
    never_red: list[str]
    deleted: list[str]


@dataclass(frozen=True)
class Summary:
    """A whole session: its lights, and the files of each commit."""

    lights: list[Light]
    files: dict[str, Files]

    @cached_property
    def states(self) -> list[RunState]:
        return trace_states(self.lights, self.files)

    @cached_property
    def rows(self) -> list[RunRow]:
        return group_rows(self.states)

    @property
    def runs(self) -> Counter[str]:
        """The runs that changed something, by their colours."""
        return Counter(row.light.colour for row in self.rows if row.judged)

    @property
    def seconds(self) -> float:
        return self.lights[-1].when - self.lights[0].when if self.lights else 0

    @property
    def pauses(self) -> list[float]:
        """The seconds of each pause."""
        gaps = [after.when - before.when for before, after in pairwise(self.lights)]
        return [gap for gap in gaps if gap > PAUSE]

    @cached_property
    def stretches(self) -> list[Stretch]:
        """The times of one colour, one after the other: each lasts until the light that ends it."""
        time = clock(self.lights)
        turning = (state for state in self.states if state.turns)
        parts = [list(part) for _, part in groupby(turning, attrgetter("colour"))]
        ends = [part[0] for part in parts[1:]] + self.states[-1:]
        return [
            Stretch(part[0].colour, first, part[-1].light.number, time[end.light.number] - time[first])
            for part, end in zip(parts, ends)
            if part[0].colour and (first := part[0].light.number)
        ]

    def time_in(self, colour: str) -> float:
        """The seconds of this colour, without pauses."""
        return sum(stretch.seconds for stretch in self.stretches if stretch.colour == colour)

    @property
    def longest_red(self) -> Stretch | None:
        """The longest time in red."""
        reds = [stretch for stretch in self.stretches if stretch.colour == "red"]
        return max(reds, key=attrgetter("seconds"), default=None)

    @property
    def thinking(self) -> float:
        """Seconds in green in which nothing was changed."""
        time = clock(self.lights)
        return sum(
            time[after.light.number] - time[now.light.number]
            for now, after in pairwise(self.states)
            if now.colour == "green" and now.files == after.found
        )

    @property
    def largest(self) -> LineChange | None:
        """The largest change up to a green: since the green before it, or since the empty file."""
        greens = [one for one in self.states if one.light.is_green and one.light.verb != "start"]
        begins = [now.last(lambda one: one.colour == "green" or one.light.verb == "start") for now in greens]
        return largest(list(map(change_between, begins, greens)))

    @property
    def in_green(self) -> list[LineChange]:
        """The code that changed from green to green, with the same tests."""
        return [row.change for row in self.rows if row.in_green]

    @property
    def while_failing(self) -> list[LineChange]:
        """The code that was written from each red to its green."""
        found = []
        for green in (one for one in self.states if one.light.is_green):
            since = takewhile(lambda one: one.colour != "green", green.path)
            reds = [one for one in since if one.colour == "red"]
            found += [change_between(first, green).of_code for first in reds[-1:]]
        return [change for change in found if change.lines.number]

    @property
    def unasked(self) -> list[LineChange]:
        """The code of each run before which no test was failing, but for changes from green to green."""
        return [row.change.of_code for row in self.rows if row.unasked]

    @property
    def own(self) -> OwnTests:
        """What became of the participant's own tests."""
        return own_tests([light for light in self.lights if light.judged], self.files)

    @property
    def guesses(self) -> list[bool]:
        """For each guess whether it was right."""
        return [light.held for light in self.lights if light.held is not None]

    @property
    def sentences(self) -> Iterator[str]:
        """All of it, a line each."""
        runs = ", ".join(f"{self.runs[colour]} {colour}" for colour in COLOURS)
        changed = f"{count_of(self.runs.total(), 'run')} that changed something"
        yield f"{count_of(len(self.lights), 'light')} in {duration(self.seconds)}, {changed}: {runs}"
        yield f"{count_of(max(0, len(self.stretches) - 1), 'change')} of colour"
        yield from self.sentences_of_time
        yield from self.sentences_of_changes
        own = self.own
        if own.number:
            named = f": {name(own.never_red)}" if own.never_red else ""
            yield f"own tests never seen red: {len(own.never_red)} of {own.number}{named}"
        if own.deleted:
            yield f"own tests deleted: {len(own.deleted)}: {name(own.deleted)}"
        if guesses := self.guesses:
            yield f"guesses right: {sum(guesses)} of {len(guesses)}"

    @property
    def sentences_of_time(self) -> Iterator[str]:
        """How long it had which colour, and how long the pauses were."""
        green = self.time_in("green") - self.thinking
        others = ", ".join(f"{duration(self.time_in(colour))} {colour}" for colour in ("red", "amber"))
        yield f"time: {duration(green)} green, {duration(self.thinking)} thinking in green, {others}"
        if self.pauses:
            pauses = count_of(len(self.pauses), "pause")
            yield f"{pauses}, {duration(sum(self.pauses))} in all, which counts for no colour"
        if longest := self.longest_red:
            lights = f"lights {longest.first} to" if longest.first != longest.last else "light"
            yield f"longest time in red: {duration(longest.seconds)}, {lights} {longest.last}"

    @property
    def sentences_of_changes(self) -> Iterator[str]:
        """How much was changed at a time: up to a green, in green, in red, and when no test was failing."""
        if change := self.largest:
            yield f"largest change up to a green: {size(change)}"
        most = largest(self.in_green)
        times = f"{CODE_IN_GREEN}: {count_of(len(self.in_green), 'time')}"
        yield times + (f"; the largest: {size(most)}" if most else "")
        yield from written("a test was failing", self.while_failing)
        yield from written("no test was failing", self.unasked)


def written(when: str, changes: list[LineChange]) -> Iterator[str]:
    """code written when a test was failing: 20 lines; the most: 9, from light 2 to 4"""
    if most := largest(changes):
        lines = count_of(sum(change.lines.number for change in changes), "line")
        yield f"code written when {when}: {lines}; the most: {most.lines.number}, {between(most)}"


def largest(changes: Sequence[LineChange]) -> LineChange | None:
    """The change with the most lines, if any has one."""
    there = [change for change in changes if change.lines.number]
    return max(there, key=lambda change: change.lines.number, default=None)


def size(change: LineChange) -> str:
    """12 lines of code, 3 of tests, from light 2 to 4"""
    return f"{lines_in_words(change.lines)}, {between(change)}"


def between(change: LineChange) -> str:
    """from light 2 to 4"""
    start = f"from light {change.first} to" if change.first else "up to light"
    return f"{start} {change.last}"


def name(tests: list[str]) -> str:
    """“one is said”, “two is said” and 3 more"""
    return first_of([rule_of(test) for test in tests])


def own_tests(runs: list[Light], files: dict[str, Files]) -> OwnTests:
    """Follow the participant's own tests through the runs, as far as these tell of them.

    A test with a new name is the same one. A test that may have run before without a record is not judged.
    """
    first: dict[str, str] = {}
    red: set[str] = set()
    there: list[str] = []
    for last, light in zip([*runs[:1], *runs], runs, strict=False):
        for new, old in renamed(last, light, files).items():
            first.setdefault(new, first.pop(old, "unknown"))
            red.update({new} if old in red else ())
        taken_over = light.verb == "start" and light.colour == "green"
        for test, colour in (light.own or {}).items():
            first.setdefault(test, "unknown" if last.own is None or taken_over else colour)
            red.update({test} if colour == "red" else ())
        there = there if light.own is None else [*light.own]
    known = [test for test in there if first[test] != "unknown" or test in red]
    never_red = [test for test in known if first[test] == "green" and test not in red]
    gone = [test for test in first if "::" in test and not {test, test.partition("::")[0]} & {*there}]
    return OwnTests(len(known), never_red, gone)


def renamed(last: Light, light: Light, files: dict[str, Files]) -> dict[str, str]:
    """The old id of each own test that has a new name since the run before, by its new id."""
    was, now = last.own or {}, light.own or {}
    if not (new := [test for test in now if test not in was]) or all(test in now for test in was):
        return {}
    versions = [version_of(files[one.commit]) for one in (last, light)]
    names = match_renamed(versions[0].tests, versions[1].tests)
    found = {
        id: id.replace(name, old)
        for id in new
        for name, old in names.items()
        if f"/{id.partition('[')[0]}".endswith(f"/{name}")  # its id begins at the top of the workspace
    }
    return {id: old for id, old in found.items() if old in was}


def prove_attempt(attempt: Attempt) -> Proof:
    """Prove the lights of an attempt, and add how much was changed at a time, as `make lights` says it.

    Raises CollectionError if the suite of the story cannot be collected.
    """
    proof = prove_lights(attempt)
    try:
        lights = all_lights(attempt)
        files = all_files(attempt, lights)
    except NotRecorded:  # the proof says so
        return proof
    sentences = Summary(lights, files).sentences_of_changes if lights else ()
    return replace(proof, remarks=(*proof.remarks, *(f"{one[0].upper()}{one[1:]}." for one in sentences)))
