"""The lights of an attempt in numbers: how long it had which colour, what changed, and when."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile, zip_longest
from typing import NamedTuple

from dojo.attempt.diffstat import Lines, lines_in_words
from dojo.attempt.light import Light
from dojo.attempt.snapshot import Files
from dojo.history.runs import REST, LineChange, Rhythm, change_between, group_rows, trace_states
from dojo.prove.tests import match_renamed
from dojo.prove.versions import Revision
from dojo.screen.palette import COLOURS
from dojo.story.tests import rule_of
from dojo.wording import count_of, duration, first_of

THINKING = "thinking in green"
"""The time in green in which nothing was changed."""


class OwnTests(NamedTuple):
    """The participant's own tests: how many there are, those never red, and those deleted, by their ids."""

    number: int
    never_red: list[str]
    deleted: list[str]


class Summary:
    """A whole session: its lights, and the files of each commit."""

    def __init__(self, lights: list[Light], files: dict[str, Files]) -> None:
        self.lights, self.files = lights, files
        self.states = trace_states(lights, files)
        self.rows = group_rows(self.states)
        colours = [
            THINKING if now.colour == "green" and after and now.files == after.found else now.colour
            for now, after in zip_longest(self.states, self.states[1:])
        ]
        self.rhythm = Rhythm([*lights, *lights[-1:]], colours)  # the last one has a colour, too

    @property
    def own(self) -> OwnTests:
        """What became of the participant's own tests, as far as the runs tell of them.

        A test with a new name is the same. One that may have run before without a record is not judged.
        """
        runs = [light for light in self.lights if light.judged]
        colours: dict[str, list[str]] = {}
        for last, light in zip([*runs[:1], *runs], runs):
            for new, old in self.renamed(last, light).items():
                colours[new] = [*colours.pop(old, ["unknown"]), *colours.get(new, [])]
            is_first = last.own is not None and not (light.verb == "start" and light.colour == "green")
            for test, colour in (light.own or {}).items():
                colours.setdefault(test, [] if is_first else ["unknown"]).append(colour)
        there = next((light.own for light in reversed(runs) if light.own is not None), {})
        known = [test for test in there if colours[test][0] != "unknown" or "red" in colours[test]]
        never_red = [test for test in known if colours[test][0] == "green" and "red" not in colours[test]]
        gone = [
            test for test in colours if "::" in test and not {test, test.partition("::")[0]} & there.keys()
        ]
        return OwnTests(len(known), never_red, gone)

    def renamed(self, last: Light, light: Light) -> dict[str, str]:
        """The old id of each own test that has a new name since the run before, by its new id."""
        was, now = last.own or {}, light.own or {}
        if was.keys() <= now.keys():
            return {}
        names = match_renamed(*(Revision(files=self.files[one.commit]).tests for one in (last, light)))
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
        times = [(kind, self.rhythm.seconds(kind)) for kind in ("green", THINKING, "red", "amber")]
        yield f"time: {', '.join(f'{duration(seconds)} {kind}' for kind, seconds in times)}"
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
        greens = [one for one in self.states if one.light.is_green and one.light.verb != "start"]
        begins = [now.last(lambda one: one.colour == "green" or one.light.verb == "start") for now in greens]
        if change := largest(list(map(change_between, begins, greens))):
            yield f"largest change up to a green: {lines_in_words(change.lines)}, {change}"
        in_green = [row.change for row in self.rows if row.in_green]
        most = largest(in_green)
        size = f"; the largest: {lines_in_words(most.lines)}, {most}" if most else ""
        yield f"code changed in green: {count_of(len(in_green), 'time')}{size}"
        failing = []
        for green in greens:
            since = takewhile(lambda one: one.colour != "green", green.path)
            reds = [one for one in since if one.colour == "red"]
            failing += [change_between(first, green) for first in reds[-1:]]
        unasked = [row.change for row in self.rows if row.unasked]
        for when, changes in (("a test", failing), ("no test", unasked)):
            code = [change._replace(lines=Lines(change.lines.code)) for change in changes]
            if most := largest(code):
                lines = count_of(sum(change.lines.number for change in code), "line")
                yield f"code written when {when} was failing: {lines}; the most: {most.lines.number}, {most}"


def largest(changes: Sequence[LineChange]) -> LineChange | None:
    """The change with the most lines, if any has one."""
    there = [change for change in changes if change.lines.number]
    return max(there, key=lambda change: change.lines.number, default=None)
