"""The files of a story's steps as Python reads them, each read once."""

import ast
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import CodeType
from typing import NamedTuple
from warnings import catch_warnings, simplefilter

from dojo.story.steps import Step
from dojo.story.story import Story


class Code(NamedTuple):
    """A file of a step that is Python."""

    step: Step
    file: Path
    tree: ast.Module

    def where(self, node: ast.AST) -> str:
        """The file, and the line on which a node begins."""
        return f"{self.file.name}:{getattr(node, 'lineno', 1)}"


def codes(story: Story) -> Iterator[Code]:
    """Each file of each step; what is no Python is left out, and alone.py names it."""
    for step in story.steps:
        for file in filter(Path.is_file, step.files):
            try:
                yield Code(step, file, tree(file.read_bytes()))
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                continue


@lru_cache(maxsize=256)
def tree(source: bytes) -> ast.Module:
    """The syntax of a file; raises what Python raises where it has none."""
    with catch_warnings():
        simplefilter("ignore")
        return ast.parse(source)


def compiled(found: Code) -> CodeType:
    """What Python runs of a file."""
    with catch_warnings():
        simplefilter("ignore")
        return compile(found.tree, str(found.file), "exec", dont_inherit=True, optimize=0)


def within(code: CodeType) -> Iterator[CodeType]:
    """A code object, and all that are nested in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from within(constant)
