"""Law 6: each step stands alone, the numbers have no gap, and each part of the source has its one README."""

import ast
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from dojo.gate.breach import Breach, line_of
from dojo.gate.code.parsed import read
from dojo.story.compiled import NO_PYTHON
from dojo.story.steps import Step
from dojo.story.story import Source, Story
from dojo.story.toml import line_of_key

HEAD = 3
"""The line of a README that names its chapter and the part of the source that it tells."""


def breaches(story: Story) -> Iterator[Breach]:
    """Every breach of law 6 in the numbers of the steps, in their imports and in their READMEs."""
    yield from numbered(story.steps)
    for step in story.steps:
        yield from alone(step, story)
    if story.source:
        yield from told_once(story.steps, story.source, story.file)
    yield from one_name_a_chapter(story.steps)


def numbered(steps: list[Step]) -> Iterator[Breach]:
    """The numbers run from 0 without a gap."""
    if steps[0].number != 0:
        what = f"the numbers start with 00; rename it {renumbered(steps[0], 0)}"
        yield Breach(6, steps[0].name, steps[0].folder, 0, what)
    for before, step in pairwise(steps):
        if step.number == before.number:
            what = f"has the same number as {before.name}; give it one of its own"
            yield Breach(6, step.name, step.folder, 0, what)
        elif step.number != before.number + 1:
            do = f"rename it {renumbered(step, before.number + 1)}"
            what = f"follows {before.name}: a number is missing; {do}"
            yield Breach(6, step.name, step.folder, 0, what)


def renumbered(step: Step, number: int) -> str:
    """The name of its folder, with another number."""
    return f"step_{number:02}_{step.name.split('_', 2)[2]}"


def alone(step: Step, story: Story) -> Iterator[Breach]:
    """A step imports only the standard library; a file beside it may also import what story.toml names."""
    for file in filter(Path.is_file, step.files):
        known = set(sys.stdlib_module_names)
        if file != step.module:
            known |= {story.module, *story.imports.get(file.stem, [])}
        try:
            tree, _ = read(file.read_bytes())
        except NO_PYTHON as error:
            line, why = getattr(error, "lineno", None) or 1, getattr(error, "msg", None) or str(error)
            yield Breach(6, step.name, file, line, f"is not valid Python: {why}; mend this line")
            continue
        for node in ast.walk(tree):
            for name in imported(node):
                if name.split(".")[0] not in known:
                    what = f"imports {name}: each step stands alone; copy what it needs into this step"
                    yield Breach(6, step.name, file, line_of(node), what)


def imported(node: ast.AST) -> list[str]:
    """The modules that a node imports; a relative one by its dots."""
    match node:
        case ast.Import(names=names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=module, level=level):
            return ["." * level + (module or "")]
        case _:
            return []


def told_once(steps: list[Step], source: Source, file: Path) -> Iterator[Breach]:
    """Each part of the source belongs to the README of exactly one step."""
    teller: dict[int, Step] = {}
    for step in steps:
        for part in step.parts:
            if part not in source.parts:
                what = f"{source.name} has no {source.part} {part}; say which one it tells"
                yield Breach(6, step.name, step.readme, step.last_line_number, what)
            elif part in teller:
                what = f"tells {source.part} {part}, which {teller[part].name} tells already"
                what = f"{what}; leave it to one of them"
                yield Breach(6, step.name, step.readme, step.last_line_number, what)
            teller.setdefault(part, step)
    if untold := [part for part in source.parts if part not in teller]:
        do = f"end the README of a step with {source.retold} {untold[0]}."
        what = f"no story tells {source.part} {untold[0]}; {do}"
        yield Breach(6, "", file, line_of_key(file, "source"), what)


def one_name_a_chapter(steps: list[Step]) -> Iterator[Breach]:
    """A chapter has the same number and the same name in all its READMEs."""
    names: dict[str, str] = {}
    for step in steps:
        number, _, name = step.chapter.partition(" · ")
        if names.setdefault(number, name) != name:
            what = f"calls chapter {number} {name}, which was {names[number]} before; give it one name"
            yield Breach(6, step.name, step.readme, HEAD, what)
