"""The source of a test in the suite: its function, and its row in a table."""

import ast
import textwrap
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from dojo.story.tests import SuiteTest


class Written(NamedTuple):
    """The source of a test: its function, and its row if it comes from a table."""

    function: str
    row: str


def source(test: SuiteTest, top: Path) -> Written:
    """The source of a test; its id begins at the top."""
    file, _, name = test.id.partition("::")
    code, tree = parsed(top / file)
    name, _, row = name.partition("[")
    function = functions(tree, name.rpartition("::")[2])
    return Written(text_of(code, function), text_of(code, rows(tree, test.rule) if row else []))


def place(test: SuiteTest, top: Path) -> tuple[Path, int]:
    """The file of a test, and the line of its row, or else that of its function."""
    file, nodes = found(test, top)
    return file, nodes[0].lineno if nodes else 1


def as_it_stands(test: SuiteTest, top: Path) -> list[str]:
    """The whole lines of its row, or else those of its function."""
    file, nodes = found(test, top)
    return whole_lines(parsed(file)[0], nodes[0]) if nodes else []


def found(test: SuiteTest, top: Path) -> tuple[Path, list[ast.FunctionDef | ast.Call]]:
    """The file of a test, and where it is written there: its row comes first."""
    file, _, name = test.id.partition("::")
    name, _, row = name.partition("[")
    tree = parsed(top / file)[1]
    nodes: list[ast.FunctionDef | ast.Call] = [*rows(tree, test.rule)] if row else []
    return top / file, [*nodes, *functions(tree, name.rpartition("::")[2])]


def parsed(file: Path) -> tuple[list[str], ast.Module]:
    """The lines of a file, and its syntax."""
    code = file.read_text(encoding="utf-8", errors="replace")
    return code.splitlines(), syntax(code)


@lru_cache(maxsize=64)
def syntax(code: str) -> ast.Module:
    """The syntax of a text."""
    return ast.parse(code)


def functions(tree: ast.Module, name: str) -> list[ast.FunctionDef]:
    """The functions of that name."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == name]


def rows(tree: ast.Module, rule: str) -> list[ast.Call]:
    """The rows of that rule."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call) and stands_for(node, rule)]


def stands_for(node: ast.Call, rule: str) -> bool:
    """Is this the row `drives(N, rule, …)` or `guards(N, rule, …)`, or `param(…, id=rule)`?"""
    match node:
        case ast.Call(func=ast.Name("drives" | "guards"), args=[_, ast.Constant(value), *_]):
            return is_called(value, rule)
        case ast.Call(func=ast.Name("param") | ast.Attribute(attr="param"), keywords=words):
            ids = [word.value for word in words if word.arg == "id"]
            return any(isinstance(id, ast.Constant) and is_called(id.value, rule) for id in ids)
        case _:
            return False


def is_called(value: object, rule: str) -> bool:
    """Is this the rule, as somebody wrote it or as pytest spells its signs?"""
    return rule in (value, str(value).encode("unicode_escape").decode("ascii"))


def text_of(code: list[str], nodes: Sequence[ast.FunctionDef | ast.Call]) -> str:
    """The whole lines on which the first node stands, decorators too, as far to the left as they go."""
    return textwrap.dedent("\n".join(whole_lines(code, nodes[0]))) if nodes else ""


def whole_lines(code: list[str], node: ast.FunctionDef | ast.Call) -> list[str]:
    """The whole lines on which a node stands, decorators too."""
    first = min(part.lineno for part in [node, *getattr(node, "decorator_list", [])])
    return code[first - 1 : node.end_lineno]
