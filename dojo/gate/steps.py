"""Law 6: each step stands alone and changes the code; numbers and the parts of the source have no gap."""

import ast
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from dojo.gate.evidence import Evidence
from dojo.gate.prose.readme import unreadable
from dojo.gate.violation import Violation, line_of, split
from dojo.story.compiled import NO_PYTHON, parse_source
from dojo.story.steps import Step
from dojo.story.story import Source, Story
from dojo.story.toml import line_of_key

HEAD = 3
"""The line of a README that names its chapter."""


def check(evidence: Evidence) -> Iterator[Violation]:
    """Everything in the numbers, the code and the heads of the steps that breaks law 6."""
    story = evidence.story
    yield from numbered(story.steps)
    for step in story.steps:
        yield from alone(step, story)
    yield from changed(story.steps)
    for code in evidence.suite:
        yield from (Violation(6, code.file, line, *split(what)) for line, what in unreadable(code.file))
    if story.source:
        yield from told_once(story.steps, story.source, story.file)
    yield from one_name_a_chapter(story.steps)


def import_quietly(evidence: Evidence) -> Iterator[Violation]:
    """What a step does while it is imported, seen when it is."""
    for step, seen in evidence.observations.items():
        for what in dict.fromkeys(seen.done):
            fix = "let a function do that, when it is called"
            yield Violation(6, step.module, 0, f"{what} while it is imported", fix, step.name)


def numbered(steps: list[Step]) -> Iterator[Violation]:
    """The numbers run from 0 without a gap."""
    for before, step in pairwise([None, *steps]):
        expected = before.number + 1 if before else 0
        if not step or step.number == expected:
            continue
        what = f"follows {before.name}: a number is missing" if before else "the numbers start with 00"
        fix = f"rename it step_{expected:02}_{step.name.split('_', 2)[2]}"
        if before and step.number == before.number:
            what, fix = f"has the same number as {before.name}", "give it one of its own"
        yield Violation(6, step.folder, 0, what, fix, step.name)


def alone(step: Step, story: Story) -> Iterator[Violation]:
    """A step imports only the standard library; a file beside it may also import what story.toml names."""
    for file in filter(Path.is_file, step.files):
        for line, what in unreadable(file):
            yield Violation(6, file, line, *split(what), step.name)
        known = set(sys.stdlib_module_names)
        if file != step.module:
            known |= {story.module, *story.imports.get(file.stem, [])}
        try:
            tree = parse_source(file.read_bytes())
        except NO_PYTHON as error:
            line, why = getattr(error, "lineno", None) or 1, getattr(error, "msg", None) or str(error)
            yield Violation(6, file, line, f"is not valid Python: {why}", "mend this line", step.name)
            continue
        for node in ast.walk(tree):
            for name in imported(node):
                if name.split(".")[0] not in known:
                    what = f"imports {name}: each step stands alone"
                    fix = "copy what it needs into this step"
                    yield Violation(6, file, line_of(node), what, fix, step.name)


def imported(node: ast.AST) -> list[str]:
    """Give the modules that a node imports; a relative one by its dots."""
    match node:
        case ast.Import(names=names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=module, level=level):
            return ["." * level + (module or "")]
        case _:
            return []


def changed(steps: list[Step]) -> Iterator[Violation]:
    """Each step changes the code, and not only its layout, its comments or its docstrings."""
    codes = {step: [(file.name, essence(file)) for file in step.files] for step in steps}
    for before, step in pairwise(steps):
        if codes[before] == codes[step] and all(code is not None for _, code in codes[step]):
            what = f"has the code of {before.name}, at most laid out differently"
            yield Violation(6, step.module, 0, what, "change it, or remove the step", step.name)


def essence(file: Path) -> str | None:
    """Give the code of a file without layout, comments, docstrings and `pass`; None if it has none."""
    try:
        tree = parse_source(file.read_bytes())
    except (OSError, *NO_PYTHON):
        return None
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            if isinstance(block := getattr(node, name, None), list):
                setattr(node, name, [one for one in block if not is_empty(one)])
    return ast.dump(tree)


def is_empty(node: ast.stmt) -> bool:
    """True if it is a text that nothing uses, or `pass`."""
    match node:
        case ast.Expr(value=ast.Constant(value=str())) | ast.Pass():
            return True
        case _:
            return False


def told_once(steps: list[Step], source: Source, file: Path) -> Iterator[Violation]:
    """Each part of the source belongs to the README of exactly one step."""
    teller: dict[int, Step] = {}
    for step in steps:
        for part in step.parts:
            what = fix = ""
            if part not in source.parts:
                what, fix = f"{source.name} has no {source.part} {part}", "say which one it tells"
            elif part in teller:
                what = f"tells {source.part} {part}, which {teller[part].name} tells already"
                fix = "leave it to one of them"
            if what:
                yield Violation(6, step.readme, step.last_line_number, what, fix, step.name)
            teller.setdefault(part, step)
    untold = [part for part in source.parts if part not in teller]
    if untold and all(step.readme.is_file() for step in steps):
        what = f"no story tells {source.part} {untold[0]}"
        fix = f"end the README of a step with {source.retold} {untold[0]}."
        yield Violation(6, file, line_of_key(file, "source"), what, fix)


def one_name_a_chapter(steps: list[Step]) -> Iterator[Violation]:
    """A chapter has the same number and the same name in all its READMEs."""
    names: dict[str, str] = {}
    for step in steps:
        number, _, name = step.chapter.partition(" · ")
        if names.setdefault(number, name) != name:
            what = f"calls chapter {number} {name}, which was {names[number]} before"
            yield Violation(6, step.readme, HEAD, what, "give it one name", step.name)
