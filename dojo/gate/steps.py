"""Law 6: each step has its number, stands alone, and changes the code; each README goes on with the story."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from dojo.gate.coverage import find_blocks
from dojo.gate.evidence import Evidence
from dojo.gate.violation import Fault, Law, Violation, at_readme
from dojo.packages.pins import find_modules
from dojo.story.code.imports import list_imports
from dojo.story.code.syntax import NO_PYTHON, parse_source
from dojo.story.source import read_sources
from dojo.story.steps import FOLDER, Step
from dojo.story.story import Story
from dojo.story.toml.reading import line_of_key
from dojo.story.toml.tables import Source

# a folder that somebody has made by hand: step-8-too-few, step_08_Too_few
NEARLY_A_STEP = re.compile(r"step[-_ ]*(?P<number>[0-9]{1,2})[-_ ]+(?P<title>.+)", re.IGNORECASE)
# of a README, the line that says its chapter, its kind, and what it tells
HEAD_LINE = 3


def format_bare(source: str) -> str:
    """Return the code of a file without docstrings, comments and layout; raises one of NO_PYTHON."""
    tree = parse_source(source)
    for block in find_blocks(tree):
        block[:] = [statement for statement in block if not says_nothing(statement)]
    return ast.dump(tree)


def says_nothing(statement: ast.stmt) -> bool:
    """True if a statement is a docstring, another constant, or `pass`."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    return isinstance(statement, ast.Pass)


def check_steps(evidence: Evidence) -> Iterator[Violation]:
    """Everything in the numbers and the code of the steps that breaks law 6."""
    story = evidence.story
    misnamed = numbers_of_misnamed(story)
    before = None
    code_before: list[tuple[str, str]] = []
    for step in story.steps:
        expected = before.number + 1 if before else 0
        # a folder that nearly has the name of a step is named with the other files
        if step.number != expected and expected not in misnamed:
            yield explain_number(step, expected)
        for file in step.files:
            if file.is_file():
                for fault in check_imports(file, step, story):
                    yield Violation(Law.STANDS_ALONE, file, *fault)
        code = read_code(step)
        if before and code == code_before:
            problem = f"has the code of {before.name}, at most laid out differently"
            yield Violation(Law.STANDS_ALONE, step.module, 0, problem, "change it, or remove the step")
        before, code_before = step, code


def explain_number(step: Step, expected: int) -> Violation:
    """Say which number a step should have."""
    slug = step.name.split("_", 2)[2]
    mend = f"rename it step_{expected:02}_{slug}"
    if step.number > expected:
        mend += f", or bring step {expected:02} back"
    return Violation(Law.STANDS_ALONE, step.folder, 0, f"number {expected:02} is next", mend)


def numbers_of_misnamed(story: Story) -> set[int]:
    """Return the numbers in the names of folders that are nearly those of steps, as step-8-Too-few."""
    numbers: set[int] = set()
    for folder in story.folder.iterdir():
        name = suggest_step_name(folder)
        if name:
            numbers.add(int(name.split("_")[1]))
    return numbers


def suggest_step_name(folder: Path) -> str:
    """Return the name of a step for a folder that has nearly one, as step-8-Too-few; else nothing."""
    match = NEARLY_A_STEP.fullmatch(folder.name)
    if not match or FOLDER.fullmatch(folder.name) or not folder.is_dir():
        return ""
    slug = re.sub(r"[^a-z0-9]+", "_", match["title"].lower()).strip("_")
    name = f"step_{int(match['number']):02}_{slug}"
    return name if FOLDER.fullmatch(name) else ""


def check_imports(file: Path, step: Step, story: Story) -> Iterator[Fault]:
    """Say why a file is not valid Python, or what it may not import.

    A step imports only the standard library, what lies beside it, and what the story requires; a file next to
    it may also import what story.toml names.
    """
    try:
        tree = parse_source(file.read_bytes())
    except NO_PYTHON as error:
        # only a SyntaxError has a message and a line of its own
        why = getattr(error, "msg", None) or str(error)
        line = getattr(error, "lineno", None) or 1
        yield Fault(line, f"is not valid Python: {why}", "mend this line")
        return
    allowed = importable_names(file, step, story)
    # within a package of the step, files import one another by a dot
    is_in_package = file.parent != step.folder
    for node in ast.walk(tree):
        for name in list_imports(node):
            is_within_package = is_in_package and name.startswith(".")
            if not is_within_package and name.split(".")[0] not in allowed:
                line = getattr(node, "lineno", 1)
                problem = f"imports {name}: each step stands alone"
                yield Fault(line, problem, "copy what it needs into this step")


def importable_names(file: Path, step: Step, story: Story) -> set[str]:
    """Return the names that a file of a step may import."""
    names = set(sys.stdlib_module_names) | find_modules(story)
    for other in step.files:
        if other != file:
            names.add(module_of(step.name_in(other)))
    # of what lies beside the module, story.toml says what it may import
    names.update(story.imports.get(module_of(step.name_in(file)), []))
    return names


def module_of(name: str) -> str:
    """Return what is imported of a file beside a step: grid for grid.py, and for grid/cells.py."""
    return name.partition("/")[0].removesuffix(".py")


def read_code(step: Step) -> list[tuple[str, str]]:
    """Return the code of each file of a step, without words and layout; as it is if it is not Python."""
    code = []
    for file in read_sources(step.files):
        is_valid = bool(file.tree.body)
        code.append((step.name_in(file.path), format_bare(file.text) if is_valid else file.text))
    return code


def check_heads(evidence: Evidence) -> Iterator[Violation]:
    """Each README that does not go on with the chapter, or the part of the source, of the one before."""
    story = evidence.story
    yield from check_chapters(story)
    yield from check_roads(story)
    if story.source:
        yield from check_retelling(story, story.source)


def check_chapters(story: Story) -> Iterator[Violation]:
    """The numbers of the chapters go forward, and each has one name."""
    names: dict[str, str] = {}
    before = ""
    for step in story.steps:
        if not step.head:
            continue
        number, _, name = step.chapter.partition(" · ")
        if number.isdecimal() and before.isdecimal() and int(number) < int(before):
            problem, mend = f"chapter {number} comes after chapter {before}", "let the numbers go forward"
            yield at_readme(step, HEAD_LINE, problem, mend)
        first_name = names.setdefault(number, name)
        if first_name != name:
            problem = f"calls chapter {number} {name}, which was {first_name} before"
            yield at_readme(step, HEAD_LINE, problem, "give it one name", law=Law.STANDS_ALONE)
        before = number


def check_roads(story: Story) -> Iterator[Violation]:
    """The chapters that story.toml takes off the main road are there."""
    if not all(step.head for step in story.steps):
        # a README that is still to be written may begin one
        return
    numbers = {step.chapter.partition(" · ")[0] for step in story.steps}
    for key, chapters in (("side", story.roads.side), ("galleries", story.roads.galleries)):
        for number in chapters:
            if str(number) not in numbers:
                problem = f"roads.{key} names chapter {number}, and no README is of that chapter"
                line = line_of_key(story.file, key)
                yield Violation(Law.STANDS_ALONE, story.file, line, problem, "write the number of one")


def check_retelling(story: Story, source: Source) -> Iterator[Violation]:
    """The READMEs tell each part of the source once, in order."""
    next_part = source.parts.start
    for step in story.steps:
        if not step.last_line:
            continue
        first, last = step.parts.start, step.parts.stop - 1
        if first != next_part or last < first or last not in source.parts:
            parts = f"{first}" if first == last else f"{first} to {last}"
            problem = f"tells {source.part} {parts}, and the next one is {next_part} of {source.last}"
            line = step.prose.rstrip("\n").count("\n") + 1
            yield at_readme(step, line, problem, "tell each part once, in order", law=Law.STANDS_ALONE)
        next_part = last + 1
    # without a README, it is not known what its step would tell
    has_all_readmes = all(step.readme.is_file() for step in story.steps)
    if next_part in source.parts and has_all_readmes:
        problem = f"no story tells {source.part} {next_part}"
        mend = f"end the README of a step with {source.retold} {next_part}."
        yield Violation(Law.STANDS_ALONE, story.file, line_of_key(story.file, "source"), problem, mend)
