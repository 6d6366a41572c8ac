"""The rows of a parametrised test, each of which is a test of its own."""

import ast
from collections.abc import Callable, Iterator
from typing import NamedTuple

from dojo.prove.identity.modules import Found
from dojo.prove.identity.syntax import normal

Constants = Callable[[str], ast.expr | None]
"""Gives what a name of the file, or of a helper, is bound to."""


class Row(NamedTuple):
    """A row: the arguments that it is for, its number from 0, its own id if it has one, and its text."""

    arguments: str
    """`rolls,score`"""
    number: int
    id: str
    text: str


class Table(NamedTuple):
    """A `parametrize` whose rows stand there, one by one."""

    rows: tuple[Row, ...]
    nodes: tuple[ast.AST, ...]
    """What is no part of the test's body, since it is a row or an id."""


def tables(test: Found, constants: Constants) -> Iterator[Table]:
    """The tables of a test, and of its class."""
    for one in (test.function, *test.classes):
        for decorator in one.decorator_list:
            if isinstance(decorator, ast.Call) and getattr(decorator.func, "attr", "") == "parametrize":
                yield from table(decorator, constants)


def table(decorator: ast.Call, constants: Constants) -> Iterator[Table]:
    """The rows of a decorator; nothing where they are worked out by a program."""
    given = dict(zip(("argnames", "argvalues"), decorator.args))
    given |= {one.arg: one.value for one in decorator.keywords if one.arg}
    names, values = argument_names(given.get("argnames")), given.get("argvalues")
    rows = constants(values.id) if isinstance(values, ast.Name) else values
    if not names or not values or not isinstance(rows, (ast.List, ast.Tuple, ast.Set)):
        return
    if any(isinstance(row, ast.Starred) for row in rows.elts):
        return
    ids = [
        one.value if isinstance(one, ast.Constant) else "" for one in getattr(given.get("ids"), "elts", [])
    ]
    ids += [""] * len(rows.elts)
    told = [row(names, index, node, str(ids[index] or "")) for index, node in enumerate(rows.elts)]
    yield Table(tuple(told), tuple(filter(None, (values, given.get("ids")))))


def argument_names(node: ast.AST | None) -> str:
    """`rolls,score`, whether they are written as a text or as a list of texts."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return ",".join(name.strip() for name in node.value.split(",") if name.strip())
    parts = getattr(node, "elts", [])
    return ",".join(str(one.value) for one in parts if isinstance(one, ast.Constant))


def row(names: str, index: int, node: ast.expr, named: str) -> Row:
    """A row as it stands, or as a `pytest.param`, whose id is no part of its text."""
    called = getattr(node, "func", None)
    if not isinstance(node, ast.Call) or getattr(called, "attr", getattr(called, "id", "")) != "param":
        return Row(names, index, named, normal(node))
    keywords = [one for one in node.keywords if one.arg == "id"]
    for one in keywords:
        named = str(one.value.value) if isinstance(one.value, ast.Constant) else named
    only_one = len(node.args) == 1 and len(node.keywords) == len(keywords)
    return Row(names, index, named, normal(node.args[0] if only_one else node, but=keywords))
