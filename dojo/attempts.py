"""The attempts: what the people in the room write, a folder each below `katas/<kata>/attempts/`."""

import re
from dataclasses import dataclass
from pathlib import Path

from dojo.steps import ROOT

NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,39}")
STARTED = ".started"
"""The file of an attempt that says when it was started; what is saved later changes every other date."""


class NoAttempt(Exception):
    """An attempt that is asked for and cannot be had; the message says what to do."""


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

    @property
    def started(self) -> str:
        """When it was started, in a form that sorts; nothing where that is lost."""
        try:
            return (self.folder / STARTED).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return ""


def all_katas(root: Path = ROOT) -> list[str]:
    """The names of the katas, in order: a folder with a statement each."""
    return sorted(statement.parent.name for statement in root.glob("katas/*/README.md"))


def all_attempts(root: Path = ROOT) -> list[Attempt]:
    """Every attempt at every kata, by name, as people count."""
    folders = [f for f in root.glob("katas/*/attempts/*") if f.is_dir() and NAME.fullmatch(f.name)]
    return sorted(map(Attempt, folders), key=lambda attempt: (as_people_count(attempt.name), attempt.kata))


def as_people_count(name: str) -> list[tuple[int, str]]:
    """tables-2 before tables-10: the numbers in a name, and what stands between them."""
    parts = re.findall(r"\d+|\D+", name.lower())
    return [(int(part), "") if part.isdigit() else (-1, part) for part in parts]


def find(name: str | None = None, root: Path = ROOT) -> Attempt:
    """The attempt of that name, or without one the attempt started last; raises NoAttempt."""
    attempts = all_attempts(root)
    if not attempts and not name:
        raise NoAttempt("there is no attempt yet: make start NAME=tables-3")
    if not name:
        return max(attempts, key=lambda attempt: attempt.started)
    match [attempt for attempt in attempts if attempt.name == name]:
        case [attempt]:
            return attempt
        case [] if NAME.fullmatch(name) and list(root.glob(f"katas/*/attempts/.lights/{name}.git")):
            again = f"make start NAME={name}, then make back"
            raise NoAttempt(f"the folder of {name} is gone, and its lights are not: {again}")
        case []:
            others = f"there are {listed(attempts)}" if attempts else f"make start NAME={name} makes it"
            raise NoAttempt(f"there is no attempt {name}: {others}")
        case both:
            katas = " and ".join(attempt.kata for attempt in both)
            raise NoAttempt(f"{name} is an attempt at {katas}: rename the folder of one")


def listed(attempts: list[Attempt], most: int = 5) -> str:
    """The first names, and how many more there are."""
    names = [attempt.name for attempt in attempts[:most]]
    more = len(attempts) - len(names)
    return ", ".join(names) + (f" and {more} more" if more else "")
