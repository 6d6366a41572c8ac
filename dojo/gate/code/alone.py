"""Law 6: each step stands alone, the numbers have no gap, and each part of the source has its one README."""

import ast
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from dojo.gate.breach import Breach
from dojo.gate.code.parsed import read
from dojo.story.compiled import NO_PYTHON
from dojo.story.steps import Step
from dojo.story.story import Source, Story


def breaches(story: Story) -> Iterator[Breach]:
    """What the numbers of the steps, their imports and their READMEs say of law 6."""
    yield from numbered(story.steps)
    for step in story.steps:
        yield from alone(step, story)
    if story.source:
        yield from told_once(story.steps, story.source, story.folder.name)
    yield from one_name_a_chapter(story.steps)


def numbered(steps: list[Step]) -> Iterator[Breach]:
    """The numbers run from 0 without a gap."""
    if steps[0].number != 0:
        yield Breach(6, steps[0].name, "folder", "the numbers start with 00")
    for before, step in pairwise(steps):
        if step.number == before.number:
            yield Breach(6, step.name, "folder", f"has the same number as {before.name}")
        elif step.number != before.number + 1:
            yield Breach(6, step.name, "folder", f"follows {before.name}: a number is missing")


def alone(step: Step, story: Story) -> Iterator[Breach]:
    """A step imports nothing but the standard library; what stands beside it, also what story.toml names."""
    for file in filter(Path.is_file, step.files):
        known = set(sys.stdlib_module_names)
        if file != step.module:
            known |= {story.module, *story.imports.get(file.stem, [])}
        try:
            tree, _ = read(file.read_bytes())
        except NO_PYTHON as error:
            line, why = getattr(error, "lineno", None) or 1, getattr(error, "msg", None) or str(error)
            yield Breach(6, step.name, f"{file.name}:{line}", f"is no Python: {why}")
            continue
        for node in ast.walk(tree):
            for name in imported(node):
                if name.split(".")[0] not in known:
                    where = f"{file.name}:{getattr(node, 'lineno', 0)}"
                    yield Breach(6, step.name, where, f"imports {name}: each step stands alone")


def imported(node: ast.AST) -> list[str]:
    """The modules that a node imports; a relative one by its dots."""
    match node:
        case ast.Import(names=names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=module, level=level):
            return ["." * level + (module or "")]
        case _:
            return []


def told_once(steps: list[Step], source: Source, folder: str) -> Iterator[Breach]:
    """Each part of the source belongs to the README of exactly one step."""
    teller: dict[int, Step] = {}
    for step in steps:
        for part in step.parts:
            if part not in source.parts:
                yield Breach(6, step.name, "README.md", f"{source.name} has no {source.part} {part}")
            elif part in teller:
                what = f"tells {source.part} {part}, which {teller[part].name} tells already"
                yield Breach(6, step.name, "README.md", what)
            teller.setdefault(part, step)
    if untold := [part for part in source.parts if part not in teller]:
        yield Breach(6, folder, "README.md", f"no story tells {source.part} {untold[0]}")


def one_name_a_chapter(steps: list[Step]) -> Iterator[Breach]:
    """A chapter has one number and one name, in all its READMEs."""
    names: dict[str, str] = {}
    for step in steps:
        number, _, name = step.chapter.partition(" · ")
        if names.setdefault(number, name) != name:
            what = f"calls chapter {number} {name}, which was {names[number]} before"
            yield Breach(6, step.name, "README.md:3", what)
