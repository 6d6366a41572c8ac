"""Records the lights of an attempt in its store, and reads them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import Light
from dojo.attempt.snapshot import Files, Snapshot, take_snapshot
from dojo.attempt.store import AnyLight, StoreError
from dojo.errors import EnvironmentProblem, describe_error


class NotRecorded(EnvironmentProblem):
    """A light could not be recorded, or the lights cannot be read; the message is one line."""


def record(attempt: Attempt, light: AnyLight, snapshot: Snapshot | None = None) -> AnyLight:
    """Record a light with the attempt's files as they are (or were: `snapshot`); raises NotRecorded.

    It is returned with its number, its time and its id: then it is on the disk, and stays.
    """
    with reading(f"this run of {attempt.name} is not recorded"):
        return attempt.store.append(light, snapshot or take_snapshot(attempt.folder))


def all_lights(attempt: Attempt) -> list[Light]:
    """Return the lights of an attempt, the oldest first; raises NotRecorded when they cannot be read."""
    with reading(f"the lights of {attempt.name} cannot be read"):
        return attempt.store.lights()


def last_recorded(attempt: Attempt) -> int:
    """Return when the last light was recorded, in nanoseconds, without reading it; 0 if there is none."""
    return attempt.store.last_written()


def all_files(attempt: Attempt, lights: Sequence[Light]) -> dict[str, Files]:
    """Return the files of each light, by its id; raises NotRecorded when they cannot be read."""
    return {id: found.files for id, found in snapshots(attempt, lights).items()}


def snapshot_of(attempt: Attempt, light: Light) -> Snapshot:
    """Return the attempt at that time; raises NotRecorded if it cannot be read."""
    return snapshots(attempt, [light])[light.id]


def snapshots(attempt: Attempt, lights: Sequence[Light]) -> dict[str, Snapshot]:
    """Return the attempt at each light, by its id; raises NotRecorded if it cannot be read."""
    with reading(f"what {attempt.name} was cannot be read"):
        return attempt.store.snapshots(lights) if lights else {}


@contextmanager
def reading(what: str) -> Iterator[None]:
    """Turn a failure of the store into NotRecorded."""
    try:
        yield
    except (StoreError, OSError) as error:
        raise NotRecorded(f"{what}: {describe_error(error)}") from error
