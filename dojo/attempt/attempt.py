"""The attempts: what participants write, a folder each in the folder of their kata."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from dojo import bootstrap
from dojo.attempt.host import TERMINAL, Host
from dojo.attempt.storage.names import EARLIER_BRANCH, EARLIER_SUFFIX, SUFFIX
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.story.katas import Kata
from dojo.story.story import Story
from dojo.story.workspace import Workspace
from dojo.wording import natural_key, some_of

if TYPE_CHECKING:
    from dojo.attempt.store import Store

NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,39}")
STARTED = ".started"
"""The file of an attempt that says when and how it was started: all other dates change later."""
RECORDS = ".lights"  # the folder with the records of all attempts at a kata, among those attempts
# the records of an attempt that are written with every light: now, and in earlier editions
LIGHTS = (SUFFIX, f"{EARLIER_SUFFIX}/{EARLIER_BRANCH}")


def is_bookkeeping(name: bytes) -> bool:
    """True for a file of an attempt that is not the participant's: they are not told of it."""
    return name == STARTED.encode()


def read_settings(lines: Sequence[str]) -> dict[str, str]:
    """Return the settings of `make start`, by their names; the first of these lines says when it was."""
    settings = {}
    for line in lines[1:]:
        name, _, value = line.partition(" = ")
        settings[name] = value
    return settings


class NoAttempt(UsageError):
    """There is no such attempt; the message says what to do."""


@dataclass(frozen=True)
class Attempt:
    """One participant's work at a kata: a version of the story's module."""

    folder: Path
    story: Story = field(compare=False, repr=False)
    kata: Kata = field(compare=False, repr=False)
    is_last: bool = field(compare=False, repr=False, default=False)
    """True if it was found without NAME=, as the one started last."""
    keys: Mapping[str, str] = field(compare=False, repr=False, default_factory=dict)
    """The keys that stand for verbs, at the terminal of `make watch`."""
    host: Host = field(compare=False, repr=False, default=TERMINAL)
    """Where it is played: it says where the lights are, and how the tests run."""

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def store(self) -> "Store":
        """Return where its lights are."""
        return self.host.open_store(self.record(SUFFIX))

    @property
    def module(self) -> Path:
        return self.folder / f"{self.story.module}.py"

    @property
    def test_file(self) -> str:
        """The name of the file in which a participant's tests begin."""
        return f"test_{self.module.name}"

    @property
    def start_lines(self) -> list[str]:
        """When it was started, and then each setting of `make start`: `mode = mine`."""
        try:
            return (self.folder / STARTED).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            return []

    @property
    def started(self) -> str:
        """When it was started; an empty text if nobody can say it. Texts of a later time are greater."""
        lines = self.start_lines
        return lines[0] if lines else ""

    @property
    def settings(self) -> dict[str, str]:
        """The settings of `make start`, by their names."""
        return read_settings(self.start_lines)

    def setting(self, name: str) -> str:
        """Return a setting of `make start`, for example `mode`; an empty text if it has none."""
        return self.settings.get(name, "")

    @property
    def program(self) -> str:
        """The command that starts it, if it is a program in any language; nothing if it is a module."""
        return self.setting("command")

    @property
    def is_own(self) -> bool:
        """True if the participant writes the tests (MODE=mine)."""
        return self.setting("mode") == "mine"

    def command(self, verb: str) -> str:
        """Return a verb as a participant types it for this attempt."""
        typed = f"{bootstrap.command()} {verb}" + ("" if self.is_last else f" NAME={self.name}")
        return self.keys.get(verb) or self.story.speech.verb(verb, typed)

    def record(self, suffix: str) -> Path:
        """Return the path of a record of this attempt, which stays if its folder is deleted."""
        return self.folder.parent / RECORDS / f"{self.name}{suffix}"


def all_attempts(workspace: Workspace) -> list[Attempt]:
    """Return every attempt at every kata, in natural order.

    Raises EnvironmentProblem if they cannot be read.
    """
    found = []
    try:
        for story, kata in workspace.katas:
            folders = kata.attempts.iterdir() if kata.attempts.is_dir() else ()
            for folder in folders:
                if NAME.fullmatch(folder.name) and folder.is_dir():
                    found.append(Attempt(folder, story, kata))
    except OSError as error:
        raise EnvironmentProblem(f"the attempts cannot be read: {describe_error(error)}") from None
    return sorted(found, key=lambda attempt: (natural_key(attempt.name), attempt.kata.name))


def find(workspace: Workspace, name: str = "", kata: str = "", story: Story | None = None) -> Attempt:
    """Return the attempt of that name, or the one started last of those at a kata and of a story.

    If two have that name, it is the one at that kata, or the one started last. Raises NoAttempt.
    """
    attempts = all_attempts(workspace)
    found = select(attempts, kata, story, name)
    if found:
        last = max(found, key=attrgetter("started"))
        return replace(last, is_last=not name and found == attempts)
    lost = select(lost_attempts(workspace), kata, story, name)
    if lost:
        gone = max(lost, key=lambda attempt: attempt.store.last_written())
        start = start_command(gone.name, gone.kata.name, gone.story)
        again = f"{start}, then {bootstrap.command()} back NAME={gone.name}"
        raise NoAttempt(f"the folder of {gone.name} is gone, and its lights are not: {again}")
    if not name:
        raise none_yet(attempts, kata, story)
    others = f"{start_command(name, kata, story)} makes it"
    if attempts:
        there = "there is only" if len(attempts) == 1 else "there are"
        names = [attempt.name for attempt in attempts]
        others = f"{there} {some_of(names)}"
    raise NoAttempt(f"there is no attempt {name}: {others}{workspace.unread}")


def lost_attempts(workspace: Workspace) -> list[Attempt]:
    """Return the attempts whose lights are there, and whose folders may be gone."""
    found = {}
    for story, kata in workspace.katas:
        records = kata.attempts / RECORDS
        for lights in LIGHTS:
            for file in records.glob(f"*{lights}"):
                name = Path(file.relative_to(records).parts[0]).stem
                attempt = Attempt(kata.attempts / name, story, kata)
                found[attempt.folder] = attempt
    return list(found.values())


def select(attempts: list[Attempt], kata: str, story: Story | None, name: str = "") -> list[Attempt]:
    """Return the attempts at a kata, and of a story, where these are given; or else those of the name."""
    named = []
    fitting = []
    for attempt in attempts:
        if name in ("", attempt.name):
            named.append(attempt)
            if kata in ("", attempt.kata.name) and story in (None, attempt.story):
                fitting.append(attempt)
    if fitting or not name:
        return fitting
    return named


def none_yet(attempts: list[Attempt], kata: str, story: Story | None) -> NoAttempt:
    """Return the error that there is no attempt: it says how to begin one, with a free name."""
    at = kata or (story.name if story else "")
    first = start_command(free_name(attempts), kata, story)
    return NoAttempt(f"there is no attempt{f' at {at}' if at else ''} yet: {first}")


def free_name(attempts: list[Attempt]) -> str:
    """Return a name that no attempt has."""
    names = {attempt.name.lower() for attempt in attempts}
    number = 3
    while f"tables-{number}" in names:
        number += 1
    return f"tables-{number}"


def start_command(name: str, kata: str, story: Story | None) -> str:
    """Return the command that begins an attempt; it names the kata if that is not the first of the story."""
    is_named = kata and not (story and kata == story.katas[0].name)
    words = f"start NAME={name}" + (f" KATA={kata}" if is_named else "")
    return story.command(words) if story else f"{bootstrap.command()} {words}"
