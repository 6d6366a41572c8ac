"""`make todo`: all that a story lacks, step by step; with FILL=1, what is a fact is written first."""

import re
import sys
from collections.abc import Iterator

from dojo.author.fill import fill
from dojo.author.new import named_after
from dojo.errors import CollectionError
from dojo.gate.checks import find
from dojo.gate.collection import explain_broken
from dojo.gate.evidence import Evidence
from dojo.gate.gate import format_open
from dojo.gate.violation import README, STATUS, Violation, format_draft, is_draft
from dojo.runner.matrix import Matrix
from dojo.story.source import find_source
from dojo.story.story import Story, read_story

PLACEHOLDER = re.compile("question|its answer|Write here")
"""Words of a line of the skeleton that is not about any kata."""


def todo(story: Story, *, write: bool = False) -> int:
    """Say what is missing in a story, after writing all that is a fact; gives an exit status."""
    evidence = Evidence(story)
    try:
        if write:
            filled = fill(evidence)
            for file in filled.files:
                print(f"written: {story.shown(file)}")
            for notice in filled.notices:
                print(notice)
            story = read_story(story.file.parent, story.workspace)
            evidence = Evidence(story)
        found = [*find(evidence), *without_test(evidence.matrix)]
    except CollectionError as broken:
        print(explain_broken(broken, story).format(story), file=sys.stderr)
        return 1
    left = [*placeholders(story)]
    if not (found or left):
        print(format_open(evidence.matrix))
        further = story.command('new-step TITLE="…"')
        print(f"Nothing is missing in {story.name}. Next: {further}")
        return 0
    for step in story.steps:
        violations = [one for one in found if one.step == step.name]
        lines = []
        if unwritten := [one.line for one in violations if one.missing == README]:
            at = ", ".join(map(str, sorted({*unwritten} - {0})))
            lines.append(f"{story.shown(step.readme)}: to write{f', at {at}' if at else ''}")
        lines += [one.format(story) for one in violations if one.missing != README]
        show(f"step {step.number}, {step.title}", lines)
    names = {step.name for step in story.steps}
    show(f"the story {story.name}", [*(one.format(story) for one in found if one.step not in names), *left])
    is_a_draft = bool(found) and is_draft(found)
    print(format_draft(found, story) if is_a_draft else f"{story.name} is not whole yet.")
    if not write:
        print(f"{story.command('todo FILL=1')} writes what is a fact, and begins the rest.")
    return STATUS if is_a_draft else 1


def show(heading: str, lines: list[str]) -> None:
    """Print what one step lacks."""
    if lines:
        print(heading, *(f"  {line}" for line in lines), "", sep="\n")


def without_test(matrix: Matrix) -> Iterator[Violation]:
    """Each step that no test drives, and that does not say that it is a refactoring."""
    story = matrix.story
    newest = max(matrix.tests, key=lambda test: test.written, default=None)
    file = story.shown(find_source(newest, story.top).file if newest else story.suite)
    for step in matrix.steps[1:]:
        if not matrix.driving(step) and not (step.head and step.kind == "refactoring"):
            do = f"add one to {file}, marked drives({step.number}, …), or say refactoring"
            yield Violation(1, step.readme, 3, f"no test drives it; {do}")


def placeholders(story: Story) -> Iterator[str]:
    """Say of each file that still has a line of the skeleton so, with the first one."""
    for name, content in named_after(story.file.parent.name).items():
        file = story.file.parent / name
        lines = file.read_text("utf-8", errors="replace").splitlines() if file.is_file() else []
        begun = {line for line in content.decode().splitlines() if PLACEHOLDER.search(line)}
        for number in [number for number, line in enumerate(lines, 1) if line in begun][:1]:
            yield f"{story.shown(file)}:{number}: is as make new wrote it"
