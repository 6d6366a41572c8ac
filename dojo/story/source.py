"""How the suite writes a test down: the function, and the row of the table that makes it this test."""

import ast
import textwrap
from functools import cache
from pathlib import Path
from typing import NamedTuple

from dojo.story.tests import SuiteTest


class Written(NamedTuple):
    """The source of a test: its function, and its row where it comes from a table."""

    function: str
    row: str


def source(test: SuiteTest, top: Path) -> Written:
    """The source of a test, whose id is as it is seen from the top."""
    file, _, name = test.id.partition("::")
    code, tree = parsed(top / file)
    name, _, row = name.partition("[")
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == name]
    rows = [node for node in ast.walk(tree) if row and stands_for(node, test.rule)]
    return Written(*("\n".join(lines(code, found[0]) if found else []) for found in (functions, rows)))


@cache
def parsed(file: Path) -> tuple[list[str], ast.Module]:
    """The lines of a file, and its syntax."""
    code = file.read_text(encoding="utf-8", errors="replace")
    return code.splitlines(), ast.parse(code)


def stands_for(node: ast.AST, rule: str) -> bool:
    """Is this the row `drives(N, rule, …)` or `guards(N, rule, …)`?"""
    match node:
        case ast.Call(func=ast.Name("drives" | "guards"), args=[_, ast.Constant(value), *_]):
            return bool(value == rule)
        case _:
            return False


def lines(code: list[str], node: ast.AST) -> list[str]:
    """The whole lines on which a node stands, decorators too, as far to the left as they go."""
    first = min([node, *getattr(node, "decorator_list", [])], key=lambda part: part.lineno).lineno
    return textwrap.dedent("\n".join(code[first - 1 : node.end_lineno])).splitlines()  # type: ignore[attr-defined]
