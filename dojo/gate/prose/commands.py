"""Law 7: the commands of a README run, if they end by themselves, and print what is quoted after them."""

import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from dojo.gate.evidence import Evidence
from dojo.gate.prose.quotes import OUTPUT, Edit, judged
from dojo.gate.violation import Violation, split
from dojo.runner.cache import DOJO, Cache, digest, of_suite
from dojo.runner.program import Outcome, feed
from dojo.story.readme import FENCE, Part, readme_parts
from dojo.story.steps import Step
from dojo.story.story import Story

RUN = "run"
"""The verb of a step that is always run."""
QUOTED = (RUN, "red", "diff")
"""These are run if what they print is quoted: they ask nobody, change nothing and end soon."""
FOR_THE_SHELL = re.compile(r"[|<>&;$`()]")
"""Signs for what else a shell would do: none of it is run."""
STEP = "step-"
LIMIT = 20.0
"""Seconds that a command may take: a slow machine needs a second."""
CALLS = (["make"], ["python", "-m", "dojo"], ["python3", "-m", "dojo"])
FORM = "make …, python -m dojo …, with `echo … |` before it or `< file` after it"
DOJO_HERE = """
import sys
sys.path.insert(0, sys.argv[1])
from dojo.cli.main import main
sys.exit(main(sys.argv[2:]))
"""
"""`python -m dojo`, from any folder."""
LEFT_OUT = ("...", "…")
"""A line of these stands for any number of lines."""


class BadCommand(Exception):
    """A command that no reader can type; the message says why."""


class Command(NamedTuple):
    """A line of `sh`: the words of the verb, and what it reads."""

    line: int
    words: list[str]
    given: str = ""
    file: Path | None = None

    @property
    def step(self) -> str:
        """The number of the step that it names; nothing if it names none."""
        return next((word.removeprefix(STEP) for word in self.words if word.startswith(STEP)), "")

    @property
    def verb(self) -> str:
        """What it does with this step; nothing if it names none, or does more than one thing."""
        verbs = [word for word in self.words if not word.startswith(STEP) and "=" not in word]
        return verbs[0] if self.step and len(verbs) == 1 else ""


def check(evidence: Evidence) -> Iterator[Violation]:
    """Each command in the READMEs that cannot be typed, fails, or prints something else than is quoted."""
    for step in judged(evidence.matrix):
        for edit in edits(step, evidence.story):
            yield edit.violation(step, evidence.story)


def edits(step: Step, story: Story) -> Iterator[Edit]:
    """Each command of a README that is wrong, and each output that is not what its commands print."""
    found = readme_parts(step.prose)
    for block, after in zip(found, [*found[1:], None], strict=False):
        if (block.what, block.kind) == ("block", "sh") and block.text.strip():
            quoted = after if after and (after.what, after.kind) == ("block", "text") else None
            yield from tried(block, quoted, story)


def tried(block: Part, quoted: Part | None, story: Story) -> Iterator[Edit]:
    """What is wrong with the commands of a block, and with what is quoted of them."""
    commands = []
    for number, line in enumerate(block.lines, block.line + 1):
        try:
            one = command(number, line, story.top) if line.split("#")[0].strip() else None
            if one and one.step and not named(one.words) and not is_step(one.step, story):
                raise BadCommand(f"there is no step {one.step}; name one that exists")
        except BadCommand as fault:
            what, fix = split(str(fault))
            yield Edit(number, [], [], what, fix)
            return
        commands += [one] if one else []
    if quoted and not all(one.verb in QUOTED for one in commands):
        do = f"quote only what make step-N {', '.join(QUOTED)} print"
        yield Edit(quoted.line, [], [], "what this command prints is not checked", do)
        return
    printed = ""
    for one in commands:
        if quoted or one.verb == RUN:
            outcome = come_to(one, story)
            printed += outcome.printed
            if outcome.colour == "amber":
                yield Edit(
                    one.line, [], [], f"this command fails: {outcome.why}", "type it, and mend what it names"
                )
                return
    if quoted:
        wrong = first_wrong(quoted.lines, printed)
        old = [FENCE + " ".join(filter(None, (quoted.kind, quoted.source))), *quoted.lines, FENCE]
        lines = quoted.lines if wrong is None else printed.rstrip("\n").split("\n")
        new = [f"{FENCE}{quoted.kind} {OUTPUT}", *lines, FENCE]
        if old != new:
            what = "the output has no marker"
            if wrong is not None:
                what = f"this is not printed: {wrong.strip() or 'an empty line'}"
            yield Edit(quoted.line, old, new, what)


def is_step(number: str, story: Story) -> bool:
    """True if a step has this number, as it is typed."""
    return any(number in (str(step.number), f"{step.number:02}") for step in story.steps)


def command(number: int, line: str, top: Path) -> Command:
    """A line as a command; raises BadCommand."""
    try:
        lexer = shlex.shlex(line, posix=True, punctuation_chars="|<>&;")
        lexer.whitespace_split = True
        words = list(lexer)
    except ValueError as error:
        raise BadCommand(f"no shell can read this: {error}; write it as one types it") from None
    given, file = "", None
    if "|" in words:
        place = words.index("|")
        if words[0] != "echo" or not place:
            raise BadCommand(f"this is no command of the workspace; write {FORM}")
        given, words = " ".join(words[1:place]) + "\n", words[place + 1 :]
    if "<" in words[:-1]:
        place = words.index("<")
        name, words = words[place + 1], words[:place] + words[place + 2 :]
        file = top / name
        if not file.is_file():
            raise BadCommand(f"there is no {name}; name a file as it is seen from the top")
    for call in CALLS:
        if words[: len(call)] == call and not any(FOR_THE_SHELL.search(word) for word in words):
            return Command(number, words[len(call) :], given, file)
    raise BadCommand(f"this is no command of the workspace; write {FORM}")


def come_to(one: Command, story: Story) -> Outcome:
    """What a command comes to; from the disk if nothing has changed."""
    cache = Cache(story.workspace, "commands")
    files = [file for step in story.steps for file in step.files] + [one.file] * bool(one.file)
    files += DOJO.rglob("*.py")
    key = digest(filter(None, files), story.top, [*one.words, one.given, of_suite(story)])
    known = cache.read(key)
    if known:
        return Outcome(*known)
    outcome = run(one, story)
    if not outcome.hangs:  # another time the machine may be less busy
        cache.write(key, list(outcome))
    return outcome


def run(one: Command, story: Story) -> Outcome:
    """Run it as make does, from the top of the workspace."""
    words = one.words if named(one.words) else [*one.words, f"STORY={story.file.parent}"]
    with tempfile.TemporaryDirectory() as folder:
        given = Path(folder) / "given"
        given.write_text(one.given, encoding="utf-8")
        call = [sys.executable, "-c", DOJO_HERE, str(DOJO.parent), *words]
        return feed(one.file or given, "", call, story.top, LIMIT, environment={})


def named(words: list[str]) -> bool:
    """True if a command names its story."""
    return any(word.startswith(("STORY=", "KATA=")) for word in words)


def first_wrong(lines: list[str], said: str) -> str | None:
    """The first line of a quote that is not printed there; None if all of them are."""
    drawn = [line.rstrip() for line in said.rstrip("\n").split("\n")]
    place, free = 0, False
    for line in lines:
        if line.strip() in LEFT_OUT:
            free = True
            continue
        wanted = line.rstrip()
        while free and place < len(drawn) and drawn[place] != wanted:
            place += 1
        if place >= len(drawn) or drawn[place] != wanted:
            return line
        place, free = place + 1, False
    return None if free or place == len(drawn) else drawn[place]
