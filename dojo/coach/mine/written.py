"""The text of a participant's tests: which are new, and whether the others are the same as before."""

import ast
import os
from typing import NamedTuple

from dojo.attempt.diffstat import is_tests
from dojo.attempt.snapshot import Files

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Written(NamedTuple):
    """The tests of some files: the body of each, by the beginning of its id; and the rest."""

    bodies: dict[str, str]
    tables: dict[str, str]
    """The decorators of each: they give the rows that it runs on."""
    rest: tuple[str, ...]

    def has_kept(self, before: "Written") -> bool:
        """Are all tests of before still here, unchanged?"""
        return self.rest == before.rest and self.bodies.items() >= before.bodies.items()


def written(files: Files) -> Written:
    """The tests in some files of an attempt."""
    found = Written({}, {}, ())
    rest: list[str] = []
    for name, file in sorted(files.items()):
        if name.endswith(b".py") and is_tests(os.fsdecode(name)):
            try:
                tree = ast.parse(file.content)
            except (SyntaxError, ValueError):
                rest.append(file.content.decode(errors="replace"))
            else:
                rest += sorted_out(tree, os.fsdecode(name), found)
    return found._replace(rest=tuple(rest))


def sorted_out(node: ast.Module | ast.ClassDef, place: str, found: Written) -> list[str]:
    """Note the tests in a module or in a class; gives what else is in there."""
    rest = []
    for part in node.body:
        if isinstance(part, Function) and part.name.startswith("test"):
            id = f"{place}::{part.name}"
            found.bodies[id] = "\n".join(map(ast.dump, [part.args, *part.body]))
            found.tables[id] = "\n".join(map(ast.dump, part.decorator_list))
        elif isinstance(part, ast.ClassDef) and part.name.startswith("Test"):
            rest += sorted_out(part, f"{place}::{part.name}", found)
        elif not isinstance(part, ast.Import | ast.ImportFrom | ast.Pass) and not is_a_text(part):
            rest.append(ast.dump(part))
    return rest


def is_a_text(part: ast.stmt) -> bool:
    """Does it say something, and do nothing?"""
    return isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)


def beginning(id: str) -> str:
    """The id of a test without its row."""
    return id.partition("[")[0]
