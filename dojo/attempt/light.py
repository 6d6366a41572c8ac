"""Lights: what an attempt records, each with its files. A light has a kind, and only the fields of its kind.

A light is complete when it is recorded: nothing runs again to find out what it once came to. Of a light of
an earlier edition, what it does not say is `None` or `Reason.UNKNOWN`, and `older` has what it counted.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from dojo.model.outcome import Colour, Outcome, Reason
from dojo.wording import count_of, duration

RUNS = ("start", "next", "bar", "watch")  # the verbs that run the tests; others only record the files
PAUSE = 300  # seconds: a longer time without a light counts for nothing


@dataclass(frozen=True, kw_only=True)
class Recorded:
    """What every light has; the store gives it when it takes the light.

    Attributes:
        number: 1 for the first light of an attempt, and one more for each.
        when: seconds since 1970, never less than that of the light before.
        id: a hash of the light, of its files and of all lights before it.
    """

    number: int = 0
    when: float = 0.0
    id: str = ""


@dataclass(frozen=True)
class Riddle:
    """A wrong solution that passes all tests of the participant, and how much was said of it."""

    mutant: str
    said: int


@dataclass(frozen=True)
class Tally:
    """What a light of an earlier edition counted without naming the tests.

    Attributes:
        counts: how many tests had each colour.
        reasons: how many were amber for each `Reason`; None if it does not say.
    """

    counts: Mapping[str, int]
    reasons: Mapping[str, int] | None = None


@dataclass(frozen=True, kw_only=True)
class RunLight(Recorded):
    """The tests ran: at `make start`, `next`, `bar` or `watch`.

    Attributes:
        verb: one of `RUNS`.
        colour: the colour of the bar.
        own: what each test of the participant came to, by its id; None if the light does not say.
        taught: the same of the tests of the kata that are revealed.
        test: the id of the current test of the kata.
        revealed: how many tests of the kata are revealed from then on; None if the light does not say.
        of: how many tests the kata has.
        opens: the tests of the kata that this light has revealed, and that open a step: those need code.
        unnoticed: how many lines of code changed in green without a test that would notice; None if it
            does not say.
        grows: code that changed in green can do something new: no test was red for it.
        suite: what stands for the tests of the kata as they were; empty if the light does not say.
        expected: the colour that the participant predicted, if any.
        catches: the wrong solutions that the participant's tests catch; None if nothing was judged.
        riddle: the wrong solution that was described, if any.
        older: what the light counted, if it is of an edition that did not name the tests.
    """

    verb: str
    colour: Colour
    own: Mapping[str, Outcome] | None = None
    taught: Mapping[str, Outcome] = field(default_factory=dict)
    test: str = ""
    revealed: int | None = None
    of: int = 0
    opens: tuple[str, ...] = ()
    unnoticed: int | None = None
    grows: bool = False
    suite: str = ""
    expected: Colour | None = None
    catches: tuple[str, ...] | None = None
    riddle: Riddle | None = None
    older: Tally | None = None

    @property
    def outcomes(self) -> dict[str, Outcome]:
        """Return what each test came to, by its id."""
        return {**(self.own or {}), **self.taught}

    @property
    def counts(self) -> Mapping[str, int]:
        """Return how many tests had each colour."""
        if self.older:
            return self.older.counts
        counts = {Colour.GREEN.value: 0, Colour.RED.value: 0, Colour.AMBER.value: 0}
        for outcome in self.outcomes.values():
            if outcome.colour in counts:
                counts[outcome.colour] += 1
        return counts

    @property
    def reasons(self) -> Mapping[str, int] | None:
        """Return how many tests are red or amber for each reason; None if an earlier edition did not say it.

        What an earlier edition says of reasons, it says of the amber ones.
        """
        if self.older:
            return self.older.reasons
        found = Counter([outcome.reason for outcome in self.outcomes.values()])
        counts = {}
        for reason in Reason:
            if found[reason]:
                counts[reason.value] = found[reason]
        return counts

    @property
    def has_answer(self) -> bool:
        """True if a test was asked, or if there was none: a crash of all says nothing of any test."""
        outcomes = self.outcomes
        if not outcomes:
            return True
        for id, outcome in outcomes.items():
            # the path of a file of tests that could not be read stands for no test
            is_test = "::" in id or "[" in id
            if is_test and outcome.is_answer:
                return True
        return False

    @property
    def is_green(self) -> bool:
        return self.colour == Colour.GREEN

    @property
    def held(self) -> bool | None:
        """True if the prediction was right; None if there was none."""
        return None if self.expected is None else self.expected == self.colour


@dataclass(frozen=True, kw_only=True)
class BackLight(Recorded):
    """`make back` brought files of an earlier light back; its own files are those from before.

    Attributes:
        to: the number of the light whose files are there from then on.
        revealed: how many tests of the kata are revealed from then on.
    """

    verb: ClassVar[str] = "back"

    to: int
    revealed: int | None = None


@dataclass(frozen=True, kw_only=True)
class JudgeLight(Recorded):
    """`make judge` judged the tests of the participant.

    Attributes:
        accepted: how many right solutions accept the tests, and of how many.
        caught: how many wrong solutions are caught, and of how many.
    """

    verb: ClassVar[str] = "judge"

    accepted: tuple[int, int]
    caught: tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class HintLight(Recorded):
    """`make hint` gave a hint for a test of the kata.

    Attributes:
        test: the id of the test.
        hints: how many hints for it were given by then.
    """

    verb: ClassVar[str] = "hint"

    test: str
    hints: int


@dataclass(frozen=True, kw_only=True)
class RiddleLight(Recorded):
    """`make hint` said more of a wrong solution that passes all tests of the participant.

    Attributes:
        catches: the wrong solutions that the tests catch.
    """

    verb: ClassVar[str] = "hint"

    riddle: Riddle
    catches: tuple[str, ...] = ()


Light = RunLight | BackLight | JudgeLight | HintLight | RiddleLight


def ancestors(lights: Sequence[Light]) -> Iterator[Light]:
    """Yield the lights that led to the files of now, the last first; `make back` takes some of them out."""
    number = len(lights)
    while number:
        light = lights[number - 1]
        yield light
        number -= 1
        if isinstance(light, BackLight):
            number = light.to
            # the files of one that went back are those from before it did
            number -= isinstance(lights[number - 1], BackLight)


def runs_of(lights: Sequence[Light]) -> list[RunLight]:
    """Return those lights at which the tests ran."""
    return [light for light in lights if isinstance(light, RunLight)]


def sum_up_runs(lights: Sequence[Light]) -> str:
    """Say how many runs there were, in which time, and how many had which colour."""
    runs = Counter(run.colour for run in runs_of(lights))
    colours = [f"{runs[colour]} {colour}" for colour in Colour if runs[colour]]
    time = duration(lights[-1].when - lights[0].when)
    return f"{count_of(runs.total(), 'run')} in {time}: {', '.join(colours)}"


def count_revealed(lights: Sequence[Light]) -> int:
    """Return how many tests of the kata the participant has been shown."""
    for light in reversed(lights):
        if isinstance(light, RunLight | BackLight) and light.revealed is not None:
            return light.revealed
    return 0


def last_run(lights: Sequence[Light]) -> RunLight | None:
    """Return the last light that has a colour."""
    runs = runs_of(lights)
    return runs[-1] if runs else None


def last_colour(lights: Sequence[Light]) -> str:
    """Return the colour of the files of now, if known: that of the last run that led to them."""
    for light in ancestors(lights):
        if isinstance(light, RunLight):
            return light.colour
    return ""


def was_green(lights: Sequence[Light], tests: Iterable[str]) -> bool:
    """True if the last run that led to the files of now was green, and none of these tests has failed since.

    Going back to a green leaves a test in place that came later and failed: it has not run on these files.
    """
    led_here = next((light for light in ancestors(lights) if isinstance(light, RunLight)), None)
    latest = last_run(lights)
    if led_here is None or latest is None or not led_here.is_green:
        return False
    tests_then = set(led_here.outcomes)
    latest_outcomes = latest.outcomes
    for test in tests:
        outcome = latest_outcomes.get(test)
        if outcome and test not in tests_then and outcome.colour != Colour.GREEN:
            return False
    return True


def last_answered(lights: Sequence[Light]) -> RunLight | None:
    """Return the last run that led to the files of now in which some test could answer."""
    for light in ancestors(lights):
        if isinstance(light, RunLight) and light.has_answer:
            return light
    return None


def last_green(lights: Sequence[Light]) -> RunLight | None:
    """Return the last light that is green."""
    for run in reversed(runs_of(lights)):
        if run.is_green:
            return run
    return None


def current_test(light: Light) -> str:
    """Return the id of the test of the kata that a light is about; an empty text if it is about none."""
    return light.test if isinstance(light, RunLight | HintLight) else ""
