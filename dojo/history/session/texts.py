"""The texts of a participant's tests and code, without what is layout."""

import ast
import os
from dataclasses import dataclass

from dojo.attempt.lines import is_code, is_tests
from dojo.attempt.snapshot import Files

Code = dict[str, str]


@dataclass(frozen=True)
class Text:
    """A test: its body, its rows, and the body with all that it uses."""

    body: str
    rows: tuple[str, ...]
    intent: str


def texts_of(files: Files) -> dict[str, Text]:
    """The tests in some files, by the beginnings of their ids."""
    found: dict[str, Text] = {}
    for name, file in sorted(files.items()):
        if name.endswith(b".py") and is_tests(os.fsdecode(name)):
            try:
                tree = ast.parse(file.content)
            except (SyntaxError, ValueError):
                continue
            _into(found, tree, os.fsdecode(name))
    return found


def _into(found: dict[str, Text], node: ast.AST, place: str) -> None:
    for part in getattr(node, "body", []):
        if isinstance(part, ast.FunctionDef) and part.name.startswith("test"):
            body = "\n".join(map(ast.dump, [part.args, *part.body]))
            rows = [ast.dump(row) for one in part.decorator_list for row in rows_of(one)]
            found[f"{place}::{part.name}"] = Text(body, tuple(rows), body)
        elif isinstance(part, ast.ClassDef):
            _into(found, part, f"{place}::{part.name}")


def rows_of(one: ast.expr) -> list[ast.expr]:
    if isinstance(one, ast.Call) and "parametrize" in ast.dump(one.func) and len(one.args) > 1:
        return list(getattr(one.args[1], "elts", []))
    return []


def code_of(files: Files) -> Code:
    """The code of each file that is no test."""
    found = {}
    for name, file in files.items():
        text = os.fsdecode(name)
        if is_code(text):
            found[text] = shape(file.content)
    return found


def shape(content: bytes) -> str:
    try:
        return ast.dump(ast.parse(content))
    except (SyntaxError, ValueError):
        return content.decode(errors="replace")


def is_of_the_code(name: bytes) -> bool:
    """Is it Python, and no file of tests?"""
    return name.endswith(b".py") and is_code(os.fsdecode(name))
