"""`make gate`: all laws, checked on every step of a story. Each violation is a line, and shuts the gate."""

import os
import re
import sys

from dojo.gate.violation import STATUS, format_draft, format_shut, is_draft
from dojo.runner.cache import DOJO, Cache, digest, suite_key
from dojo.runner.matrix import Matrix
from dojo.runner.recorder.recording import recording
from dojo.story.mutants import read_mutants
from dojo.story.steps import Step
from dojo.story.story import FILE, Story
from dojo.story.workspace import Workspace
from dojo.wording import count_of

QUOTED = re.compile(r"`([^`\n]+)`|< *(\S+)")
"""What may name a file in a README: code in a sentence, and what a command reads."""
NOT_READ = {"__pycache__", "attempts", ".cache", ".dojo", ".git"}
"""Folders that a verdict does not depend on."""


def gate(story: Story, steps: list[Step], *, quick: bool = False) -> int:
    """Say whether the laws hold on these steps, and which do not; gives an exit status.

    If it is quick, it leaves out what needs more runs than the matrix. An open gate of the same files says at
    once what it has said before.
    """
    cache, key = Cache(story.workspace, "gate"), fingerprint(story, steps, quick=quick)
    if line := cache.read(key):
        print(line)
        return 0
    # late, for it imports pytest, which an unchanged gate does not need
    from dojo.gate import checks
    from dojo.gate.evidence import Evidence

    # the line depends on all that the runs behind it depend on, whether they run now or have run before
    with recording() as recorder:
        evidence = Evidence(story, steps)
        if found := checks.find(evidence, checks.MATRIX if quick else checks.ALL):
            print(
                format_draft(found, story) if is_draft(found) else format_shut(found, story), file=sys.stderr
            )
            return STATUS if is_draft(found) else 1
        line = format_open(evidence.matrix, quick=quick)
    if key == fingerprint(story, steps, quick=quick):  # nobody saved while it ran
        cache.write(key, line, recorder.noted)
    print(line)
    return 0


def format_open(matrix: Matrix, *, quick: bool = False) -> str:
    """Give what an open gate says: what it has run and, if quick or on some steps, what it has not."""
    tests = count_of(len(matrix.tests), "test")
    ran, rest = f"{tests} on {count_of(len(matrix.steps), 'step')}", matrix.story.command("gate")
    if quick:
        return f"The matrix holds: {ran}. Cases, mutants and reruns: {rest}"
    if matrix.steps != matrix.story.steps:
        return f"Laws 1 to 8 hold: {ran}. Law 9 needs all steps: {rest}"
    steps, wrong = len(matrix.steps), len(read_mutants(matrix.story))
    runs = len(matrix.tests) * (steps + wrong)
    versions = f"{steps} steps" + (f" and {count_of(wrong, 'mutant')}" if wrong else "")
    return f"The nine laws hold: {tests} on {versions}, {runs:,} runs, each seen to its end."


def fingerprint(story: Story, steps: list[Step], *, quick: bool) -> str:
    """Hash all that a verdict depends on: the files of the story, what a README names, and the tooling."""
    places = [(file, place) for place in (story.folder, *story.paths) for file in (place, *place.rglob("*"))]
    files = [file for file, place in places if not NOT_READ & {*file.relative_to(place).parts}]
    texts = {code or file for step in story.steps for code, file in QUOTED.findall(step.prose)}
    files += [story.top / text for text in texts if os.path.exists(story.top / text)]  # noqa: PTH110  if it is long
    files += [*story.pytest_files, *(DOJO / "gate").glob("*.toml"), *DOJO.rglob("*.py")]
    files += [folder / FILE for folder in Workspace(story.workspace).folders]  # for their names
    asked = [*(step.name for step in steps), story.word, str(quick)]
    return digest({*files}, story.top, [suite_key(story), *asked])
