"""`make todo FILL=1`: writes everything in a story that is a fact, and the beginnings of what is not.

Facts are the quotations, counts and results of the READMEs, and the number of the finished step. A README,
a hint or a mutant that is missing begins with what is known of it, and has `…` for the words of the author.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from dojo.author.steps import plain_letters, readme
from dojo.diff import find_hunks
from dojo.gate.evidence import Evidence
from dojo.gate.mutants import first_whole
from dojo.gate.prose.quotes import NEEDED, Edit, Facts, fenced, missing_blocks
from dojo.gate.prose.readme import fact_edits
from dojo.runner.matrix import Matrix
from dojo.story.readme import readme_parts
from dojo.story.source import find_source, read_sources
from dojo.story.steps import DRAFT, Step, read_text
from dojo.story.tests import driving_tests, read_hints

FINISHED = re.compile(r"^(finished\s*=\s*)\d+", re.MULTILINE)
MUTANT = Path(__file__).parent / "mutant.txt"
"""The beginning of a mutant."""


class Filled(NamedTuple):
    """The files that were written, and what their author should read again."""

    files: list[Path]
    notices: list[str]


def fill(evidence: Evidence) -> Filled:
    """Write all that is a fact."""
    story, matrix = evidence.story, evidence.matrix
    edits = list(fact_edits(matrix, [step for step in matrix.steps if step.head]))
    new = {story.file: toml(matrix)} | dict(readmes(matrix, edits)) | dict(hints(matrix))
    if story.mutants and story.finished is not None:
        new |= dict(mutants(evidence, story.mutants))
    found = [file for file, text in new.items() if text != (read_text(file) if file.is_file() else "")]
    for file in found:
        file.write_text(new[file], encoding="utf-8")
    notices = [f"{story.shown(step.readme)}: {edit.notice}" for step, edit in edits if edit.notice]
    return Filled(found, notices)


def toml(matrix: Matrix) -> str:
    """story.toml, with the first step that is whole as the finished one, unless it names one that is."""
    text, step = read_text(matrix.story.file), first_whole(matrix)
    is_whole = any(matrix.is_green(one) for one in matrix.steps if one.number == matrix.story.finished)
    return text if is_whole or not step else FINISHED.sub(rf"\g<1>{step.number}", text)


def readmes(matrix: Matrix, edits_by_step: Sequence[tuple[Step, Edit]]) -> Iterator[tuple[Path, str]]:
    """The README of each step, with all that is a fact."""
    for step in matrix.steps:
        facts = Facts(matrix, step)
        if step.head:
            edits = [with_draft(edit, facts) for changed, edit in edits_by_step if changed == step]
            yield step.readme, with_drafts(change(step.prose, edits), missing_blocks(facts), facts)
        elif not step.prose.strip():  # one with words and without a head is the author's to mend
            yield step.readme, begin(facts)


def with_draft(edit: Edit, facts: Facts) -> Edit:
    """An edit; that of a block whose marker leads nowhere gets what such a block quotes at first."""
    if edit.new or not edit.old:
        return edit
    block = next(part for part in readme_parts(facts.step.prose) if part.line == edit.line)
    return edit._replace(new=draft_block(facts, block.section, block.kind))


def with_drafts(prose: str, blocks: Sequence[tuple[str, str]], facts: Facts) -> str:
    """A README with a draft of some blocks, each below the heading of its section."""
    for section, kind in blocks[::-1]:  # each goes above the one before
        if block := draft_block(facts, section, kind):
            heading = f"\n## {section}\n"
            prose = prose.replace(heading, "\n".join([heading, *block, ""]), 1)
    return prose


def change(prose: str, edits: list[Edit]) -> str:
    """A README after some edits."""
    lines = prose.split("\n")
    for edit in sorted(edits, key=lambda edit: edit.line, reverse=True):
        if edit.new:
            lines[edit.line - 1 : edit.line - 1 + len(edit.old)] = edit.new
    return "\n".join(lines)


def begin(facts: Facts) -> str:
    """A README with all but the words and the question."""
    step, matrix = facts.step, facts.matrix
    kind = "start" if not step.number else "test first" if facts.drivers else "refactoring"
    chapters = [one.chapter for one in matrix.steps if one.head and one.number < step.number]
    chapter = chapters[-1] if chapters else f"1 · {matrix.story.title}"
    blocks = [("Green", "python")] * (kind == "refactoring") + NEEDED[kind]
    return with_drafts(readme(step.number, step.title, chapter, kind), blocks, facts)


def draft_block(facts: Facts, section: str, kind: str) -> list[str]:
    """A block for a section, before an author chooses: the tests, the first failure, or what is new.

    It is empty as long as there is nothing to quote.
    """
    if section == "Red":
        marker = "failure" if kind == "text" else "tests"
    else:
        marker = new_code(facts, gone=section == "Green" and not facts.drivers)
    lines = facts.try_quote(marker)
    return fenced(kind, marker, lines) if lines else []


def new_code(facts: Facts, *, gone: bool) -> str:
    """The marker for the most lines that are new in the step, or gone."""
    old, new = (files[0].lines if files else [] for files in (facts.old, facts.now))
    sources = facts.old if gone else facts.now
    changed: list[list[str]] = []
    for hunk in find_hunks(old, new) if sources else []:
        start, end = (hunk.old_start, hunk.old_end) if gone else (hunk.new_start, hunk.new_end)
        changed.append(sources[0].lines[start:end])
        # a marker stands for one definition: of a hunk with several of them, each is a part
        for numbers in sources[0].defined.values():
            first, last = max(start, numbers.start - 1), min(end, numbers.stop - 1)
            changed.append(sources[0].lines[first:last])
    trimmed = ("\n".join(lines).strip("\n").splitlines() for lines in changed)
    for lines in sorted(trimmed, key=len, reverse=True):
        if lines and (name := next(sources[0].find(lines), "")):
            return f"before {name}" if gone else name
    return "" if gone or not facts.old else new_code(facts, gone=True)


def hints(matrix: Matrix) -> Iterator[tuple[Path, str]]:
    """The file of hints, with a line for each test that drives a step and has none."""
    file = matrix.story.hints
    if not file:
        return
    lines = read_text(file).rstrip("\n").split("\n")
    found = [*read_hints("\n".join(lines), matrix.tests)]
    known = [hint.test for hint in found]
    for step, drivers in sorted(driving_tests(matrix.tests).items(), reverse=True):
        place = max((hint.line for hint in found if hint.step <= step), default=len(lines))
        begun = [f"{step:>2}  {DRAFT}", *(f"    {test.rule}: {DRAFT}" for test in drivers[1:])]
        lines[place:place] = [line for test, line in zip(drivers, begun) if test not in known]
    yield file, "\n".join(lines) + "\n"


def mutants(evidence: Evidence, folder: Path) -> Iterator[tuple[Path, str]]:
    """The beginning of a mutant of what a test calls first, for each test that has failed on nothing yet."""
    story, matrix = evidence.story, evidence.matrix_with_mutants
    (right,) = read_sources([(first_whole(matrix) or evidence.last).module])
    for test in (test for test in matrix.tests if not matrix.seen_to_fail(test)):
        called = re.findall(rf"\b{story.module}\.(\w+)|\b(\w+)\(", find_source(test, story.top).function)
        for name in [name for names in called for name in names if name in right.defined][:1]:
            file = folder / f"wrong_{plain_letters(name)}.py"
            if not file.exists():
                code = "\n".join(right.of(right.defined[name]))
                yield file, MUTANT.read_text("utf-8").format(step=test.written, code=code)
