"""Where the lights of an attempt are: `append` writes one, `lights` reads all.

The files of a light are read through its store, for a verb that counts lights needs none of them. An attempt
is handed its store: a file on the disk at a terminal, a list in a browser.
"""

import json
import time
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Protocol, TypeVar

from dojo.attempt.light import Light
from dojo.attempt.snapshot import Snapshot
from dojo.attempt.storage.light_json import write_light

AnyLight = TypeVar("AnyLight", bound=Light)


class StoreError(Exception):
    """The lights could not be read, or one not written; the message is a line."""


class Store(Protocol):
    """The lights of one attempt."""

    def append(self, light: AnyLight, snapshot: Snapshot) -> AnyLight:
        """Add a light with the files of its time, all of it or nothing, and return it as it is recorded.

        It gets its number, its time and its id, unless it has an id: then it comes from another store, and
        keeps its time and its id. A light that is returned stays, whatever happens then. Raises StoreError.
        """
        ...

    def lights(self) -> list[Light]:
        """Return all lights, the oldest first; raises StoreError."""
        ...

    def snapshots(self, lights: Sequence[Light]) -> dict[str, Snapshot]:
        """Return the files of some lights, by their ids; raises StoreError."""
        ...

    def last_written(self) -> int:
        """Return when the last light was added, in nanoseconds; 0 if there is none.

        `make watch` asks this many times a second, so it reads no light.
        """
        ...


def place_after(last: Light | None, light: AnyLight, snapshot: Snapshot) -> AnyLight:
    """Return a light as it is recorded after the last one."""
    number = last.number + 1 if last else 1
    if light.id:
        return replace(light, number=number)
    # a clock that is put back does not turn time round
    when = max(time.time(), last.when if last else 0.0)
    placed = replace(light, number=number, when=when)
    return replace(placed, id=hash_light(last.id if last else "", placed, snapshot))


def hash_light(before: str, light: Light, snapshot: Snapshot) -> str:
    """Return the id of a light: another one if anything of it, or of what came before it, is other."""
    files = []
    for path, file in sorted(snapshot.files.items()):
        files.append([path.hex(), file.mode, sha256(file.content).hexdigest()])
    parts = [before, write_light(light), files, snapshot.left_out]
    return sha256(json.dumps(parts).encode()).hexdigest()[:40]
