"""Lights in memory, for a browser that has no git: the room keeps what is recorded there."""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from dojo.attempt.snapshot import File, Files
from dojo.attempt.store import Store

MODES = ("100644", "100755", "120000")


@dataclass(frozen=True)
class Memory(Store):
    """The lights of an attempt, each as it travels: its commit, its message, and its files in base64."""

    lights: list[dict[str, Any]] = field(default_factory=list)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Nobody else writes here."""
        yield

    def commit(self, message: str, seconds: float, files: Files, after: str) -> str:
        """Add a light, and return what it is called."""
        texts = [
            [b64encode(path).decode(), mode, b64encode(content).decode()]
            for path, (mode, content) in files.items()
        ]
        name = sha256(json.dumps([message, after, seconds, sorted(texts)]).encode()).hexdigest()[:40]
        self.lights.append({"commit": name, "message": message, "files": texts})
        return name

    def last_written(self) -> int:
        """Return another number after each light."""
        return len(self.lights)

    def log(self) -> list[tuple[str, str]]:
        """Return the commits with their messages, the oldest first."""
        return [(light["commit"], light["message"]) for light in self.lights]

    def files(self, *commits: str) -> dict[str, Files]:
        """Return the files of each commit, by their paths."""
        return {light["commit"]: files_of(light) for light in self.lights if light["commit"] in commits}

    def add(self, lights: Sequence[dict[str, Any]]) -> None:
        """Add lights that have travelled; raises KeyError, TypeError and ValueError for anything else."""
        for light in lights:
            files_of(light)
            self.lights.append({name: light[name] for name in ("commit", "message", "files")})


def files_of(light: dict[str, Any]) -> Files:
    """Return the files of a light; raises KeyError, TypeError and ValueError, also if one lies elsewhere."""
    files: Files = {}
    for path, mode, content in light["files"]:
        name = b64decode(path)
        if mode not in MODES or b"\0" in name or {b"", b".", b".."} & {*name.split(b"/")}:
            raise ValueError(f"{mode} {path}")
        files[name] = File(mode, b64decode(content))
    return files
