"""A new attempt: an empty module, and its own first test, which is red; or a starter in any language."""

import os
import re
import tempfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from dojo.attempt.attempts import NAME, STARTED, Attempt, NoAttempt, all_attempts, free_name, start
from dojo.attempt.snapshot import File, Files, put_back
from dojo.attempt.starters import starter_for
from dojo.story.katas import STATEMENT, Kata
from dojo.story.story import Story
from dojo.story.workspace import Workspace

EMPTY = '''\
"""{title}. The task is in {statement}.

Nothing is here yet: {test}, your own first test, is red for it.
`make next NAME={name}` shows the first test that fails; `make watch NAME={name}` does so at every save.
"""
'''


def create(
    workspace: Workspace,
    name: str,
    kata_name: str,
    of: Story | None = None,
    begins_with: Files | None = None,
    files: Callable[[Attempt], dict[str, str]] = lambda _attempt: {},
    **settings: str,
) -> Attempt:
    """Make a new attempt, all of it or nothing; raises NoAttempt or NoKata if that cannot be.

    It begins with some files, or else with an empty module; `files` gives the texts of those that are others
    than usual, or beside them. Its settings are what it goes by from then on: `mode="mine"`, for example.
    """
    story, kata = workspace.kata(kata_name, of)
    there = all_attempts(workspace)
    if not name:
        raise NoAttempt(f"a name, please: {start(free_name(there), story, kata)}")
    if name == "all":
        raise NoAttempt("all is no name: make where NAME=all means every attempt")
    if not NAME.fullmatch(name):
        signs = "a to z, A to Z, digits, _, and after the first - and .; 40 at most"
        raise NoAttempt(f"{name!r} is no name: {signs}")
    for other in there:
        if other.name.lower() == name.lower():
            raise NoAttempt(f"{story.shown(other.folder)} is there already: take another name")
    attempt = Attempt(kata.attempts / name, story, kata)
    try:
        kata.attempts.mkdir(exist_ok=True)
        where = tempfile.TemporaryDirectory(prefix=".start-", dir=kata.attempts, ignore_cleanup_errors=True)
        with where as folder:
            draft = Path(folder)
            texts = contents(attempt, **settings) | files(attempt)
            beginning = {os.fsencode(name): File("100644", text.encode()) for name, text in texts.items()}
            if begins_with is not None:
                beginning = begins_with | {STARTED.encode(): beginning[STARTED.encode()]}
            put_back(draft, beginning, now={}, draft=draft.with_name(f"{draft.name}.draft"))
            draft.chmod(0o755)
            draft.rename(attempt.folder)  # fails where somebody else was faster
    except OSError as error:
        raise NoAttempt(f"{story.shown(attempt.folder)} cannot be made: {error.strerror}") from None
    return attempt


def contents(attempt: Attempt, **settings: str) -> dict[str, str]:
    """The files of a new attempt."""
    lines = [f"{key} = {value}" for key, value in settings.items() if value]
    command = settings.get("command")
    files = program(attempt.kata, command) if command else module(attempt)
    return {**files, STARTED: "\n".join([datetime.now().isoformat(), *lines, ""])}


def program(kata: Kata, command: str) -> dict[str, str]:
    """The first files of a program in any language: the starter of its command, if the kata has one."""
    starter = starter_for(kata, command)
    return {starter.file.name: starter.file.read_text(encoding="utf-8")} if starter else {}


def module(attempt: Attempt) -> dict[str, str]:
    """An empty module in Python, and the first test of it."""
    test = f"test_{attempt.story.module}.py"
    empty = EMPTY.format(
        title=title(attempt.kata),
        statement=attempt.story.shown(attempt.kata.folder / STATEMENT),
        test=test,
        name=attempt.name,
    )
    return {attempt.module.name: empty, test: attempt.kata.first_test.read_text(encoding="utf-8")}


def title(kata: Kata) -> str:
    """The title of its statement."""
    found = re.match(r"# (.+)", kata.statement)
    return found[1] if found else kata.name
