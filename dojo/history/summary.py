"""The lights of an attempt in numbers: how long it had which colour, what changed, and when."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile, zip_longest
from typing import NamedTuple

from dojo.attempt.diffstat import Lines, lines_in_words
from dojo.attempt.light import Light, RunLight, runs_of
from dojo.attempt.snapshot import Files
from dojo.history.rows import group_rows
from dojo.history.runs import REST, LineChange, Rhythm, RunState, change_between, trace_states
from dojo.screen.palette import COLOURS
from dojo.tracing.moment import NO_LINES, InGreen
from dojo.tracing.state import own_rule
from dojo.tracing.versions import trace_lights
from dojo.wording import count_of, duration, first_of, some_of

UNASKED = {
    InGreen.UNNOTICED: "changed in green, and no test would have noticed a change",
    InGreen.NEW_BEHAVIOUR: "changed in green, and the code can do something new, and no test was red for it",
}
THINKING = "thinking in green"
"""The time in green in which nothing was changed."""


class OwnTests(NamedTuple):
    """The participant's own tests: how many there are, those never red, and those deleted, by their ids."""

    number: int
    never_red: list[str]
    deleted: list[str]


class Summary:
    """A whole session: its lights, and the files of each, by its id."""

    def __init__(self, lights: list[Light], files: dict[str, Files]) -> None:
        self.lights, self.files = lights, files
        self.trace = trace_lights(lights, files)
        self.states = trace_states(lights, files)
        self.rows = group_rows(self.states, self.trace)
        colours = []
        for now, after in zip_longest(self.states, self.states[1:]):
            is_thinking = now.colour == "green" and after and now.files == after.found
            colours.append(THINKING if is_thinking else now.colour)
        self.rhythm = Rhythm([*lights, *lights[-1:]], colours)  # the last one has a colour, too

    @property
    def own(self) -> OwnTests:
        """What became of the participant's own tests. One that may have run unrecorded is not judged."""
        known, never_red = 0, []
        for state in self.trace.present:
            if state.is_own and (state.history.is_known or state.deciding_claim()):
                known += 1
                if state.is_never_red():
                    never_red.append(state.id)
        deleted = [state.id for state in self.trace.deleted if state.is_own]
        return OwnTests(known, never_red, deleted)

    @property
    def sentences(self) -> Iterator[str]:
        """All of it, a line each."""
        runs = Counter[str]()
        for row in self.rows:
            if isinstance(row.light, RunLight):
                runs[row.light.colour.value] += 1
        lights, changed = count_of(len(self.lights), "light"), count_of(runs.total(), "run")
        colours = ", ".join([f"{runs[colour]} {colour}" for colour in COLOURS])
        time = duration(self.lights[-1].when - self.lights[0].when)
        yield f"{lights} in {time}, {changed} that changed something: {colours}"
        yield f"{count_of(self.changes_of_colour, 'change')} of colour"
        yield from self.sentences_of_times
        yield from self.sentences_of_changes
        yield from self.sentences_of_tests

    @property
    def changes_of_colour(self) -> int:
        """How often the bar had another colour than before; files that nobody has run have none."""
        turns = 0
        colour = ""
        for state in self.states:
            if state.colour and state.colour != colour:
                turns += 1
            colour = state.colour
        # the first colour is no change
        return max(0, turns - 1)

    @property
    def sentences_of_times(self) -> Iterator[str]:
        """How long it had which colour, and how long nobody ran anything."""
        times = []
        for kind in ("green", THINKING, "red", "amber"):
            times.append(f"{duration(self.rhythm.seconds(kind))} {kind}")
        yield f"time: {', '.join(times)}"
        pauses = self.rhythm.of(REST)
        if pauses:
            time = duration(self.rhythm.seconds(REST))
            yield f"{count_of(len(pauses), 'pause')}, {time} in all, which counts for no colour"
        reds = self.rhythm.of("red")
        if reds:
            longest = max(reds, key=lambda red: red.seconds)
            lights = f"from light {longest.first} to {longest.last}"
            yield f"longest time in red: {duration(longest.seconds)}, {lights}"

    @property
    def sentences_of_tests(self) -> Iterator[str]:
        """What became of the participant's tests, and how many guesses were right."""
        own = self.own
        if own.number:
            never = f"; never: {first_of([*map(own_rule, own.never_red)])}" if own.never_red else ""
            yield f"own tests seen red: {own.number - len(own.never_red)} of {own.number}{never}"
        if own.deleted:
            yield f"own tests deleted: {len(own.deleted)}: {first_of([*map(own_rule, own.deleted)])}"
        guesses = [run.held for run in runs_of(self.lights) if run.held is not None]
        if guesses:
            yield f"guesses right: {sum(guesses)} of {len(guesses)}"

    @property
    def sentences_of_changes(self) -> Iterator[str]:
        """How much was changed at a time: up to a green, in green, in red, and when no test was failing."""
        up_to_green = []
        failing = []
        for state in self.states:
            # what `make start` wrote is no change
            if not is_green(state.light) or state.light.verb == "start":
                continue
            up_to_green.append(change_between(state.last(is_begin), state))
            red = first_red_before(state)
            if red:
                failing.append(change_between(red, state))
        most = largest(up_to_green)
        if most:
            yield f"largest change up to a green: {lines_in_words(most.lines)}, {most}"
        in_green = [row.change for row in self.rows if row.in_green]
        most = largest(in_green)
        size = f"; the largest: {lines_in_words(most.lines)}, {most}" if most else ""
        yield f"code changed in green: {count_of(len(in_green), 'time')}{size}"
        yield from self.sentences_of_unasked
        yield from sentences_of_code("a test", failing)
        unasked = [row.change for row in self.rows if row.unasked]
        yield from sentences_of_code("no test", unasked)

    @property
    def sentences_of_unasked(self) -> Iterator[str]:
        """What changed in green although no test was there for it, and what the lights do not say of that."""
        for kind, words in UNASKED.items():
            numbers = [str(row.light.number) for row in self.rows if row.in_green == kind]
            if numbers:
                lights = "light" if len(numbers) == 1 else "lights"
                yield f"{words}: {count_of(len(numbers), 'time')}, {lights} {some_of(numbers)}"
        if self.trace.lacks_lines:
            yield NO_LINES


def is_green(light: Light) -> bool:
    """True if the tests ran, and all were green."""
    return isinstance(light, RunLight) and light.is_green


def first_red_before(green: RunState) -> RunState | None:
    """Return the first red since the green before this one, if there was a red."""
    found = None
    # the path leads backwards
    for state in takewhile(is_not_green, green.path):
        if state.colour == "red":
            found = state
    return found


def is_begin(state: RunState) -> bool:
    """True for a state from which the changes up to a green are counted."""
    return state.colour == "green" or state.light.verb == "start"


def is_not_green(state: RunState) -> bool:
    return state.colour != "green"


def sentences_of_code(when: str, changes: Sequence[LineChange]) -> Iterator[str]:
    """How much code was written while a test was failing, or none."""
    code = [change._replace(lines=Lines(change.lines.code)) for change in changes]
    most = largest(code)
    if most:
        lines = count_of(sum(change.lines.number for change in code), "line")
        yield f"code written when {when} was failing: {lines}; the most: {most.lines.number}, {most}"


def largest(changes: Sequence[LineChange]) -> LineChange | None:
    """The change with the most lines, if any has one."""
    most = max(changes, key=lambda change: change.lines.number, default=None)
    return most if most and most.lines.number else None
