"""`make gate`: all laws, checked on every step of a story. Each violation is a line, and shuts the gate."""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from dojo.errors import Broken
from dojo.gate.code import cached
from dojo.gate.colours.plain import above
from dojo.runner.cache import DOJO, Cache, digest, of_suite
from dojo.story.steps import Step
from dojo.story.story import FILE, Story
from dojo.story.workspace import Workspace

QUOTED = re.compile(r"`([^`\n]+)`|< *(\S+)")
"""What may name a file in a README: code in a sentence, and what a command reads."""
NOT_READ = {"__pycache__", "attempts", ".cache", ".git"}
"""Folders that a verdict does not depend on; bytecode is looked at each time."""


def gate(story: Story, steps: list[Step], *, quick: bool = False) -> int:
    """Say whether the laws hold on these steps, and which do not; gives an exit status.

    If it is quick, it leaves out what needs more runs than the matrix. An open gate of the same files says at
    once what it has said before.
    """
    cache, key = Cache(story.workspace, "gate"), fingerprint(story, steps, quick=quick)
    if (line := cache.read(key)) and not any(cached.find(story)):
        print(line)
        return 0
    line, status = verdict(story, steps, quick=quick)
    if not status and key == fingerprint(story, steps, quick=quick):  # nobody saved while it ran
        cache.write(key, line)
    print(line, file=sys.stderr if status else sys.stdout)
    return status


def verdict(story: Story, steps: list[Step], *, quick: bool) -> tuple[str, int]:
    """Run all that has changed; gives what to say, and an exit status."""
    from dojo.gate import checks  # with pytest, which an unchanged gate does not need
    from dojo.gate.evidence import Evidence
    from dojo.gate.prose.draft import STATUS, is_draft, summary
    from dojo.gate.verdict import does_not_run, opened, shut

    evidence = Evidence(story, steps)
    try:
        if found := checks.find(evidence, checks.MATRIX if quick else checks.ALL):
            return (summary(found, story), STATUS) if is_draft(found, story) else (shut(found, story), 1)
    except Broken as broken:
        return does_not_run(broken, story), 1
    return opened(evidence.matrix, quick=quick), 0


def fingerprint(story: Story, steps: list[Step], *, quick: bool) -> str:
    """Hash all that a verdict depends on: the files of the story, those that it names, and the tooling."""
    files = [file for place in (story.folder, *story.paths) for file in everything(place)]
    files += [*above(story), *named(story), *DOJO.rglob("*.py")]
    files += [folder / FILE for folder in Workspace(story.workspace).folders]  # for their names
    asked = [*(step.name for step in steps), story.word, str(quick)]
    return digest({*files}, story.top, [of_suite(story), *asked])


def everything(place: Path) -> Iterator[Path]:
    """A file, or all that lies in a folder."""
    yield place
    yield from (path for path in place.rglob("*") if not NOT_READ & set(path.relative_to(place).parts))


def named(story: Story) -> set[Path]:
    """The files that a README names, if they are there."""
    texts = {code or file for step in story.steps for code, file in QUOTED.findall(step.prose)}
    return {story.top / text for text in texts if os.path.exists(story.top / text)}  # noqa: PTH110  for long texts
