"""A new attempt: an empty module and its own first test, which is red; or a starter in any language."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from dojo.attempt.attempt import (
    NAME,
    STARTED,
    Attempt,
    NoAttempt,
    all_attempts,
    free_name,
    read_settings,
    start_command,
)
from dojo.attempt.host import TERMINAL, Host
from dojo.attempt.snapshot import Files, write_files
from dojo.files import copy_into, new_folder
from dojo.story.katas import STATEMENT
from dojo.story.mutants import kata_rules
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.workspace import Workspace

MODULE = '''\
"""{title}. The task is in {statement}.

Nothing is here yet.
First comes a test, in {test}, and it is red:
{next} shows the first test that fails;
{watch} does so after each change.
"""
'''
OWN_TESTS = '''\
"""Your tests. The task is in {statement}."""

import {module}

# Your first test goes here{named}.
'''
IDEAS = "ideas.txt"
OWN_IDEAS = """\
# What to test. An x ticks a line off: [x]. Add what comes to your mind.

{rules}

# Your own ideas

[ ] \n"""


def create(
    workspace: Workspace,
    name: str,
    kata_name: str,
    of: Story | None = None,
    begins_with: Files | None = None,
    host: Host = TERMINAL,
    step: Step | None = None,
    **settings: str,
) -> Attempt:
    """Make a new attempt, all of it or nothing; raises NoAttempt or NoKata if that cannot be.

    It begins with the files `begins_with`, or with those that its settings ask for: `mode="mine"`, for
    example. With a step it has the code of that one. The settings are kept with it. It is played at `host`.
    """
    story, kata = workspace.kata(kata_name, of)
    there = all_attempts(workspace)
    check_name(name, there, start_command(free_name(there), kata.name, story))
    attempt = Attempt(kata.attempts / name, story, kata, host=host)
    try:
        texts = first_texts(attempt, **settings) if begins_with is None else {}
        texts[STARTED] = format_settings(settings)
        copied: dict[str, Path] = {}
        if step:
            copied = {step.module.name: step.module, **step.beside}
        elif begins_with is None and not settings.get("command"):
            first = story.steps[0]
            for file in first.data:
                # what the code of each step reads, the participant's code may read as well
                copied[first.name_in(file)] = file
        kata.attempts.mkdir(exist_ok=True)
        # this fails where another start was faster
        with new_folder(attempt.folder) as draft:
            write_files(draft, begins_with or {})
            for name_of_file, text in texts.items():
                (draft / name_of_file).write_text(text, encoding="utf-8")
            # as they are: a file that the code reads may be no text
            copy_into(draft, copied)
    except OSError as error:
        raise NoAttempt(f"{story.shown(attempt.folder)} cannot be made: {error.strerror}") from None
    return attempt


def check_name(name: str, there: Sequence[Attempt], example: str) -> None:
    """Raise NoAttempt if no attempt besides these can have this name; the example is a command with one."""
    if not name:
        raise NoAttempt(f"a name, please: {example}")
    if name == "all":
        raise NoAttempt("'all' is no name: it means every attempt")
    if not NAME.fullmatch(name):
        rule = "take up to 40 of a to z, A to Z, digits, _, - and ., and begin with neither - nor ."
        raise NoAttempt(f"{name!r} is no name: {rule}")
    for other in there:
        if other.name.lower() == name.lower():
            goes_on = f"{other.command('next')} goes on with it"
            place = other.story.shown(other.folder)
            raise NoAttempt(f"{place} is there already: {goes_on}, or take another name")


def format_settings(settings: Mapping[str, str]) -> str:
    """Return the file of an attempt's settings: when it began, and a line for each that is not empty."""
    lines = [datetime.now().isoformat()]
    for key, value in settings.items():
        if value:
            lines.append(f"{key} = {value}")
    return "\n".join([*lines, ""])


def mode_of(files: Files) -> str:
    """Return the mode that these files of an attempt say it was started with; empty if they say none.

    Nothing else is read from them: somebody may have sent them, and another setting is a command.
    """
    started = files.get(STARTED.encode())
    text = started.content.decode(errors="replace") if started else ""
    return "mine" if read_settings(text.splitlines()).get("mode") == "mine" else ""


def first_texts(attempt: Attempt, mode: str = "", command: str = "", **_: str) -> dict[str, str]:
    """Return the texts that an attempt begins with; raises BadFile."""
    if command:
        starter = attempt.kata.find_starter(command)[0]
        return {starter.name: starter.read_text(encoding="utf-8")} if starter else {}
    story = attempt.story
    kata = attempt.kata
    test = attempt.test_file
    statement = story.shown(kata.folder / STATEMENT)
    first_test = kata.first_test.read_text(encoding="utf-8")
    module = MODULE.format(
        title=kata.title,
        statement=statement,
        test=test,
        next=attempt.command("next"),
        watch=attempt.command("watch"),
    )
    if not mode:
        return {attempt.module.name: module, test: first_test}
    # with another name than our first test asks for, no test could be judged
    asked = re.search(rf"\b{story.module}\.\w+", first_test)
    named = f"; it may ask for {asked[0]}" if asked else ""
    own_tests = OWN_TESTS.format(statement=statement, module=story.module, named=named)
    rules = [f"[ ] {rule.text}" for rule in kata_rules(kata, story)]
    ideas = OWN_IDEAS.format(rules="\n".join(rules))
    return {attempt.module.name: module, test: own_tests, IDEAS: ideas}
