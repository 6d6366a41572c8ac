"""The README of a step, with all that is a fact, and the beginning of what is not."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from dojo.author.steps import readme
from dojo.diff import find_hunks
from dojo.gate.prose.blocks import NEEDED, missing_blocks
from dojo.gate.prose.edits import Edit, fenced
from dojo.gate.prose.quotes import Facts
from dojo.gate.prose.readme import HEADINGS, list_headings
from dojo.runner.matrix import Matrix
from dojo.story.readme import FENCE, HEAD_LINES, QUESTION, readme_parts
from dojo.story.source import SourceFile
from dojo.story.steps import DRAFT, Step, StepKind


def fill_readmes(matrix: Matrix, edits: Mapping[Step, list[Edit]]) -> Iterator[tuple[Path, str]]:
    """Yield the README of each step, with all that is a fact."""
    for step in matrix.steps:
        facts = Facts(matrix, step)
        if step.head:
            prose = add_headings(apply_edits(step.prose, edits[step]), step.kind)
            yield step.readme, add_drafts(prose, missing_blocks(prose, step.kind), facts)
        # one with words and without a head is the author's to mend
        elif not step.prose.strip():
            yield step.readme, begin_readme(facts)


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
    # from the last one up, so that the heading that follows is there already
    following = ""
    for heading in reversed(form):
        if heading not in present:
            section = [f"## {heading}", ""]
            if heading == form[-1]:
                place = find_question(lines)
                section += [f"- {DRAFT}", ""]
            elif heading == form[0]:
                # what is below the head belongs to the first section
                place = HEAD_LINES
            else:
                place = lines.index(f"## {following}")
            lines[place:place] = section
        following = heading
    return "\n".join(lines)


def find_question(lines: Sequence[str]) -> int:
    """Return the index of the line that asks the room; the end of a README if none does."""
    for place in reversed(range(len(lines))):
        if lines[place].startswith(QUESTION):
            return place
    return len(lines)


def find_form(present: Sequence[str], kind: StepKind) -> list[str]:
    """Return the first list of headings with the present ones, in their order; none if none has them."""
    for form in HEADINGS[kind]:
        present_in_order = [heading for heading in form if heading in present]
        if present_in_order == present:
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
        module = facts.now[0]
        old_lines = facts.old[0].lines if facts.old else []
        changed = []
        for hunk in find_hunks(old_lines, module.lines):
            changed += split_hunk(module, hunk.new_start, hunk.new_end)
        name = name_longest(changed, module)
        if name:
            return name
    return find_gone_code(facts)


def find_gone_code(facts: Facts) -> str:
    """Return the marker for the most lines of the step before that are gone; nothing if there are none."""
    if not facts.old:
        return ""
    module = facts.old[0]
    new_lines = facts.now[0].lines if facts.now else []
    changed = []
    for hunk in find_hunks(module.lines, new_lines):
        changed += split_hunk(module, hunk.old_start, hunk.old_end)
    name = name_longest(changed, module)
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
