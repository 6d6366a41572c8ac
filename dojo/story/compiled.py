"""The code object that Python makes of a file, and the code objects nested in it."""

import ast
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from warnings import catch_warnings, simplefilter

NO_PYTHON = SyntaxError, ValueError, RecursionError, MemoryError
"""Python raises these if a text is not valid Python."""


def parse_source(source: bytes) -> ast.Module:
    """The syntax of a source; raises one of NO_PYTHON. It shows no warnings: to run the source does."""
    with catch_warnings():
        simplefilter("ignore")
        return ast.parse(source)


def compile_source(source: bytes | ast.Module, file: Path, optimize: int = 0) -> CodeType:
    """What Python runs of a source; raises one of NO_PYTHON."""
    with catch_warnings():
        simplefilter("ignore")
        return compile(source, str(file), "exec", dont_inherit=True, optimize=optimize)


def nested_code(code: CodeType) -> Iterator[CodeType]:
    """A code object, and all code objects nested in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from nested_code(constant)
