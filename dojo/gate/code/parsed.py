"""The files of a story's steps as Python reads them, each read once."""

import ast
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import CodeType
from typing import NamedTuple

from dojo.gate.violation import Violation, line_of
from dojo.story.compiled import NO_PYTHON, compiled, parsed
from dojo.story.steps import Step
from dojo.story.story import Story


class Code(NamedTuple):
    """A file of a step that is Python."""

    step: Step
    file: Path
    tree: ast.Module
    compiled: CodeType

    def violation(self, law: int, node: ast.AST, what: str, fix: str = "") -> Violation:
        """Give a violation at a node of it."""
        return Violation(law, self.file, line_of(node), what, fix, step=self.step.name)


def codes(story: Story) -> Iterator[Code]:
    """Each file of each step; alone.py reports what is not valid Python, and it is left out here."""
    for step in story.steps:
        for file in filter(Path.is_file, step.files):
            try:
                yield Code(step, file, *read(file.read_bytes()))
            except NO_PYTHON:
                continue


@lru_cache(maxsize=256)
def read(source: bytes) -> tuple[ast.Module, CodeType]:
    """The syntax of a file, and what Python runs of it; raises one of NO_PYTHON if it has none."""
    tree = parsed(source)
    return tree, compiled(tree, Path("step"))
