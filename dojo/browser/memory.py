"""Lights in memory, for a browser that has no git: the room keeps what is recorded there."""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from dojo.attempt.lock import Lock
from dojo.attempt.snapshot import File, Files
from dojo.attempt.store import Store

SENT = ("commit", "message", "files")
MODES = {mode: mode for mode in ("100644", "100755", "120000")}


@dataclass(frozen=True)
class Memory(Store):
    """The lights of an attempt: the commit, the message and the files of each."""

    lights: list[tuple[str, str, Files]] = field(default_factory=list)

    @contextmanager
    def writing(self) -> Iterator[Lock]:
        """Nobody else writes here."""
        yield Lock(lambda: None)

    def commit(self, message: str, seconds: float, files: Files, after: str, lock: Lock) -> str:  # noqa: ARG002
        """Add a light, and return what it is called."""
        told = json.dumps([message, after, seconds, sorted(files.items())], default=bytes.hex)
        name = sha256(told.encode()).hexdigest()[:40]
        self.lights.append((name, message, files))
        return name

    def last_written(self) -> int:
        """Return another number after each light."""
        return len(self.lights)

    def log(self, *words: str) -> list[tuple[str, str]]:
        """Return the commits with their messages, the last one first."""
        found = [(name, message) for name, message, _ in reversed(self.lights)]
        return found[:1] if "--max-count=1" in words else found

    def files(self, *commits: str) -> dict[str, Files]:
        """Return the files of each commit, by their paths."""
        return {name: files for name, _, files in self.lights if name in commits}

    def to_json(self, after: int = 0) -> list[dict[str, Any]]:
        """Return the lights behind the first ones, as they travel."""
        return [
            {"commit": name, "message": message, "files": [as_json(*one) for one in files.items()]}
            for name, message, files in self.lights[after:]
        ]

    def add(self, lights: Sequence[dict[str, Any]]) -> None:
        """Add lights that have travelled; raises KeyError, TypeError and ValueError for anything else."""
        for light in lights:
            name, message, files = (light[part] for part in SENT)
            read = {
                path_in_attempt(b64decode(path)): File(MODES[mode], b64decode(content))
                for path, mode, content in files
            }
            self.lights.append((str(name), str(message), read))


def as_json(path: bytes, file: File) -> list[str]:
    """A file as it travels: any bytes in a text."""
    return [b64encode(path).decode(), file.mode, b64encode(file.content).decode()]


def path_in_attempt(path: bytes) -> bytes:
    """Return the path of a file; raises ValueError if it leads out of the folder of the attempt."""
    if not path or b"\0" in path or {b"", b".", b".."} & {*path.split(b"/")}:
        raise ValueError(path)
    return path
