"""`make todo FILL=1`: writes everything in a story that is a fact, and the beginnings of what is not.

Facts are the quotations, counts and results of the READMEs, and the number of the finished step. A README,
a hint or a mutant that is missing begins with what is known of it, and has `…` for the words of the author.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from dojo.author.fill_readme import fill_edit, fill_readmes
from dojo.author.steps import plain_letters
from dojo.gate.evidence import Evidence
from dojo.gate.mutants import find_first_whole
from dojo.gate.prose.edits import Edit
from dojo.gate.prose.quotes import Facts
from dojo.gate.prose.readme import fact_edits
from dojo.gate.prose.translations import copy_blocks
from dojo.runner.matrix import Matrix
from dojo.story.code.syntax import names_of
from dojo.story.languages import find_translations
from dojo.story.source import SourceFile, find_source, read_sources, scope_of_hint
from dojo.story.steps import DRAFT, Step, read_text
from dojo.story.tests import Hint, driving_tests, read_hints

FINISHED = re.compile(r"^(finished\s*=\s*)\d+", re.MULTILINE)
MUTANT = Path(__file__).parent / "mutant.txt"  # how a mutant begins


class Filled(NamedTuple):
    """The files that were written, and what their author should read again."""

    files: list[Path]
    notices: list[str]


class MutantDraft(NamedTuple):
    """The beginning of a mutant, and the rule of the test that it has to fail."""

    text: str
    rule: str


def fill(evidence: Evidence) -> Filled:
    """Write all that is a fact; raises CollectionError."""
    story, matrix = evidence.story, evidence.matrix
    edits = find_edits(matrix)
    begun: dict[Path, MutantDraft] = {}
    if story.mutants and story.finished is not None:
        begun = begin_mutants(evidence, story.mutants)
    texts = {story.file: fill_toml(matrix)}
    texts.update(fill_readmes(matrix, edits))
    if story.hints:
        texts[story.hints] = fill_hints(story.hints, matrix)
    for file, draft in begun.items():
        texts[file] = draft.text
    written = []
    for file, text in texts.items():
        if write_changed(file, text):
            written.append(file)
    # a translation quotes what the README quotes by now
    written += fill_translations(matrix.steps)
    notices = []
    for step, edits_of_step in edits.items():
        for edit in edits_of_step:
            if edit.notice:
                notices.append(f"{story.shown(step.readme)}: {edit.notice}")
    for file, draft in begun.items():
        notices.append(f"{story.shown(file)}: give it a fault that “{draft.rule}” finds")
    return Filled(written, notices)


def find_edits(matrix: Matrix) -> dict[Step, list[Edit]]:
    """Return what each README with a head would say otherwise."""
    edits = defaultdict[Step, list[Edit]](list)
    steps_with_head = [step for step in matrix.steps if step.head]
    for step, edit in fact_edits(matrix, steps_with_head):
        edits[step].append(fill_edit(edit, Facts(matrix, step)))
    return edits


def write_changed(file: Path, text: str) -> bool:
    """Write the text of a file, and return True; unless the file has it already."""
    old = read_text(file) if file.is_file() else ""
    if text == old:
        return False
    file.write_text(text, encoding="utf-8")
    return True


def fill_toml(matrix: Matrix) -> str:
    """Return story.toml; if it names no step that is whole as the finished one, with the first that is."""
    text = read_text(matrix.story.file)
    for step in matrix.steps:
        if step.number == matrix.story.finished and matrix.is_green(step):
            return text
    whole = find_first_whole(matrix)
    return FINISHED.sub(rf"\g<1>{whole.number}", text) if whole else text


def fill_translations(steps: Sequence[Step]) -> Iterator[Path]:
    """Give each README in another language the blocks of the README.md beside it; yield what was written."""
    for step in steps:
        # read again, for the README may just have been written
        prose = read_text(step.readme) if step.readme.is_file() else ""
        for file in find_translations(step.readme).values():
            if write_changed(file, copy_blocks(prose, read_text(file))):
                yield file


def fill_hints(file: Path, matrix: Matrix) -> str:
    """Return the hints, with a line for each test that drives a step and has none."""
    text = read_text(file).rstrip("\n")
    lines = text.split("\n")
    hints = list(read_hints(text, matrix.tests))
    hinted = set()
    for hint in hints:
        if hint.test:
            hinted.add(scope_of_hint(hint.test.id, matrix.story.top))
    # from the last step up, so that the numbers of the lines above stay as they are
    for number, drivers in sorted(driving_tests(matrix.tests).items(), reverse=True):
        new_lines = []
        for test in drivers:
            scope = scope_of_hint(test.id, matrix.story.top)
            if scope not in hinted:
                hinted.add(scope)
                is_first = test == drivers[0]
                new_lines.append(f"{number:>2}  {DRAFT}" if is_first else f"    {test.rule}: {DRAFT}")
        place = find_place_of_hints(number, hints, default=len(lines))
        lines[place:place] = new_lines
    return "\n".join(lines) + "\n"


def find_place_of_hints(step: int, hints: Sequence[Hint], *, default: int) -> int:
    """Return how many lines are above the new hints for a step: they go below those of the steps up to it."""
    lines_above = [hint.line for hint in hints if hint.step <= step]
    return max(lines_above, default=default)


def begin_mutants(evidence: Evidence, folder: Path) -> dict[Path, MutantDraft]:
    """Return the beginning of a mutant of what a test calls first, for each test that has not failed yet.

    If several such tests call the same, it is for the first of them.
    """
    story, matrix = evidence.story, evidence.matrix_with_mutants
    whole = find_first_whole(matrix) or evidence.last
    [right] = read_sources([whole.module])
    begun: dict[Path, MutantDraft] = {}
    for test in matrix.tests:
        if matrix.seen_to_fail(test):
            continue
        name = find_first_call(find_source(test.id, story.top).function, story.module, right)
        file = folder / f"wrong_{plain_letters(name)}.py"
        if name and file not in begun and not file.exists():
            code = "\n".join(right.of(right.defined[name]))
            text = MUTANT.read_text("utf-8").format(step=test.written, code=code)
            begun[file] = MutantDraft(text, test.rule)
    return begun


def find_first_call(function: str, module: str, right: SourceFile) -> str:
    """Return the first name that a test calls and the module defines; nothing if there is none."""
    # what the module only imports is the fault of another file
    imported: set[str] = set()
    for node in right.tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            imported.update(names_of(node))
    for match in re.finditer(rf"\b{module}\.(?P<attribute>\w+)|\b(?P<called>\w+)\(", function):
        name = match["attribute"] or match["called"]
        if name in right.defined and name not in imported:
            return name
    return ""
