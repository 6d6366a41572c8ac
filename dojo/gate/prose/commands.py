"""Law 7: the commands of a README run, if they end by themselves, and print what is quoted after them."""

import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from dojo.gate.evidence import run_once
from dojo.gate.prose.quotes import OUTPUT, BadBlock, Edit, fenced
from dojo.runner.cache import DOJO, suite_key
from dojo.runner.program import Outcome
from dojo.story.readme import Part
from dojo.story.story import Story

RUN = "run"
"""The verb of a step that is always run."""
QUOTED = (RUN, "red", "diff")
"""These are run if what they print is quoted: they ask nobody, change nothing and end soon."""
PLAIN = "[^|<>&;$`()]*"
"""What has none of the signs for what else a shell would do: none of it is run."""
COMMAND = re.compile(
    rf"(?:echo (?P<given>{PLAIN})\| *)?(?:make|python3? -m dojo)(?P<words>(?: {PLAIN})?)(?:< *(?P<file>\S+))?"
)
FORM = "make …, python -m dojo …, with `echo … |` before it or `< file` after it"
STEP = "step-"
LEFT_OUT = ("...", "…")
"""A line of these stands for any number of lines."""


class Command(NamedTuple):
    """A line of `sh`: its words, what it does with a step, if it is only one thing, and what it reads."""

    line: int
    words: list[str]
    verb: str
    given: str
    file: Path | None


def command_edits(block: Part, below: Part | None, story: Story) -> Iterator[Edit]:
    """The output below a block of commands that is not what they print; raises BadBlock if one is wrong."""
    quoted = below if below and below.kind == "text" else None
    lines = [(number, line) for number, line in enumerate(block.lines, block.line + 1)]
    commands = [read_command(number, line, story) for number, line in lines if line.split("#")[0].strip()]
    if quoted and not all(one.verb in QUOTED for one in commands):
        do = f"quote only what make step-N {', '.join(QUOTED)} print"
        raise BadBlock(f"what this command prints is not checked; {do}", quoted.line)
    printed = ""
    for one in (one for one in commands if quoted or one.verb == RUN):
        outcome = run_command(one, story)
        if outcome.colour == "amber":
            raise BadBlock(f"this command fails: {outcome.why}; type it, and mend what it names", one.line)
        printed += outcome.printed
    if not quoted:
        return
    wrong = first_wrong(quoted.lines, printed)
    old = fenced(quoted.kind, quoted.source, quoted.lines)
    new = fenced(quoted.kind, OUTPUT, quoted.lines if wrong is None else printed.rstrip("\n").split("\n"))
    if old != new:
        what = "the output has no marker"
        if wrong is not None:
            what = f"this is not printed: {wrong.strip() or 'an empty line'}"
        yield Edit(quoted.line, what, old, new)


def read_command(number: int, line: str, story: Story) -> Command:
    """A line as a command; raises BadBlock if no reader can type it."""
    found = COMMAND.fullmatch(line.partition(" #")[0].strip())
    if not found:
        raise BadBlock(f"this is no command of the workspace; write {FORM}", number)
    try:
        words, given = shlex.split(found["words"]), shlex.split(found["given"] or "")
    except ValueError as error:
        raise BadBlock(f"no shell can read this: {error}; write it as one types it", number) from None
    file = story.top / found["file"] if found["file"] else None
    if file and not file.is_file():
        what = f"there is no {found['file']}; name a file as it is seen from the top"
        raise BadBlock(what, number)
    step, *verbs = [word for word in words if "=" not in word] or [""]
    if not any(word.startswith(("STORY=", "KATA=")) for word in words):
        numbers = {written for one in story.steps for written in (f"{one.number}", f"{one.number:02}")}
        if step.startswith(STEP) and step.removeprefix(STEP) not in numbers:
            raise BadBlock(f"there is no step {step.removeprefix(STEP)}; name one that exists", number)
        words.append(f"STORY={story.file.parent}")
    verb = verbs[0] if step.startswith(STEP) and len(verbs) == 1 else ""
    return Command(number, words, verb, " ".join(given) + "\n" * bool(given), file)


def run_command(one: Command, story: Story) -> Outcome:
    """Run a command as make does, from the top of the workspace; from the cache if nothing has changed."""
    files = [file for step in story.steps for file in step.files]
    call = [sys.executable, str(DOJO), *one.words]  # as `python -m dojo`, from any folder
    with tempfile.TemporaryDirectory() as folder:
        given = one.file or Path(folder) / "given"
        if not one.file:
            given.write_text(one.given, encoding="utf-8")
        return run_once(story, "commands", [*files, *DOJO.rglob("*.py")], given, call, suite=suite_key(story))


def first_wrong(lines: list[str], said: str) -> str | None:
    """The first line of a quote that is not printed there; None if all of them are."""
    drawn, free = [line.rstrip() for line in said.rstrip("\n").split("\n")], False
    for line in lines:
        if line.strip() in LEFT_OUT:
            free = True
            continue
        while free and drawn and drawn[0] != line.rstrip():
            del drawn[0]
        if not drawn or drawn.pop(0) != line.rstrip():
            return line
        free = False
    return None if free or not drawn else drawn[0]
