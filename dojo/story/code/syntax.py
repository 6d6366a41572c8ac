"""The one reader of syntax: every room parses and compiles code with it, and none of it warns."""

import ast
import re
from collections.abc import Iterator
from types import CodeType
from typing import TypeVar
from warnings import catch_warnings, simplefilter

# Python raises these if a text is not valid Python.
NO_PYTHON = (SyntaxError, ValueError, RecursionError, MemoryError)
Function = ast.FunctionDef | ast.AsyncFunctionDef
WORD = re.compile(r"[^\W\d]\w*")
Node = TypeVar("Node", bound=ast.AST)


def decorator_name(node: ast.expr) -> str:
    """Return the last name of a decorator: drives for `pytest.mark.drives(7)`, `drives(7)` and `drives`."""
    called = node.func if isinstance(node, ast.Call) else node
    return ast.unparse(called).rpartition(".")[2]


def find_nodes(tree: ast.AST, kind: type[Node] | tuple[type[Node], ...]) -> list[Node]:
    """Return the nodes of a kind, or of one of several kinds, in some code."""
    return [node for node in ast.walk(tree) if isinstance(node, kind)]


def code_names(tree: ast.AST) -> Iterator[str]:
    """Yield the names in some code: of variables, functions, attributes, arguments, modules."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant):
            continue
        for _, value in ast.iter_fields(node):
            if isinstance(value, str):
                yield from WORD.findall(value)


def parse_source(source: str | bytes) -> ast.Module:
    """Return the syntax of a source; raises one of NO_PYTHON, and never warns."""
    with catch_warnings():
        simplefilter("ignore")
        return ast.parse(source)


def compile_source(source: str | bytes) -> CodeType:
    """Return the code of a source; raises one of NO_PYTHON, and never warns."""
    with catch_warnings():
        simplefilter("ignore")
        code: CodeType = compile(source, "source", "exec", dont_inherit=True, optimize=0)
        return code


def names_of(node: ast.stmt) -> list[str]:
    """Return the names that a statement defines; `__main__` for what runs as a program."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            names = []
            for target in targets:
                # it may be a tuple of names, or a part of something
                for part in ast.walk(target):
                    if isinstance(part, ast.Name):
                        names.append(part.id)
            return names
        case ast.AnnAssign(target=ast.Name(name)):
            return [name]
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            return [alias.asname or alias.name for alias in aliases]
        case ast.If(test=ast.Compare(left=ast.Name("__name__"))):
            return ["__main__"]
        case _:
            return []


def lines_of(node: ast.stmt | ast.expr | None) -> range:
    """Return the numbers of the lines of a node, with its decorators; none of nothing."""
    if node is None:
        return range(1, 1)
    first = node.lineno
    for decorator in getattr(node, "decorator_list", []):
        first = min(first, decorator.lineno)
    return range(first, (node.end_lineno or node.lineno) + 1)
