"""`make todo`: all that a story lacks, step by step; with FILL=1, what is a fact is written first."""

import re
import sys
from collections.abc import Iterator, Sequence

from dojo.author.fill import fill
from dojo.author.new import named_after
from dojo.errors import CollectionError
from dojo.gate.checks import find
from dojo.gate.collection import explain_broken
from dojo.gate.evidence import Evidence
from dojo.gate.gate import format_open
from dojo.gate.steps import HEAD_LINE
from dojo.gate.violation import DRAFT_STATUS, Law, Missing, Violation, format_draft, is_draft
from dojo.runner.matrix import Matrix
from dojo.story.source import find_source
from dojo.story.steps import Step
from dojo.story.story import Story, read_story

# words of a line of the skeleton that is not about any kata
PLACEHOLDER = re.compile("question|its answer|Write here")


def todo(story: Story, *, write: bool = False) -> int:
    """Say what is missing in a story, after writing all that is a fact; returns an exit status."""
    try:
        if write:
            write_facts(story)
            # what was written may have changed story.toml
            story = read_story(story.file.parent, story.workspace)
        evidence = Evidence(story)
        violations = [*find(evidence), *find_undriven(evidence.matrix)]
    except CollectionError as error:
        print(explain_broken(error, story).format(story), file=sys.stderr)
        return 1
    placeholders = list(find_placeholders(story))
    if not violations and not placeholders:
        print(format_open(evidence.matrix))
        further = story.command('new-step TITLE="…"')
        print(f"Nothing is missing in {story.name}. Next: {further}")
        return 0
    print_by_step(violations, placeholders, story)
    is_a_draft = bool(violations) and is_draft(violations)
    print(format_draft(violations, story) if is_a_draft else f"{story.name} is not whole yet.")
    if not write:
        print(f"{story.command('todo FILL=1')} writes what is a fact, and begins the rest.")
    return DRAFT_STATUS if is_a_draft else 1


def write_facts(story: Story) -> None:
    """Write all in a story that is a fact, and say what was written; raises CollectionError."""
    filled = fill(Evidence(story))
    for file in filled.files:
        print(f"written: {story.shown(file)}")
    for notice in filled.notices:
        print(notice)


def print_by_step(violations: Sequence[Violation], placeholders: list[str], story: Story) -> None:
    """Print what each step lacks, and then what the story as a whole does."""
    of_steps: dict[str, list[Violation]] = {step.name: [] for step in story.steps}
    of_story = []
    for violation in violations:
        if violation.step in of_steps:
            of_steps[violation.step].append(violation)
        else:
            of_story.append(violation.format(story))
    for step in story.steps:
        lines = format_step(of_steps[step.name], step, story)
        print_block(f"step {step.number}, {step.title}", lines)
    print_block(f"the story {story.name}", of_story + placeholders)


def format_step(violations: Sequence[Violation], step: Step, story: Story) -> list[str]:
    """Return a line for all that is to be written in a README, and one for each other violation."""
    has_unwritten = False
    places = set()
    others = []
    for violation in violations:
        if violation.missing is not Missing.README:
            others.append(violation.format(story))
            continue
        has_unwritten = True
        # 0 is the whole file
        if violation.line:
            places.add(violation.line)
    if not has_unwritten:
        return others
    at_lines = f", at {', '.join(map(str, sorted(places)))}" if places else ""
    return [f"{story.shown(step.readme)}: to write{at_lines}", *others]


def print_block(heading: str, lines: list[str]) -> None:
    """Print what one step lacks; nothing if that is nothing."""
    if lines:
        print(heading, *[f"  {line}" for line in lines], "", sep="\n")


def find_undriven(matrix: Matrix) -> Iterator[Violation]:
    """Yield each step that no test drives, and that does not say that it needs none."""
    story = matrix.story
    newest = max(matrix.tests, key=lambda test: test.written, default=None)
    file = find_source(newest.id, story.top).file if newest else story.suite
    for step in matrix.steps[1:]:
        needs_no_test = bool(step.head) and step.kind.keeps_colours
        if not matrix.driving(step) and not needs_no_test:
            kind = story.undriven_kind(step.chapter)
            mend = f"add one to {story.shown(file)}, marked drives({step.number}, …), or say {kind}"
            yield Violation(Law.RED_THEN_GREEN, step.readme, HEAD_LINE, "no test drives it", mend)


def find_placeholders(story: Story) -> Iterator[str]:
    """Name each file that still has a line of the skeleton, with the first one."""
    for name, content in named_after(story.file.parent.name).items():
        file = story.file.parent / name
        if not file.is_file():
            continue
        skeleton_lines = content.decode().splitlines()
        lines = file.read_text("utf-8", errors="replace").splitlines()
        for number, line in enumerate(lines, 1):
            if PLACEHOLDER.search(line) and line in skeleton_lines:
                yield f"{story.shown(file)}:{number}: is as make new wrote it"
                break
