"""What Python makes of a file: its code object, and those that are nested in it."""

import ast
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from warnings import catch_warnings, simplefilter

NO_PYTHON = SyntaxError, ValueError, RecursionError, MemoryError
"""What is raised where a text is no Python."""


def parsed(source: bytes) -> ast.Module:
    """The syntax of a source; raises one of NO_PYTHON. Who runs it hears the warnings."""
    with catch_warnings():
        simplefilter("ignore")
        return ast.parse(source)


def compiled(source: bytes | ast.Module, file: Path, optimize: int = 0) -> CodeType:
    """What Python runs of a source; raises one of NO_PYTHON."""
    with catch_warnings():
        simplefilter("ignore")
        return compile(source, str(file), "exec", dont_inherit=True, optimize=optimize)


def within(code: CodeType) -> Iterator[CodeType]:
    """A code object, and all that are nested in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from within(constant)
