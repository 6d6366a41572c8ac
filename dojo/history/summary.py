"""The lights of an attempt in numbers: how long it had which colour, what changed, and when."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, pairwise, takewhile
from typing import NamedTuple

from dojo.attempt.attempt import Attempt
from dojo.attempt.diffstat import Lines, lines_in_words
from dojo.attempt.light import PAUSE, Light, NotRecorded, all_files, all_lights
from dojo.attempt.snapshot import Files
from dojo.history.rows import RunRow, group_rows
from dojo.history.runs import REST, LineChange, Rhythm, RunState, change_between, trace_states
from dojo.prove.lights import prove_lights
from dojo.prove.tests import match_renamed
from dojo.prove.verdict import CODE_IN_GREEN
from dojo.prove.versions import Proof, version_of
from dojo.screen.palette import COLOURS
from dojo.screen.words import count_of, duration, first_of
from dojo.story.tests import rule_of


class OwnTests(NamedTuple):
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

    @cached_property
    def rhythm(self) -> Rhythm:
        lights = [*self.lights, *self.lights[-1:]]  # the last one has a colour, too
        return Rhythm(lights, [state.colour for state in self.states])

    @property
    def thinking(self) -> float:
        """Seconds in green in which nothing was changed."""
        steps = [(after.light.when - now.light.when, now, after) for now, after in pairwise(self.states)]
        return sum(
            seconds
            for seconds, now, after in steps
            if seconds <= PAUSE and now.colour == "green" and now.files == after.found
        )

    @property
    def up_to_green(self) -> list[LineChange]:
        """What changed up to each green: since the green before it, or since the empty file."""
        greens = [one for one in self.states if one.light.is_green and one.light.verb != "start"]
        begins = [now.last(lambda one: one.colour == "green" or one.light.verb == "start") for now in greens]
        return list(map(change_between, begins, greens))

    @property
    def while_failing(self) -> list[LineChange]:
        """What changed from each red to its green."""
        found = []
        for green in (one for one in self.states if one.light.is_green):
            since = takewhile(lambda one: one.colour != "green", green.path)
            reds = [one for one in since if one.colour == "red"]
            found += [change_between(first, green) for first in reds[-1:]]
        return found

    @property
    def own(self) -> OwnTests:
        """What became of the participant's own tests, as far as the runs tell of them.

        A test with a new name is the same. One that may have run before without a record is not judged.
        """
        runs = [light for light in self.lights if light.judged]
        colours: dict[str, list[str]] = {}
        there: list[str] = []
        for last, light in zip([*runs[:1], *runs], runs):
            for new, old in self.renamed(last, light).items():
                colours[new] = [*colours.pop(old, ["unknown"]), *colours.get(new, [])]
            is_first = last.own is not None and not (light.verb == "start" and light.colour == "green")
            for test, colour in (light.own or {}).items():
                colours.setdefault(test, [] if is_first else ["unknown"]).append(colour)
            there = there if light.own is None else [*light.own]
        known = [test for test in there if colours[test][0] != "unknown" or "red" in colours[test]]
        never_red = [test for test in known if colours[test][0] == "green" and "red" not in colours[test]]
        gone = [test for test in colours if "::" in test and not {test, test.partition("::")[0]} & {*there}]
        return OwnTests(len(known), never_red, gone)

    def renamed(self, last: Light, light: Light) -> dict[str, str]:
        """The old id of each own test that has a new name since the run before, by its new id."""
        was, now = last.own or {}, light.own or {}
        if was.keys() <= now.keys():
            return {}
        names = match_renamed(*(version_of(self.files[one.commit]).tests for one in (last, light)))
        return {
            id: id.replace(name, old)
            for id in now.keys() - was.keys()
            for name, old in names.items()
            if f"/{id.partition('[')[0]}".endswith(f"/{name}")  # its id begins at the top of the workspace
        }

    @property
    def sentences(self) -> Iterator[str]:
        """All of it, a line each."""
        runs = Counter(row.light.colour for row in self.rows if row.light.judged)
        lights, changed = count_of(len(self.lights), "light"), count_of(runs.total(), "run")
        colours = ", ".join(f"{runs[colour]} {colour}" for colour in COLOURS)
        time = duration(self.lights[-1].when - self.lights[0].when)
        yield f"{lights} in {time}, {changed} that changed something: {colours}"
        turns = [colour for colour, _ in groupby(state.colour for state in self.states) if colour]
        yield f"{count_of(max(0, len(turns) - 1), 'change')} of colour"
        green = self.rhythm.seconds("green") - self.thinking
        others = ", ".join(f"{duration(self.rhythm.seconds(colour))} {colour}" for colour in ("red", "amber"))
        yield f"time: {duration(green)} green, {duration(self.thinking)} thinking in green, {others}"
        if pauses := self.rhythm.of(REST):
            time = duration(self.rhythm.seconds(REST))
            yield f"{count_of(len(pauses), 'pause')}, {time} in all, which counts for no colour"
        if reds := self.rhythm.of("red"):
            longest = max(reds, key=lambda one: one.seconds)
            lights = f"from light {longest.first} to {longest.last}"
            yield f"longest time in red: {duration(longest.seconds)}, {lights}"
        yield from self.sentences_of_changes
        own = self.own
        if own.number:
            named = f": {first_of([*map(rule_of, own.never_red)])}" if own.never_red else ""
            yield f"own tests never seen red: {len(own.never_red)} of {own.number}{named}"
        if own.deleted:
            yield f"own tests deleted: {len(own.deleted)}: {first_of([*map(rule_of, own.deleted)])}"
        if guesses := [light.held for light in self.lights if light.held is not None]:
            yield f"guesses right: {sum(guesses)} of {len(guesses)}"

    @property
    def sentences_of_changes(self) -> Iterator[str]:
        """How much was changed at a time: up to a green, in green, in red, and when no test was failing."""
        if change := largest(self.up_to_green):
            yield f"largest change up to a green: {lines_in_words(change.lines)}, {change}"
        in_green = [row.change for row in self.rows if row.in_green]
        most = largest(in_green)
        size = f"; the largest: {lines_in_words(most.lines)}, {most}" if most else ""
        yield f"{CODE_IN_GREEN}: {count_of(len(in_green), 'time')}{size}"
        unasked = [row.change for row in self.rows if row.unasked]
        for when, changes in (("a test", self.while_failing), ("no test", unasked)):
            code = [change._replace(lines=Lines(change.lines.code)) for change in changes]
            if most := largest(code):
                lines = count_of(sum(change.lines.number for change in code), "line")
                yield f"code written when {when} was failing: {lines}; the most: {most.lines.number}, {most}"


def largest(changes: Sequence[LineChange]) -> LineChange | None:
    """The change with the most lines, if any has one."""
    there = [change for change in changes if change.lines.number]
    return max(there, key=lambda change: change.lines.number, default=None)


def prove_attempt(attempt: Attempt) -> Proof:
    """Prove the lights of an attempt, and add how much was changed at a time, as `make lights` says it.

    Raises CollectionError if the suite of the story cannot be collected.
    """
    proof = prove_lights(attempt)
    with suppress(NotRecorded):  # the proof says so
        lights = all_lights(attempt)
        sentences = Summary(lights, all_files(attempt, lights)).sentences_of_changes if lights else ()
        remarks = [f"{one[0].upper()}{one[1:]}." for one in sentences]
        proof = replace(proof, remarks=(*proof.remarks, *remarks))
    return proof
