"""`make todo FILL=1`: writes everything in a story that is a fact, and the beginnings of what is not.

Facts are the quotations, counts and results of the READMEs, and the number of the finished step. A README,
a hint or a mutant that is missing begins with what is known of it, and has `…` for the words of the author.
"""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

from dojo.author.steps import plain_letters, readme
from dojo.gate.evidence import Evidence
from dojo.gate.mutants import first_whole
from dojo.gate.prose.quotes import NEEDED, Edit, Facts, fenced, joined, missing_blocks
from dojo.gate.prose.readme import fact_edits
from dojo.runner.matrix import Matrix
from dojo.story.hints import read_hints
from dojo.story.readme import readme_parts
from dojo.story.source import find_source, read_sources
from dojo.story.steps import DRAFT, Step, read_text
from dojo.story.story import Story
from dojo.story.tests import SuiteTest, driving_tests

FINISHED = re.compile(r"^(finished\s*=\s*)\d+", re.MULTILINE)
LONGEST = 12
"""The lines of tests that a draft quotes."""
MUTANT = '''"""…

…

step: {step}
theme: …
shown by: …
riddle: …
hint: …
"""

from finished import {names}


{code}


the_rest(globals())
'''


def fill(evidence: Evidence) -> list[Path]:
    """Write all that is a fact; gives the files that have changed."""
    story, matrix = evidence.story, evidence.matrix
    new = {story.file: toml(matrix)} | dict(readmes(matrix)) | dict(hints(matrix))
    if story.mutants and story.finished is not None:
        new |= dict(mutants(evidence, story.mutants))
    found = [file for file, text in new.items() if text != (read_text(file) if file.is_file() else "")]
    for file in found:
        file.write_text(new[file], encoding="utf-8")
    return found


def toml(matrix: Matrix) -> str:
    """story.toml, with the first step that is whole as the finished one."""
    story = matrix.story
    text, step = read_text(story.file), first_whole(matrix)
    green = [one.number for one in matrix.steps if one.number == story.finished and matrix.is_green(one)]
    return text if green or not step else FINISHED.sub(rf"\g<1>{step.number}", text)


def readmes(matrix: Matrix) -> Iterator[tuple[Path, str]]:
    """The README of each step, with all that is a fact."""
    facts = [*fact_edits(matrix, [step for step in matrix.steps if step.head])]
    for step in matrix.steps:
        if step.head:
            own, edits = Facts(matrix, step), [edit for one, edit in facts if one == step]
            edits = [with_draft(edit, own) if edit.old and not edit.new else edit for edit in edits]
            yield step.readme, change(step.prose, [*edits, *missing_drafts(own)])
        elif not step.prose.strip():  # one with words and without a head is the author's to mend
            yield step.readme, begin(matrix, step)


def with_draft(edit: Edit, facts: Facts) -> Edit:
    """An edit of a block whose marker leads nowhere: it gets what such a block quotes at first."""
    block = next(part for part in readme_parts(facts.step.prose) if part.line == edit.line)
    return edit._replace(new=draft_block(facts, block.section, block.kind))


def missing_drafts(facts: Facts) -> Iterator[Edit]:
    """A draft of each block that a README lacks, below its heading."""
    lines = facts.step.prose.split("\n")
    for section, kind in missing_blocks(facts)[::-1]:  # each goes above the one before
        heading, block = f"## {section}", draft_block(facts, section, kind)
        if heading in lines and block:
            yield Edit(lines.index(heading) + 1, "is missing", [heading], [heading, "", *block])


def change(prose: str, edits: list[Edit]) -> str:
    """A README after some edits."""
    lines = prose.split("\n")
    for edit in sorted(edits, key=lambda edit: edit.line, reverse=True):
        if edit.new:
            lines[edit.line - 1 : edit.line - 1 + len(edit.old)] = edit.new
    return "\n".join(lines)


def begin(matrix: Matrix, step: Step) -> str:
    """A README with all but the words and the question."""
    kind = "start" if not step.number else "test first" if matrix.driving(step) else "refactoring"
    chapters = [one.chapter for one in matrix.steps if one.head and one.number < step.number]
    chapter = chapters[-1] if chapters else f"1 · {matrix.story.title}"
    needed = [("Green", "python")] * (kind == "refactoring") + NEEDED[kind]
    facts = Facts(matrix, step)
    blocks = [(heading, "\n".join(draft_block(facts, heading, what))) for heading, what in needed]
    return readme(step.number, step.title, chapter, kind, blocks)


def draft_block(facts: Facts, section: str, kind: str) -> list[str]:
    """A block for a section, before an author chooses: the tests, the first failure, or what is new.

    It is empty as long as there is nothing to quote.
    """
    if section == "Red":
        tests = "tests 1" if len(joined(facts.tests)) > LONGEST else "tests"
        marker = "failure" if kind == "text" else tests
    else:
        marker = new_code(facts, gone=section == "Green" and not facts.drivers)
    lines = facts.try_quote(marker)
    return fenced(kind, marker, lines) if lines else []


def new_code(facts: Facts, *, gone: bool) -> str:
    """The marker for the most lines that are new in the step, or gone."""
    old, new = (files[0].lines if files else [] for files in (facts.old, facts.now))
    hunks = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    changed = [old[i:j] if gone else new[k:m] for what, i, j, k, m in hunks if what != "equal"]
    word, file = ("before ", facts.old) if gone else ("", facts.now)
    trimmed = ("\n".join(lines).strip("\n").splitlines() for lines in changed)
    for lines in sorted(trimmed, key=len, reverse=True):
        if lines and (name := next(file[0].find(lines), "")):
            return word + name
    return "" if gone or not facts.old else new_code(facts, gone=True)


def hints(matrix: Matrix) -> Iterator[tuple[Path, str]]:
    """The file of hints, with a line for each test that drives a step and has none."""
    file = matrix.story.hints
    if not file:
        return
    lines = read_text(file).rstrip("\n").split("\n")
    found = [*read_hints("\n".join(lines), matrix.tests)]
    known = {hint.test.id for hint in found if hint.test}
    for step, drivers in sorted(driving_tests(matrix.tests).items(), reverse=True):
        above = [hint.line for hint in found if hint.step <= step]
        place = max(above, default=len(lines))
        new = [f"    {test.rule}: {DRAFT}" for test in drivers[1:] if test.id not in known]
        first = [f"{step:>2}  {DRAFT}"] if drivers[0].id not in known else []
        lines[place:place] = [*first, *new]
    yield file, "\n".join(lines) + "\n"


def mutants(evidence: Evidence, folder: Path) -> Iterator[tuple[Path, str]]:
    """The beginning of a mutant for each function whose tests have failed on nothing yet."""
    step = first_whole(evidence.matrix) or evidence.story.steps[-1]
    for test in evidence.tests:
        if not evidence.matrix_with_mutants.seen_to_fail(test):
            name, code = right_code(evidence.story, step, test)
            file = folder / f"wrong_{plain_letters(name, between='_')}.py"
            if code and not file.exists():
                is_class = code.startswith("class ")
                names = f"right_{name}, the_rest" if is_class else "the_rest"
                yield file, MUTANT.format(step=test.written, code=code, names=names)


def right_code(story: Story, step: Step, test: SuiteTest) -> tuple[str, str]:
    """The function of the finished step that a test calls first, or a class with nothing of its own."""
    (file,) = read_sources([step.module])
    called = re.findall(rf"\b{story.module}\.(\w+)|\b(\w+)\(", find_source(test, story.top).function)
    for name in (one or other for one, other in called):
        if name in file.defined and "." not in name:
            code = "\n".join(file.of(file.defined[name]))
            return name, f"class {name}(right_{name}):\n    {DRAFT}" if code.startswith("class ") else code
    return "", ""
