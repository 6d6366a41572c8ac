"""The lights of an attempt: each run that was made of it, with its colour and the files of its time.

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
from dojo.attempt.snapshot import Files, Snapshot, taken
from dojo.attempt.store import Failed, Store
from dojo.errors import Trouble

RUNS = ("start", "next", "watch")
"""The verbs that judge what is there; any other light only keeps it."""
SHOWN = 5
"""So many names are told of files that were left out."""


class NotRecorded(Trouble):
    """A light that could not be kept, or lights that cannot be read; the message is one line."""


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
        """Has anybody run what it keeps? Its colour says nothing otherwise."""
        return self.verb in RUNS


def record(
    attempt: Attempt,
    *,
    verb: str,
    colour: str,
    counts: dict[str, int],
    test: str = "",
    snapshot: Snapshot | None = None,
    **told: Any,
) -> Light:
    """Keep a run, with the attempt's files as they are (or were: `snapshot`); raises NotRecorded.

    What is told beside is kept as JSON. A light that is returned is on disk, and stays.
    """
    kept = snapshot or taken(attempt.folder)
    if kept.left_out:
        told["left_out"] = kept.left_out[:SHOWN]
        told["left_out_count"] = len(kept.left_out)
    with trouble(f"this run of {attempt.name} is not recorded"), store(attempt).writing() as lock:
        last = next(iter(lights_of(attempt, "--max-count=1")), None)
        when = max(time.time(), last.when if last else 0)
        light = Light(last.number + 1 if last else 1, when, verb, colour, counts, test, told, "")
        message = json.dumps({name: value for name, value in asdict(light).items() if name != "commit"})
        commit = store(attempt).commit(message, when, kept.files, last.commit if last else "", lock)
    return Light(**json.loads(message), commit=commit)


def all_lights(attempt: Attempt) -> list[Light]:
    """The lights of an attempt, the oldest first; raises NotRecorded when they cannot be read."""
    with trouble(f"the lights of {attempt.name} cannot be read"):
        return lights_of(attempt)[::-1]


def last_recorded(attempt: Attempt) -> int:
    """When the last light was recorded, in nanoseconds; 0 where there is none. Quickly: no light is read."""
    return store(attempt).last_written()


def files(attempt: Attempt, light: Light) -> Files:
    """The attempt's files at that time, by their paths; raises NotRecorded when they cannot be read."""
    return all_files(attempt, [light])[light.commit]


def all_files(attempt: Attempt, lights: list[Light]) -> dict[str, Files]:
    """The files of each light, by its commit; raises NotRecorded when they cannot be read."""
    with trouble(f"what {attempt.name} was cannot be read"):
        return store(attempt).files(*(light.commit for light in lights)) if lights else {}


def store(attempt: Attempt) -> Store:
    """Where the lights of an attempt are kept."""
    return Store(attempt.folder.parent / ".lights" / f"{attempt.name}.git")


def lights_of(attempt: Attempt, *words: str) -> list[Light]:
    """The lights as the log has them: the last one first."""
    return [Light(**json.loads(message), commit=commit) for commit, message in store(attempt).log(*words)]


@contextmanager
def trouble(what: str) -> Iterator[None]:
    """Say what came of it when the store fails."""
    try:
        yield
    except (Failed, OSError, ValueError, KeyError) as error:
        raise NotRecorded(f"{what}: {error}") from error
