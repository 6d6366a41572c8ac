"""`make todo FILL=1`: writes everything in a story that is a fact, and the beginnings of what is not.

Facts are the quotations, counts and results of the READMEs, and the number of the finished step. A README,
a hint or a mutant that is missing begins with what is known of it, and has `…` for the words of the author.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from dojo.author.steps import plain_letters, readme
from dojo.diff import find_hunks
from dojo.gate.evidence import Evidence
from dojo.gate.mutants import find_first_whole
from dojo.gate.prose.edits import Edit, fenced
from dojo.gate.prose.quotes import NEEDED, Facts, missing_blocks
from dojo.gate.prose.readme import HEADINGS, fact_edits, list_headings
from dojo.gate.prose.translations import copy_blocks
from dojo.runner.matrix import Matrix
from dojo.story.languages import find_translations
from dojo.story.readme import FENCE, HEAD_LINES, QUESTION, readme_parts
from dojo.story.source import SourceFile, find_source, names_of, read_sources, scope_of_hint
from dojo.story.steps import DRAFT, Step, StepKind, read_text
from dojo.story.tests import driving_tests, read_hints

FINISHED = re.compile(r"^(finished\s*=\s*)\d+", re.MULTILINE)
MUTANT = Path(__file__).parent / "mutant.txt"  # how a mutant begins


class Filled(NamedTuple):
    """The files that were written, and what their author should read again."""

    files: list[Path]
    notices: list[str]


def fill(evidence: Evidence) -> Filled:
    """Write all that is a fact; raises CollectionError."""
    story, matrix = evidence.story, evidence.matrix
    edits = []
    for step, edit in fact_edits(matrix, [step for step in matrix.steps if step.head]):
        edits.append((step, fill_edit(edit, Facts(matrix, step))))
    texts = {story.file: fill_toml(matrix)}
    texts.update(fill_readmes(matrix, edits))
    if story.hints:
        texts[story.hints] = fill_hints(story.hints, matrix)
    if story.mutants and story.finished is not None:
        texts.update(begin_mutants(evidence, story.mutants))
    written = []
    for file, text in texts.items():
        old = read_text(file) if file.is_file() else ""
        if text != old:
            file.write_text(text, encoding="utf-8")
            written.append(file)
    # a translation quotes what the README quotes by now
    written += fill_translations(matrix.steps)
    notices = [f"{story.shown(step.readme)}: {edit.notice}" for step, edit in edits if edit.notice]
    return Filled(written, notices)


def fill_toml(matrix: Matrix) -> str:
    """Return story.toml; if it names no step that is whole as the finished one, with the first that is."""
    text = read_text(matrix.story.file)
    for step in matrix.steps:
        if step.number == matrix.story.finished and matrix.is_green(step):
            return text
    whole = find_first_whole(matrix)
    return FINISHED.sub(rf"\g<1>{whole.number}", text) if whole else text


def fill_readmes(matrix: Matrix, edits: Sequence[tuple[Step, Edit]]) -> Iterator[tuple[Path, str]]:
    """Yield the README of each step, with all that is a fact."""
    for step in matrix.steps:
        facts = Facts(matrix, step)
        if step.head:
            own_edits = [edit for changed, edit in edits if changed == step]
            prose = add_headings(apply_edits(step.prose, own_edits), step.kind)
            yield step.readme, add_drafts(prose, missing_blocks(prose, step.kind), facts)
        # one with words and without a head is the author's to mend
        elif not step.prose.strip():
            yield step.readme, begin_readme(facts)


def fill_translations(steps: Sequence[Step]) -> Iterator[Path]:
    """Give each README in another language the blocks of the README.md beside it; yield what was written."""
    for step in steps:
        # read again, for the README may just have been written
        prose = read_text(step.readme) if step.readme.is_file() else ""
        for file in find_translations(step.readme).values():
            old = read_text(file)
            text = copy_blocks(prose, old)
            if text != old:
                file.write_text(text, encoding="utf-8")
                yield file


def fill_edit(edit: Edit, facts: Facts) -> Edit:
    """Return an edit; that of a block whose marker leads nowhere gets what such a block quotes at first.

    Its author chose other lines, so the notice says why they are not there, and what is.
    """
    if edit.new or not edit.old:
        return edit
    for part in readme_parts(facts.step.prose):
        if part.line == edit.line:
            block = draft_block(facts, part.section, part.kind)
            notice = ""
            if block:
                quoted = block[0].removeprefix(f"{FENCE}{part.kind} ")
                notice = f"{edit.problem}: {quoted} takes the place of {part.source}; choose what to quote"
            return replace(edit, new=block, notice=notice)
    return edit


def add_headings(prose: str, kind: StepKind) -> str:
    """Return a README with the headings that it lacks; others, or another order, are the author's to mend."""
    present = list_headings(prose)
    form = find_form(present, kind)
    lines = prose.split("\n")
    # from the last one up, so that each goes above the one that follows it
    for number, heading in reversed([*enumerate(form)]):
        if heading in present:
            continue
        section = [f"## {heading}", ""]
        if number == len(form) - 1:
            questions = [place for place, line in enumerate(lines) if line.startswith(QUESTION)]
            place = questions[-1] if questions else len(lines)
            section += [f"- {DRAFT}", ""]
        elif number == 0:
            # what stands below the head belongs to the first section
            place = HEAD_LINES
        else:
            place = lines.index(f"## {form[number + 1]}")
        lines[place:place] = section
    return "\n".join(lines)


def find_form(present: Sequence[str], kind: StepKind) -> list[str]:
    """Return the first list of headings with the present ones, in their order; none if none has them."""
    for form in HEADINGS[kind]:
        if [heading for heading in form if heading in present] == present:
            return form
    return []


def add_drafts(prose: str, blocks: Sequence[tuple[str, str]], facts: Facts) -> str:
    """Return a README with a draft of some blocks, each below the heading of its section."""
    # each goes directly below the heading, and so above the one before
    for section, kind in reversed(blocks):
        block = draft_block(facts, section, kind)
        if block:
            heading = f"\n## {section}\n"
            prose = prose.replace(heading, "\n".join([heading, *block, ""]), 1)
    return prose


def apply_edits(prose: str, edits: list[Edit]) -> str:
    """Return a README after some edits."""
    lines = prose.split("\n")
    # from the last one up, so that the numbers of the lines above stay as they are
    for edit in sorted(edits, key=lambda edit: edit.line, reverse=True):
        if edit.new:
            lines[edit.line - 1 : edit.line - 1 + len(edit.old)] = edit.new
    return "\n".join(lines)


def begin_readme(facts: Facts) -> str:
    """Return a README with all but the words and the question."""
    step, matrix = facts.step, facts.matrix
    chapter = f"1 · {matrix.story.title}"
    for other in matrix.steps:
        if other.head and other.number < step.number:
            chapter = other.chapter
    # a step without a README has no chapter of its own yet
    kind = matrix.story.undriven_kind(chapter) if facts.kind.keeps_colours else facts.kind
    blocks = [*NEEDED[kind]]
    if kind.keeps_colours:
        blocks.insert(0, ("Green", "python"))
    return add_drafts(readme(step.number, step.title, chapter, kind), blocks, facts)


def draft_block(facts: Facts, section: str, kind: str) -> list[str]:
    """Return a block for a section, before an author chooses: the tests, the first failure, or what is new.

    It is empty while there is nothing to quote.
    """
    if section == "Red":
        marker = "failure" if kind == "text" else "tests"
    elif section == "Green" and not facts.drivers:
        marker = find_gone_code(facts)
    else:
        marker = find_new_code(facts)
    lines = facts.try_quote(marker)
    return fenced(kind, marker, lines) if lines else []


def find_new_code(facts: Facts) -> str:
    """Return the marker for the most lines that are new in the step; if none are, for those that are gone."""
    if facts.now:
        changed = []
        for hunk in find_hunks(facts.old[0].lines if facts.old else [], facts.now[0].lines):
            changed += split_hunk(facts.now[0], hunk.new_start, hunk.new_end)
        name = name_longest(changed, facts.now[0])
        if name:
            return name
    return find_gone_code(facts)


def find_gone_code(facts: Facts) -> str:
    """Return the marker for the most lines of the step before that are gone; nothing if there are none."""
    if not facts.old:
        return ""
    changed = []
    for hunk in find_hunks(facts.old[0].lines, facts.now[0].lines if facts.now else []):
        changed += split_hunk(facts.old[0], hunk.old_start, hunk.old_end)
    name = name_longest(changed, facts.old[0])
    return f"before {name}" if name else ""


def split_hunk(file: SourceFile, start: int, end: int) -> list[list[str]]:
    """Return some lines of a file, and the parts of them that are in one definition each.

    A marker stands for one definition: of a hunk with several of them, each is a part.
    """
    parts = [file.lines[start:end]]
    for numbers in file.defined.values():
        first, last = max(start, numbers.start - 1), min(end, numbers.stop - 1)
        parts.append(file.lines[first:last])
    return parts


def name_longest(parts: list[list[str]], file: SourceFile) -> str:
    """Return the marker for the most lines among some parts of a file; nothing if none has one."""
    trimmed = ["\n".join(lines).strip("\n").splitlines() for lines in parts]
    for lines in sorted(trimmed, key=len, reverse=True):
        if lines:
            for name in file.find(lines):
                return name
    return ""


def fill_hints(file: Path, matrix: Matrix) -> str:
    """Return the hints, with a line for each test that drives a step and has none."""
    text = read_text(file).rstrip("\n")
    lines = text.split("\n")
    hints = list(read_hints(text, matrix.tests))
    hinted = {scope_of_hint(hint.test.id, matrix.story.top) for hint in hints if hint.test}
    # from the last step up, so that the numbers of the lines above stay as they are
    for number, drivers in sorted(driving_tests(matrix.tests).items(), reverse=True):
        place = max((hint.line for hint in hints if hint.step <= number), default=len(lines))
        new_lines = []
        for test in drivers:
            scope = scope_of_hint(test.id, matrix.story.top)
            if scope not in hinted:
                hinted.add(scope)
                is_first = test == drivers[0]
                new_lines.append(f"{number:>2}  {DRAFT}" if is_first else f"    {test.rule}: {DRAFT}")
        lines[place:place] = new_lines
    return "\n".join(lines) + "\n"


def begin_mutants(evidence: Evidence, folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the beginning of a mutant of what a test calls first, for each test that has not failed yet."""
    story, matrix = evidence.story, evidence.matrix_with_mutants
    whole = find_first_whole(matrix) or evidence.last
    [right] = read_sources([whole.module])
    for test in matrix.tests:
        if matrix.seen_to_fail(test):
            continue
        name = find_first_call(find_source(test.id, story.top).function, story.module, right)
        file = folder / f"wrong_{plain_letters(name)}.py"
        if name and not file.exists():
            code = "\n".join(right.of(right.defined[name]))
            yield file, MUTANT.read_text("utf-8").format(step=test.written, code=code)


def find_first_call(function: str, module: str, right: SourceFile) -> str:
    """Return the first name that a test calls and the module defines; nothing if there is none."""
    # what the module only imports is the fault of another file
    imported: set[str] = set()
    for node in right.tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            imported.update(names_of(node))
    for names in re.findall(rf"\b{module}\.(\w+)|\b(\w+)\(", function):
        for name in names:
            if name in right.defined and name not in imported:
                return str(name)
    return ""
