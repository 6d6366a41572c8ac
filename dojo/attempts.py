"""The attempts: what participants write, one folder each below `katas/<kata>/attempts/`."""

from dataclasses import dataclass
from pathlib import Path

from dojo.steps import ROOT


class NoAttempt(Exception):
    """An attempt that is asked for and not there; the message says what to do."""


@dataclass(frozen=True)
class Attempt:
    """One participant's work: a folder below `katas/<kata>/attempts/`."""

    folder: Path

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def kata(self) -> str:
        return self.folder.parent.parent.name

    @property
    def module(self) -> Path:
        return self.folder / "poker.py"


def all_attempts(root: Path = ROOT) -> list[Attempt]:
    """Every attempt of every kata, by kata and name."""
    folders = root.glob("katas/*/attempts/*")
    return [Attempt(f) for f in sorted(folders) if f.is_dir() and not f.name.startswith(".")]


def find(name: str | None, root: Path = ROOT) -> Attempt:
    """The attempt of that name, or without one the one started last; raises NoAttempt."""
    attempts = all_attempts(root)
    if not attempts:
        raise NoAttempt("there is no attempt yet: make start NAME=tables-3 begins one")
    if name is None:
        return max(attempts, key=lambda attempt: attempt.folder.stat().st_ctime)
    for attempt in attempts:
        if attempt.name == name:
            return attempt
    raise NoAttempt(f"there is no attempt {name}: there are {' '.join(a.name for a in attempts)}")
