"""`make gate`: all laws, checked on every step of a story. Each violation is a line, and shuts the gate."""

import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from dojo.gate.violation import DRAFT_STATUS, format_draft, format_shut, is_draft
from dojo.runner.cache import DOJO, Cache, digest, suite_key
from dojo.runner.matrix import Matrix
from dojo.runner.recorder.recording import recording
from dojo.story.mutants import read_mutants
from dojo.story.steps import Step
from dojo.story.story import FILE, Story
from dojo.story.workspace import Workspace
from dojo.wording import count_of

# what may name a file in a README: code in a sentence, and what a command reads
QUOTED = re.compile(r"`([^`\n]+)`|< *(\S+)")
# folders that a verdict does not depend on
UNREAD_FOLDERS = {"__pycache__", "attempts", ".cache", ".dojo", ".git"}


def gate(story: Story, steps: list[Step], *, quick: bool = False) -> int:
    """Say whether the laws hold on these steps, and which do not; returns an exit status.

    If it is quick, it leaves out what needs more runs than the matrix. An open gate of the same files says at
    once what it has said before.
    """
    cache, key = Cache(story.workspace, "gate"), fingerprint(story, steps, quick=quick)
    line = cache.read(key)
    if line:
        print(line)
        return 0
    # late, for it imports pytest, which an unchanged gate does not need
    from dojo.gate import checks
    from dojo.gate.evidence import Evidence

    # the line depends on all that the runs behind it depend on, whether they run now or have run before
    with recording() as recorder:
        evidence = Evidence(story, steps)
        violations = checks.find(evidence, checks.MATRIX if quick else checks.ALL)
        if violations and is_draft(violations):
            print(format_draft(violations, story), file=sys.stderr)
            return DRAFT_STATUS
        if violations:
            print(format_shut(violations, story), file=sys.stderr)
            return 1
        line = format_open(evidence.matrix, quick=quick)
    # a file that was saved while the gate ran may be in the answer or not, so the answer is not kept
    if key == fingerprint(story, steps, quick=quick):
        cache.write(key, line, recorder.noted)
    print(line)
    return 0


def format_open(matrix: Matrix, *, quick: bool = False) -> str:
    """Return what an open gate says: what it has run and, if quick or on some steps, what it has not."""
    story = matrix.story
    tests = count_of(len(matrix.tests), "test")
    ran = f"{tests} on {count_of(len(matrix.steps), 'step')}"
    if quick:
        return f"The matrix holds: {ran}. Cases, mutants and reruns: {story.command('gate')}"
    if matrix.steps != story.steps:
        return f"Laws 1 to 8 hold: {ran}. Law 9 needs all steps: {story.command('gate')}"
    mutants = len(read_mutants(story))
    runs = len(matrix.tests) * (len(matrix.steps) + mutants)
    versions = f"{len(matrix.steps)} steps"
    if mutants:
        versions += f" and {count_of(mutants, 'mutant')}"
    return f"The nine laws hold: {tests} on {versions}, {runs:,} runs, each seen to its end."


def fingerprint(story: Story, steps: list[Step], *, quick: bool) -> str:
    """Hash all that a verdict depends on: the files of the story, what a README names, and the tooling."""
    files = {*files_of_story(story), *files_in_readmes(story), *story.pytest_files}
    # the other stories, for their names
    files |= {folder / FILE for folder in Workspace(story.workspace).folders}
    names = [step.name for step in steps]
    return digest(files, story.top, [suite_key(story), hash_tooling(), *names, story.word, str(quick)])


@cache
def hash_tooling() -> str:
    """Hash the gate and all that it calls: once, as this process goes on with the code it has loaded."""
    return digest([*(DOJO / "gate").glob("*.toml"), *DOJO.rglob("*.py")], DOJO)


def files_of_story(story: Story) -> Iterator[Path]:
    """Yield all that is in the folders of a story, but for attempts and what tools keep there."""
    for place in (story.folder, *story.paths):
        for file in (place, *place.rglob("*")):
            if UNREAD_FOLDERS.isdisjoint(file.relative_to(place).parts):
                yield file


def files_in_readmes(story: Story) -> Iterator[Path]:
    """Yield the files that the READMEs of a story name."""
    texts = set()
    for step in story.steps:
        for code, file in QUOTED.findall(step.prose):
            texts.add(code or file)
    for text in texts:
        # `Path.exists` raises OSError if the text is longer than a name may be
        if os.path.exists(story.top / text):  # noqa: PTH110
            yield story.top / text
