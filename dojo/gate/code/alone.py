"""Law 6: each step stands alone, the numbers have no gap, and each part of the source has its one README."""

import ast
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from dojo.gate.code.parsed import read
from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation, line_of, split
from dojo.story.compiled import NO_PYTHON
from dojo.story.steps import Step
from dojo.story.story import Source, Story
from dojo.story.toml import line_of_key

HEAD = 3
"""The line of a README that names its chapter and the part of the source that it tells."""


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every violation of law 6 in the numbers of the steps, in their imports and in their READMEs."""
    story = evidence.story
    yield from numbered(story.steps)
    for step in story.steps:
        yield from alone(step, story)
    if story.source:
        yield from told_once(story.steps, story.source, story.file)
    yield from one_name_a_chapter(story.steps)


def imported_quietly(evidence: Evidence) -> Iterator[Violation]:
    """What a step does while it is imported, seen when it is."""
    for step, seen in evidence.observations.items():
        for what in dict.fromkeys(seen.done):
            fix = "let a function do that, when it is called"
            yield Violation(6, step.module, 0, f"{what} while it is imported", fix, step=step.name)


def numbered(steps: list[Step]) -> Iterator[Violation]:
    """The numbers run from 0 without a gap."""
    if steps[0].number != 0:
        what = f"the numbers start with 00; rename it {renumbered(steps[0], 0)}"
        yield Violation(6, steps[0].folder, 0, *split(what), step=steps[0].name)
    for before, step in pairwise(steps):
        if step.number == before.number:
            what = f"has the same number as {before.name}; give it one of its own"
            yield Violation(6, step.folder, 0, *split(what), step=step.name)
        elif step.number != before.number + 1:
            do = f"rename it {renumbered(step, before.number + 1)}"
            what = f"follows {before.name}: a number is missing; {do}"
            yield Violation(6, step.folder, 0, *split(what), step=step.name)


def renumbered(step: Step, number: int) -> str:
    """The name of its folder, with another number."""
    return f"step_{number:02}_{step.name.split('_', 2)[2]}"


def alone(step: Step, story: Story) -> Iterator[Violation]:
    """A step imports only the standard library; a file beside it may also import what story.toml names."""
    for file in filter(Path.is_file, step.files):
        known = set(sys.stdlib_module_names)
        if file != step.module:
            known |= {story.module, *story.imports.get(file.stem, [])}
        try:
            tree, _ = read(file.read_bytes())
        except NO_PYTHON as error:
            line, why = getattr(error, "lineno", None) or 1, getattr(error, "msg", None) or str(error)
            yield Violation(6, file, line, f"is not valid Python: {why}", "mend this line", step=step.name)
            continue
        for node in ast.walk(tree):
            for name in imported(node):
                if name.split(".")[0] not in known:
                    what = f"imports {name}: each step stands alone; copy what it needs into this step"
                    yield Violation(6, file, line_of(node), *split(what), step=step.name)


def imported(node: ast.AST) -> list[str]:
    """The modules that a node imports; a relative one by its dots."""
    match node:
        case ast.Import(names=names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=module, level=level):
            return ["." * level + (module or "")]
        case _:
            return []


def told_once(steps: list[Step], source: Source, file: Path) -> Iterator[Violation]:
    """Each part of the source belongs to the README of exactly one step."""
    teller: dict[int, Step] = {}
    for step in steps:
        for part in step.parts:
            if part not in source.parts:
                what = f"{source.name} has no {source.part} {part}; say which one it tells"
                yield Violation(6, step.readme, step.last_line_number, *split(what), step=step.name)
            elif part in teller:
                what = f"tells {source.part} {part}, which {teller[part].name} tells already"
                what = f"{what}; leave it to one of them"
                yield Violation(6, step.readme, step.last_line_number, *split(what), step=step.name)
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
            what = f"calls chapter {number} {name}, which was {names[number]} before; give it one name"
            yield Violation(6, step.readme, HEAD, *split(what), step=step.name)
