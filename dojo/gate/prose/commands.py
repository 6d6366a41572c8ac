"""Law 7: the commands in a README can be typed, and print what is quoted after them.

A command is a line of `sh`. Those that end by themselves run. What has not changed is not run again.
"""

import re
import shlex
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from dojo.gate.evidence import run_once
from dojo.gate.prose.edits import BadBlock, Edit, fenced
from dojo.gate.prose.quotes import OUTPUT
from dojo.model.outcome import Colour
from dojo.runner.cache import DOJO, suite_key
from dojo.runner.programs.command import ProgramOutcome
from dojo.story.readme import Part
from dojo.story.story import Story

# The verb of a step that is always run.
RUN = "run"
# These are run if what they print is quoted: they ask nobody, change nothing and end soon.
QUOTED = (RUN, "red", "diff")
# What has none of the signs for what else a shell would do: none of it is run.
PLAIN = "[^|<>&;$`()]*"
COMMAND = re.compile(
    rf"(?:echo (?P<given>{PLAIN})\| *)?(?:make|python3? -m dojo)(?P<words>(?: {PLAIN})?)(?:< *(?P<file>\S+))?"
)
COMMAND_FORM = "make …, python -m dojo …, with `echo … |` before it or `< file` after it"
STEP = "step-"
# A command with one of these is about the story that it names.
OTHER_STORY = ("STORY=", "KATA=")
# A line of these stands for any number of lines.
LEFT_OUT = ("...", "…")


@dataclass(frozen=True)
class Command:
    """A line of `sh`.

    Attributes:
        line: where it is.
        words: its words.
        verb: what it does with a step, if it is only one thing.
        given: what `echo` hands it.
        file: what it reads.
    """

    line: int
    words: list[str]
    verb: str
    given: str
    file: Path | None


def command_edits(block: Part, below: Part | None, story: Story) -> Iterator[Edit]:
    """Yield the output below a block of commands if they print something else; raises BadBlock."""
    commands = read_commands(block, story)
    if below is None or below.kind != "text":
        # nothing is quoted; those that always run may fail
        print_all([command for command in commands if command.verb == RUN], story)
        return
    quoted = below
    for command in commands:
        if command.verb not in QUOTED:
            mend = f"quote only what make step-N {', '.join(QUOTED)} print"
            raise BadBlock("what this command prints is not checked", mend, quoted.line)
    printed = print_all(commands, story)
    wrong = first_wrong(quoted.lines, printed)
    problem, lines = "the output has no marker", quoted.lines
    if wrong is not None:
        problem = f"this is not printed: {wrong.strip() or 'an empty line'}"
        lines = printed.rstrip("\n").split("\n")
    old = fenced(quoted.kind, quoted.source, quoted.lines)
    new = fenced(quoted.kind, OUTPUT, lines)
    if old != new:
        yield Edit(quoted.line, problem, old=old, new=new)


def read_commands(block: Part, story: Story) -> list[Command]:
    """Read the lines of a block of `sh`, but for comments; raises BadBlock if one of them cannot be typed."""
    commands = []
    for number, line in enumerate(block.lines, block.line + 1):
        is_comment = not line.split("#")[0].strip()
        if not is_comment:
            commands.append(read_command(number, line, story))
    return commands


def print_all(commands: Sequence[Command], story: Story) -> str:
    """Return what some commands print; raises BadBlock if one fails."""
    printed = ""
    for command in commands:
        outcome = run_command(command, story)
        if outcome.colour == Colour.AMBER:
            mend = "type it, and mend what it names"
            raise BadBlock(f"this command fails: {outcome.why}", mend, command.line)
        printed += outcome.printed
    return printed


def read_command(number: int, line: str, story: Story) -> Command:
    """Read a line as a command; raises BadBlock if no reader can type it."""
    match = COMMAND.fullmatch(line.partition(" #")[0].strip())
    if not match:
        raise BadBlock("this is no command of the workspace", f"write {COMMAND_FORM}", number)
    file = None
    if match["file"]:
        file = story.top / match["file"]
        if not file.is_file():
            mend = "name a file as it is seen from the top"
            raise BadBlock(f"there is no {match['file']}", mend, number)
    given = split_line(match["given"] or "", number)
    text = " ".join(given) + "\n" if given else ""
    words = split_line(match["words"], number)
    step, verb = read_step_and_verb(words)
    if not any(word.startswith(OTHER_STORY) for word in words):
        if step is not None:
            check_step(step, story, number)
        words.append(f"STORY={story.file.parent}")
    return Command(number, words, verb, text, file)


def read_step_and_verb(words: Sequence[str]) -> tuple[str | None, str]:
    """Return the number of the step that a command names, if any, and what it does with it.

    Of several verbs, none is the one that prints.
    """
    plain_words = [word for word in words if "=" not in word]
    if not plain_words or not plain_words[0].startswith(STEP):
        return None, ""
    verb = plain_words[1] if len(plain_words) == 2 else ""
    return plain_words[0].removeprefix(STEP), verb


def split_line(text: str, number: int) -> list[str]:
    """Split a text as a shell does; raises BadBlock."""
    try:
        return shlex.split(text)
    except ValueError as error:
        raise BadBlock(f"no shell can read this: {error}", "write it as one types it", number) from None


def check_step(step: str, story: Story, line: int) -> None:
    """Raise BadBlock if a story has no step with this number, with one digit or two."""
    known = set()
    for other in story.steps:
        known |= {f"{other.number}", f"{other.number:02}"}
    if step not in known:
        raise BadBlock(f"there is no step {step}", "name one that exists", line)


def run_command(command: Command, story: Story) -> ProgramOutcome:
    """Run a command as make does, from the top of the workspace; from the cache if nothing has changed."""
    files = [*DOJO.rglob("*.py")]
    for step in story.steps:
        files += step.files
    # as `python -m dojo`, from any folder
    call = [sys.executable, str(DOJO), *command.words]
    with tempfile.TemporaryDirectory() as folder:
        given = Path(folder, "given")
        given.write_text(command.given, encoding="utf-8")
        return run_once(story, "commands", files, call, command.file or given, suite=suite_key(story))


def first_wrong(lines: list[str], output: str) -> str | None:
    """Return the first line of a quote that is not printed there; None if all of them are.

    If the quote ends too early, return the first line that it lacks.
    """
    printed = [line.rstrip() for line in output.rstrip("\n").split("\n")]
    place = 0
    may_skip = False
    for line in lines:
        if line.strip() in LEFT_OUT:
            may_skip = True
            continue
        while may_skip and place < len(printed) and printed[place] != line.rstrip():
            place += 1
        if place == len(printed) or printed[place] != line.rstrip():
            return line
        place += 1
        may_skip = False
    if may_skip or place == len(printed):
        return None
    return printed[place]
