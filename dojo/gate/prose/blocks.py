"""Law 7: each block of a README quotes what its marker stands for, in a section where that belongs."""

import re
from collections.abc import Sequence

from dojo.gate.evidence import first_difference
from dojo.gate.prose.edits import BadBlock, Edit, fenced
from dojo.gate.prose.quotes import FORM, Facts, first_word
from dojo.story.readme import Part, PartType, readme_parts
from dojo.story.source import SourceFile, without_indent
from dojo.story.steps import DRAFT, Step, StepKind
from dojo.story.tests import Mark

# The blocks that each kind of README needs: the section, and the kind of the block.
NEEDED: dict[StepKind, list[tuple[str, str]]] = {
    StepKind.START: [],
    StepKind.TEST_FIRST: [("Red", "python"), ("Red", "text"), ("Green", "python")],
    StepKind.REFACTORING: [("Refactor", "python")],
    StepKind.DESIGN: [("Another design", "python")],
}
# The sections that quote what is new in a step, or what has gone.
SECTIONS_OF_CHANGES = ("Green", "Refactor", "Another design")
MARK = re.compile(r"\b(drives|guards)\(\s*(?:step=)?(\d+)")


def edit_block(block: Part, facts: Facts) -> Edit | None:
    """Return the edit of a block that is not as its marker says, or whose marker is wrong; else None.

    Raises BadBlock if it has no marker and none can be found, or if its lines do not belong in its section.
    """
    marker = facts.find_marker(block)
    if not marker:
        require_no_lines(block)
        return None
    old = fenced(block.kind, block.source, block.lines)
    try:
        lines = facts.quote(marker)
    except BadBlock as error:
        return Edit(block.line, error.problem, error.mend, old)
    if lines:
        check_place(marker, lines, block.section, facts)
    # an author may indent a quote otherwise
    if without_indent(block.lines) == without_indent(lines):
        lines = block.lines
    new = fenced(block.kind, marker, lines)
    if new == old:
        return None
    # an empty block is shown as one empty line
    shown = fenced(block.kind, block.source, block.lines or [""])
    was, now = find_difference(shown, new)
    problem = f"quotes {was.strip() or 'an empty line'}, and it is {now.strip() or 'an empty line'}"
    return Edit(block.line, problem, old=old, new=new)


def require_no_lines(block: Part) -> None:
    """Raise BadBlock if a block without a marker has lines. Another check names an empty one, and a draft."""
    if block.text.strip() not in ("", DRAFT):
        problem = f"this stands nowhere: {block.lines[0].strip()}"
        raise BadBlock(problem, f"write behind the fence what it quotes: {FORM}")


def find_difference(old: Sequence[str], new: Sequence[str]) -> tuple[str, str]:
    """Return the first lines that differ in more than their indentation; if there are none, in that."""
    was, now = first_difference([line.strip() for line in old], [line.strip() for line in new])
    if was != now:
        return was, now
    return first_difference(old, new)


def check_place(marker: str, lines: Sequence[str], section: str, facts: Facts) -> None:
    """Raise BadBlock if these lines should not be quoted in this section."""
    first_line = lines[0].strip()
    if section == "Red":
        if is_of_drivers(marker, lines, facts.step):
            return
        problem = "*Red* quotes the tests that drive the step, and this is from none of them"
        raise BadBlock(f"{problem}: {first_line}", "quote tests")
    times_now = count_block(facts.now, lines)
    times_before = count_block(facts.old, lines)
    kind = facts.step.kind
    # a refactoring begins in green, with code of the step before
    if section == "Green" and kind.keeps_colours:
        if times_before:
            return
        problem = f"*Green* of {kind.with_article} is where it starts, in the step before"
        raise BadBlock(f"{problem}: {first_line}", "quote before NAME")
    if section in SECTIONS_OF_CHANGES and times_now == times_before:
        problem = f"*{section}* quotes what is new in the step, or has gone, and this is neither"
        raise BadBlock(f"{problem}: {first_line}", "quote that")


def is_of_drivers(marker: str, lines: Sequence[str], step: Step) -> bool:
    """True if a quote may be from the tests that drive a step: from the suite, without another mark."""
    if first_word(marker) not in ("tests", "suite", "failure"):
        return False
    own_mark = (Mark.DRIVES, f"{step.number}")
    marks = MARK.findall("\n".join(lines))
    return all(mark == own_mark for mark in marks)


def count_block(files: Sequence[SourceFile], lines: Sequence[str]) -> int:
    """Return how often some lines are in some files."""
    block = "\n".join(["", *lines, ""])
    return sum(f"\n{file.text}\n".count(block) for file in files)


def missing_blocks(prose: str, kind: StepKind) -> list[tuple[str, str]]:
    """Return the section and the kind of each block that a README of some kind needs and does not have."""
    present = set()
    for part in readme_parts(prose):
        if part.what == PartType.BLOCK:
            present.add((part.section, part.kind))
    return [block for block in NEEDED[kind] if block not in present]
