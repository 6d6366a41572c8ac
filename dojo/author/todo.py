"""`make todo`: all that a story lacks, step by step; with FILL=1, what is a fact is written first."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from dojo.author.fill import fill
from dojo.author.new import named_after
from dojo.errors import CollectionError
from dojo.gate.checks import find
from dojo.gate.collection import explain_broken
from dojo.gate.evidence import Evidence
from dojo.gate.gate import format_open
from dojo.gate.violation import README, STATUS, format_draft, is_draft
from dojo.runner.matrix import Matrix
from dojo.story.katas import STATEMENT
from dojo.story.source import find_source
from dojo.story.steps import Step
from dojo.story.story import Story, read_story

PLACEHOLDER = re.compile("question|its answer|Write here")
"""Words of a line of the skeleton that is not about any kata."""


def todo(story: Story, *, write: bool = False) -> int:
    """Say what is missing in a story, after writing all that is a fact; gives an exit status."""
    evidence = Evidence(story)
    try:
        if write:
            for file in fill(evidence):
                print(f"written: {story.shown(file)}")
            story = read_story(story.file.parent, story.workspace)
            evidence = Evidence(story)
        found = find(evidence)
        untested = [*without_test(evidence.matrix)]
    except CollectionError as broken:
        print(explain_broken(broken, story).format(story), file=sys.stderr)
        return 1
    left = [f"{story.shown(file)}:{line}: is as make new wrote it" for file, line in placeholders(story)]
    if not (found or untested or left):
        print(format_open(evidence.matrix))
        further = story.command('new-step TITLE="…"')
        print(f"Nothing is missing in {story.name}. Next: {further}")
        return 0
    for step in story.steps:
        violations = [one for one in found if one.step == step.name]
        lines = [line for one, line in untested if one == step]
        if unwritten := [one.line for one in violations if one.missing == README]:
            at = ", ".join(map(str, sorted({*unwritten} - {0})))
            lines.append(f"{story.shown(step.readme)}: to write{f', at {at}' if at else ''}")
        lines += [one.format(story) for one in violations if one.missing != README]
        show(f"step {step.number}, {step.title}", lines)
    names = {step.name for step in story.steps}
    show(f"the story {story.name}", [*(one.format(story) for one in found if one.step not in names), *left])
    is_a_draft = bool(found) and is_draft(found) and not untested
    print(format_draft(found, story) if is_a_draft else f"{story.name} is not whole yet.")
    if not write:
        print(f"{story.command('todo FILL=1')} writes what is a fact, and begins the rest.")
    return STATUS if is_a_draft else 1


def show(heading: str, lines: list[str]) -> None:
    """Print what one step lacks."""
    if lines:
        print(heading, *(f"  {line}" for line in lines), "", sep="\n")


def without_test(matrix: Matrix) -> Iterator[tuple[Step, str]]:
    """Each step that no test drives, and that does not say that it is a refactoring."""
    story = matrix.story
    newest = max(matrix.tests, key=lambda test: test.written, default=None)
    file = story.shown(find_source(newest, story.top).file if newest else story.suite)
    for step in matrix.steps[1:]:
        if not matrix.driving(step) and not (step.head and step.kind == "refactoring"):
            do = f"add one to {file}, marked drives({step.number}, …)"
            yield step, f"no test drives it; {do}, or say refactoring in line 3 of {story.shown(step.readme)}"


def placeholders(story: Story) -> Iterator[tuple[Path, int]]:
    """Each file of a story that still has a line of the skeleton, with the first one."""
    skeleton = (text.decode().splitlines() for text in named_after(story.file.parent.name).values())
    lines = {line for text in skeleton for line in text if PLACEHOLDER.search(line)}
    files = [path for kata in story.katas for path in (kata.folder / STATEMENT, kata.first_test)]
    files += [*(step.readme for step in story.steps), *story.suite.glob("*.py")]
    files += [*filter(None, [story.hints]), *(story.mutants.glob("*.py") if story.mutants else [])]
    for file in dict.fromkeys(filter(Path.is_file, files)):
        for number, line in enumerate(file.read_text("utf-8", errors="replace").splitlines(), 1):
            if line in lines:
                yield file, number
                break
