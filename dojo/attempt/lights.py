"""The lights of an attempt: each run, with its colour and the files of that time.

They are commits in a repository beside the attempt: the files are the tree, the light is the message.
A commit is there or it is not, so a kill, a full disk or a second recorder leaves no half light.
"""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from dojo.attempt.attempts import Attempt
from dojo.attempt.snapshot import File, Files, LeftOut, Snapshot, taken
from dojo.attempt.store import Failed, store
from dojo.errors import Trouble, plainly

RUNS = ("start", "next", "bar", "watch")
"""The verbs that judge the files; any other light only records them."""
LEFT_OUT = b".left_out_cache"
"""In this file a light lists the files that it left out; no file of a participant may have this name."""


class NotRecorded(Trouble):
    """A light could not be recorded, or the lights cannot be read; the message is one line."""


class Lost(NotRecorded):
    """Lights that were there before a run, and are gone after it; the message says which light the run is."""


@dataclass(frozen=True)
class Light:
    """One recorded run."""

    number: int
    when: float
    verb: str
    colour: str
    counts: dict[str, int]
    test: str
    told: dict[str, Any]
    commit: str

    @property
    def judged(self) -> bool:
        """Has anybody run its files? If not, its colour says nothing."""
        return self.verb in RUNS

    @property
    def is_green(self) -> bool:
        """Has somebody run its files, and were they green?"""
        return self.judged and self.colour == "green"

    @property
    def own(self) -> dict[str, str] | None:
        """The colour of each test that the participant wrote, by its id; none if the run did not say."""
        return self.told.get("own")


def record(
    attempt: Attempt,
    *,
    verb: str,
    colour: str,
    counts: dict[str, int],
    test: str = "",
    snapshot: Snapshot | None = None,
    after: int = 0,
    **told: Any,
) -> Light:
    """Record a run, with the attempt's files as they are (or were: `snapshot`); raises NotRecorded.

    All else is recorded as JSON: how many tests are `revealed`; of a run, the colours of the
    participant's `own` tests by their ids, and how many there are `of` the kata's; of `make back`, the number
    of the light that it goes back `to`.
    A light that is returned is on disk, and stays. `after` says how many lights there were before the run:
    where they are gone since, the run is recorded, and Lost is raised.
    """
    kept = snapshot or taken(attempt.folder)
    with trouble(f"this run of {attempt.name} is not recorded"), store(attempt).writing() as lock:
        last = next(iter(lights_of(attempt, "--max-count=1")), None)
        when = max(time.time(), last.when if last else 0)
        light = Light(last.number + 1 if last else 1, when, verb, colour, counts, test, told, "")
        message = json.dumps({name: value for name, value in asdict(light).items() if name != "commit"})
        commit = store(attempt).commit(message, when, packed(kept), last.commit if last else "", lock)
    if light.number <= after:
        raise Lost(
            f"the lights of {attempt.name} are gone, {after} in all: did its code delete .lights?"
            f" This run is light {light.number}"
        )
    return Light(**json.loads(message), commit=commit)


def all_lights(attempt: Attempt) -> list[Light]:
    """The lights of an attempt, the oldest first; raises NotRecorded when they cannot be read."""
    with trouble(f"the lights of {attempt.name} cannot be read"):
        return lights_of(attempt)[::-1]


def way_here(lights: list[Light]) -> Iterator[Light]:
    """The lights that led to the files of now, the last first; `make back` takes some of them out."""
    number = len(lights)
    while number:
        light = lights[number - 1]
        yield light
        number -= 1
        if light.verb == "back":
            number = light.told["to"]
            number -= lights[number - 1].verb == "back"  # which has what was there before it went back


def last_recorded(attempt: Attempt) -> int:
    """When the last light was recorded, in nanoseconds; 0 if there is none. It reads no light."""
    return store(attempt).last_written()


def files(attempt: Attempt, light: Light) -> Files:
    """The attempt's files at that time, by their paths; raises NotRecorded when they cannot be read."""
    return all_files(attempt, [light])[light.commit]


def all_files(attempt: Attempt, lights: list[Light]) -> dict[str, Files]:
    """The files of each light, by its commit; raises NotRecorded when they cannot be read."""
    return {commit: found.files for commit, found in snapshots(attempt, lights).items()}


def snapshot_of(attempt: Attempt, light: Light) -> Snapshot:
    """The attempt at that time; raises NotRecorded if it cannot be read."""
    return snapshots(attempt, [light])[light.commit]


def snapshots(attempt: Attempt, lights: list[Light]) -> dict[str, Snapshot]:
    """The attempt at each light, by its commit; raises NotRecorded if it cannot be read."""
    with trouble(f"what {attempt.name} was cannot be read"):
        found = store(attempt).files(*(light.commit for light in lights)) if lights else {}
        return {commit: unpacked(files) for commit, files in found.items()}


def revealed(lights: list[Light]) -> int:
    """How many tests of the kata the participant has been shown."""
    return next((light.told["revealed"] for light in reversed(lights) if "revealed" in light.told), 0)


def last_run(lights: list[Light]) -> Light | None:
    """The last light that tells a colour."""
    return next((light for light in reversed(lights) if light.judged), None)


def colour_of(lights: list[Light]) -> str:
    """The colour of the attempt, if known: that of the last run on the way to the files of now."""
    return next((light.colour for light in way_here(lights) if light.judged), "")


def last_green(lights: list[Light]) -> Light | None:
    """The last run that was green."""
    return next((light for light in reversed(lights) if light.is_green), None)


def packed(taken: Snapshot) -> Files:
    """A snapshot as files: its own, and the list of those that it left out, if there are any."""
    if not taken.left_out:
        return taken.files
    return taken.files | {LEFT_OUT: File("100644", json.dumps(taken.left_out).encode())}


def unpacked(files: Files) -> Snapshot:
    """The snapshot that was packed."""
    listed = json.loads(files[LEFT_OUT].content) if LEFT_OUT in files else {}
    left_out = {name: LeftOut(*found) for name, found in listed.items()}
    return Snapshot({name: file for name, file in files.items() if name != LEFT_OUT}, left_out)


def lights_of(attempt: Attempt, *words: str) -> list[Light]:
    """The lights as the log has them: the last one first."""
    return [Light(**json.loads(message), commit=commit) for commit, message in store(attempt).log(*words)]


@contextmanager
def trouble(what: str) -> Iterator[None]:
    """Turn a failure of the store into NotRecorded."""
    try:
        yield
    except (Failed, OSError, ValueError, KeyError, TypeError) as error:
        raise NotRecorded(f"{what}: {plainly(error)}") from error
