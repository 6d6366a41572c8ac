"""A text of Python in a normal form: layout, comments and docstrings are no difference."""

import ast
import warnings
from collections.abc import Collection, Iterator
from functools import lru_cache

MOST = 20_000
"""So many texts are kept in their normal form."""
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
NO_DIFFERENCE = {"ctx", "kind", "type_comment", "type_ignores"}


@lru_cache(MOST)
def parsed(content: bytes) -> ast.Module | None:
    """The syntax tree of a file; None where it is not Python."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(content)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


@lru_cache(MOST)
def normal_text(content: bytes) -> str:
    """The normal form of a file; where it is not Python, its bytes as they are."""
    tree = parsed(content)
    return repr(content) if tree is None else normal(tree)


def normal(node: ast.AST, own: str = "", but: Collection[ast.AST] = ()) -> str:
    """The normal form of a piece of syntax: without the name of its own, and without some of its parts."""
    return "".join(pieces(node, own, set(but)))


def pieces(value: object, own: str, but: Collection[ast.AST]) -> Iterator[str]:
    """The parts of a normal form."""
    if isinstance(value, list):
        yield "["
        for one in value:
            yield from pieces(one, own, but)
            yield ","
        yield "]"
    elif not isinstance(value, ast.AST):
        yield "own name" if own and value == own else repr(value)
    elif value in but:
        yield "…"
    else:
        yield f"{type(value).__name__}("
        for name, part in ast.iter_fields(value):
            if name not in NO_DIFFERENCE:
                named = own if name in ("name", "id", "attr") else ""
                inside = undocumented(value) if name == "body" else part
                yield from pieces(inside, named if isinstance(inside, str) else own, but)
                yield ","
        yield ")"


def undocumented(node: ast.AST) -> object:
    """The body of a piece of syntax, without its docstring."""
    if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
        return node.body[1:]
    return getattr(node, "body", None)


def shown(content: bytes, node: ast.stmt) -> str:
    """The text of a function, with its decorators, as it stands in its file."""
    decorators = getattr(node, "decorator_list", [])
    first = min(one.lineno for one in [node, *decorators])
    lines = content.decode(errors="replace").splitlines()
    return "\n".join(lines[first - 1 : node.end_lineno])
