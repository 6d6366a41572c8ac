"""The lights of an attempt: each run, with its colour and the files of that time.

They are commits in a store of the attempt: the files are the tree, the light is the message. A commit is
there or it is not, so a kill, a full disk or a second recorder leaves no half light.
"""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from typing import Any

from dojo.attempt.attempt import Attempt
from dojo.attempt.snapshot import File, Files, Snapshot, take_snapshot
from dojo.attempt.store import Failed, store
from dojo.errors import EnvironmentProblem, describe_error
from dojo.model.outcome import Colour, Outcome, Reason

RUNS = ("start", "next", "bar", "watch")  # the verbs that run the tests; others only record the files
LEFT_OUT = b".left_out_cache"
"""In this file a light lists the files that it left out; no file of a participant may have this name."""
PAUSE = 300
"""Seconds without a light: after more than that it is a pause, and the time counts for nothing."""


class NotRecorded(EnvironmentProblem):
    """A light could not be recorded, or the lights cannot be read; the message is one line."""


@dataclass(frozen=True)
class Light:
    """One recorded run."""

    number: int
    when: float
    verb: str
    colour: str
    counts: dict[str, int] = field(default_factory=dict)
    test: str = ""  # the id of the current test
    commit: str = ""
    revealed: int | None = None
    """How many tests of the kata are revealed from then on; None if the verb changes nothing of that."""
    of: int = 0  # how many tests the kata has
    own: dict[str, str] | None = None
    """The colour of each test that the participant wrote, by its id; None if the run does not say."""
    to: int = 0  # of `make back`: the number of the light whose files it brings back
    hints: int = 0  # how many hints for the test were given by then
    expected: str = ""  # the predicted colour (EXPECT=)
    held: bool | None = None  # True if the prediction was right; None if there was none
    catches: tuple[str, ...] | None = None
    """The wrong solutions that the participant's tests catch; None if nothing was judged."""
    riddle: str = ""  # the wrong solution that a riddle was about
    said: int = 0  # how much was said of it
    accepted: tuple[int, ...] = ()  # of `make judge`: how many right solutions accept the tests, of how many
    caught: tuple[int, ...] = ()  # of `make judge`: how many wrong solutions are caught, of how many
    reasons: dict[str, int] | None = None
    """How many tests are amber for each `Reason`; None if the light is older, or if none is."""
    taught: dict[str, str] | None = None
    """The colour of each test of the kata that ran, by its id; None if the light is older."""
    whys: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Of each test that is not green, its `Reason`, the name that is missing, what was raised, and how that
    was shown.
    """
    opens: tuple[str, ...] = ()
    """The tests of the kata that this light has revealed, and that open a step: those need code."""

    unnoticed: int | None = None
    """How many lines of code changed in green without a test that would notice; None if it does not say."""
    grows: bool = False
    """True if code that changed in green can do something new: no test was red for it."""
    suite: str = ""
    """What stands for the tests of the kata as they were; empty if the light is older."""

    @property
    def judged(self) -> bool:
        """True if the tests ran: else the colour says nothing."""
        return self.verb in RUNS

    @property
    def outcomes(self) -> dict[str, Outcome]:
        """What each test came to, by its id; of an older light, as far as it says."""
        colours = dict(self.own or {})
        if self.taught is not None:
            colours |= self.taught
        elif is_decided_by_test(self):
            colours[self.test] = self.colour
        return {test: self.outcome(test, colour) for test, colour in colours.items()}

    def outcome(self, test: str, colour: str) -> Outcome:
        """What a test of that colour came to."""
        if colour == "green":
            return Outcome(test, Colour.GREEN)
        if test in self.whys:
            reason, *details = self.whys[test]
            return Outcome(test, Colour(colour), Reason(reason), *details)
        if test.startswith("cases["):
            # what a program prints is compared, and nothing else: its colour says why
            return Outcome(test, Colour(colour), Reason.ASSERTED if colour == "red" else Reason.CRASHED)
        # a file of tests that is not green could not be read, in older lights as well
        reason = Reason.UNKNOWN if "::" in test or "[" in test or colour == "red" else Reason.NOT_LOADED
        return Outcome(test, Colour(colour), reason)

    @property
    def is_green(self) -> bool:
        return self.judged and self.colour == "green"

    def to_json(self) -> str:
        """Return it as JSON, without its commit and without what it does not say."""
        told = replace(self, commit="")
        return json.dumps({name: value for name, value in vars(told).items() if value != DEFAULTS[name]})


def is_decided_by_test(light: Light) -> bool:
    """True if an older light has its colour from the current test, and not from one of the participant's."""
    if not light.judged or not light.test:
        return False
    own = list((light.own or {}).values()).count(light.colour)
    return light.colour == "green" or not light.counts or light.counts.get(light.colour, 0) > own


DEFAULTS: dict[str, Any] = {one.name: one.default for one in fields(Light)}
# a field that is a dictionary has no default that could be compared
DEFAULTS["whys"] = {}


def within_attempt(id: str, attempts: str) -> str:
    """Return the id of a participant's test without the folder of the attempt, under whatever name it was.

    Older lights have ids that begin at the top of the workspace; `attempts` is the folder of all attempts.
    """
    above, found, rest = f"/{id}".partition(f"/{attempts}/")
    return rest.partition("/")[2] if found and "::" not in above else id


def read_light(message: str, commit: str, attempts: str = "") -> Light:
    """Return the light of a commit's message; of older ones some fields are in a dictionary `told`.

    `attempts` is the name of the folder that the attempt is in: older ids begin above it.

    Raises ValueError, KeyError, TypeError.
    """
    data: dict[str, Any] = json.loads(message)
    data |= data.pop("told", {}) | {"commit": commit}
    for name, value in data.items():
        data[name] = tuple(value) if isinstance(value, list) else value
    if attempts and data.get("own") and "taught" not in data:
        data["own"] = {within_attempt(id, attempts): colour for id, colour in data["own"].items()}
    return Light(**{name: value for name, value in data.items() if name in DEFAULTS})


def record(attempt: Attempt, *, snapshot: Snapshot | None = None, **what: Any) -> Light:
    """Record a run with the attempt's files as they are (or were: `snapshot`); raises NotRecorded.

    `what` has the fields of the light: at least its verb and its colour. A light that is returned is on
    disk, and stays.
    """
    snapshot = snapshot or take_snapshot(attempt.folder)
    listed = {LEFT_OUT: File("100644", json.dumps(snapshot.left_out).encode())} if snapshot.left_out else {}
    with reading(f"this run of {attempt.name} is not recorded"), store(attempt).writing():
        last = next(reversed(all_lights(attempt)), None)
        when = max(time.time(), last.when if last else 0)
        message = Light(last.number + 1 if last else 1, when, **what).to_json()
        commit = store(attempt).commit(message, when, snapshot.files | listed, last.commit if last else "")
        return read_light(message, commit)


def all_lights(attempt: Attempt) -> list[Light]:
    """Return the lights of an attempt, the oldest first; raises NotRecorded when they cannot be read."""
    with reading(f"the lights of {attempt.name} cannot be read"):
        attempts = attempt.kata.attempts.name
        return [read_light(message, commit, attempts) for commit, message in store(attempt).log()]


def ancestors(lights: list[Light]) -> Iterator[Light]:
    """Yield the lights that led to the files of now, the last first; `make back` takes some of them out."""
    number = len(lights)
    while number:
        light = lights[number - 1]
        yield light
        number -= 1
        if light.verb == "back":
            number = light.to
            number -= lights[number - 1].verb == "back"  # whose files are those of before it went back


def last_recorded(attempt: Attempt) -> int:
    """Return when the last light was recorded, in nanoseconds, without reading it; 0 if there is none."""
    return store(attempt).last_written()


def all_files(attempt: Attempt, lights: list[Light]) -> dict[str, Files]:
    """Return the files of each light, by its commit; raises NotRecorded when they cannot be read."""
    return {commit: found.files for commit, found in snapshots(attempt, lights).items()}


def snapshot_of(attempt: Attempt, light: Light) -> Snapshot:
    """Return the attempt at that time; raises NotRecorded if it cannot be read."""
    return snapshots(attempt, [light])[light.commit]


def snapshots(attempt: Attempt, lights: list[Light]) -> dict[str, Snapshot]:
    """Return the attempt at each light, by its commit; raises NotRecorded if it cannot be read."""
    with reading(f"what {attempt.name} was cannot be read"):
        found = store(attempt).files(*(light.commit for light in lights)) if lights else {}
        listed = {commit: files.pop(LEFT_OUT, None) for commit, files in found.items()}
        left_out = {commit: json.loads(file.content) if file else {} for commit, file in listed.items()}
        return {commit: Snapshot(files, left_out[commit]) for commit, files in found.items()}


def count_revealed(lights: list[Light]) -> int:
    """Return how many tests of the kata the participant has been shown."""
    return next((light.revealed for light in reversed(lights) if light.revealed is not None), 0)


def last_run(lights: list[Light]) -> Light | None:
    """Return the last light that has a colour."""
    return next((light for light in reversed(lights) if light.judged), None)


def last_colour(lights: list[Light]) -> str:
    """Return the colour of the files of now, if known: that of the last run that led to them."""
    return next((light.colour for light in ancestors(lights) if light.judged), "")


def last_green(lights: list[Light]) -> Light | None:
    return next((light for light in reversed(lights) if light.is_green), None)


@contextmanager
def reading(what: str) -> Iterator[None]:
    """Turn a failure of the store into NotRecorded."""
    try:
        yield
    except (Failed, OSError, ValueError, KeyError, TypeError) as error:
        raise NotRecorded(f"{what}: {describe_error(error)}") from error
