"""Law 7: a README in another language quotes what README.md quotes.

The gate compares README.md with the code and with real runs, and a translation with README.md: the number in
its head, how many headings it has, and each block. Nobody checks its sentences.
"""

import re
from collections.abc import Iterator

from dojo.gate.evidence import Evidence
from dojo.gate.files import check_text
from dojo.gate.prose.edits import fenced
from dojo.gate.violation import Fault, Law, Violation
from dojo.story.languages import find_translations
from dojo.story.readme import Part, PartType, readme_parts
from dojo.story.steps import Step, read_text

# the first line of `README.de.md`: # Schritt 07 · Ein Paar
HEAD = re.compile(r"# \D*?(\d\d)\b")
FILL = "todo FILL=1"


def check_translations(evidence: Evidence) -> Iterator[Violation]:
    """Each README in another language that does not follow README.md."""
    for step in evidence.steps:
        for file in find_translations(step.readme).values():
            faults = list(check_text(file))
            if not faults:
                fill = f"run {evidence.story.command(FILL)}"
                faults += compare(step, read_text(file), fill)
            for fault in faults:
                yield Violation(Law.TRUE_WORDS, file, *fault)


def compare(step: Step, translation: str, fill: str) -> Iterator[Fault]:
    """Yield where a translation does not follow the README of its step; `fill` copies blocks."""
    head = HEAD.match(translation)
    if not head or int(head[1]) != step.number:
        problem = f"its first line does not name step {step.number:02}"
        yield Fault(1, problem, f"begin with # and {step.number:02}, as README.md does")
    for what, name in ((PartType.HEADING, "headings"), (PartType.BLOCK, "blocks")):
        number, needed = len(find_parts(translation, what)), len(find_parts(step.prose, what))
        if number != needed:
            problem = f"has {number} {name}, and README.md has {needed}"
            yield Fault(1, problem, f"give it the {name} of README.md, in their order")
            return
    blocks = zip(find_parts(translation, PartType.BLOCK), find_parts(step.prose, PartType.BLOCK), strict=True)
    for block, original in blocks:
        if as_written(block) != as_written(original):
            yield Fault(block.line, f"is not the block of README.md:{original.line}", fill)


def copy_blocks(prose: str, translation: str) -> str:
    """Return a translation with the blocks of its README; as it is if it has not as many."""
    blocks, originals = find_parts(translation, PartType.BLOCK), find_parts(prose, PartType.BLOCK)
    if len(blocks) != len(originals):
        return translation
    lines = translation.split("\n")
    # from the last one up, so that the numbers of the lines above stay as they are
    for block, original in reversed([*zip(blocks, originals, strict=True)]):
        first = block.line - 1
        lines[first : first + len(as_written(block))] = as_written(original)
    return "\n".join(lines)


def find_parts(prose: str, what: PartType) -> list[Part]:
    """Return the parts of a README that are of one type."""
    return [part for part in readme_parts(prose) if part.what == what]


def as_written(block: Part) -> list[str]:
    """Return the lines of a block, with its fences."""
    return fenced(block.kind, block.source, block.lines)
