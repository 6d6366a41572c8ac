"""The participant's tests by their source: which of them are as they were, and what they share."""

import ast
import os
from collections import deque

from dojo.attempt.diffstat import is_tests
from dojo.attempt.snapshot import Files
from dojo.story.code.syntax import Function, parse_source


def parse_tests(files: Files) -> tuple[list[tuple[str, ast.stmt]], list[str]]:
    """Return the statements in files of tests, each with the file's name; and the texts that do not parse."""
    statements: list[tuple[str, ast.stmt]] = []
    unreadable: list[str] = []
    for path, file in sorted(files.items()):
        name = os.fsdecode(path)
        if not name.endswith(".py") or not is_tests(name):
            continue
        try:
            module = parse_source(file.content)
        except (SyntaxError, ValueError):
            unreadable.append(file.content.decode(errors="replace"))
        else:
            for statement in module.body:
                statements.append((name, statement))
    return statements, unreadable


def read_sources(files: Files) -> tuple[dict[str, str], list[str]]:
    """Return the body of each test in some files, by the beginning of its id; and all else but imports."""
    statements, rest = parse_tests(files)
    bodies: dict[str, str] = {}
    waiting = deque(statements)
    while waiting:
        place, statement = waiting.popleft()
        if isinstance(statement, Function) and statement.name.startswith("test"):
            bodies[f"{place}::{statement.name}"] = "\n".join(map(ast.dump, [statement.args, *statement.body]))
            # a decorator has the rows of a test: with other rows, it is another test
            rest.extend(map(ast.dump, statement.decorator_list))
        elif isinstance(statement, ast.ClassDef) and statement.name.startswith("Test"):
            for inner in statement.body:
                waiting.append((f"{place}::{statement.name}", inner))
        elif not isinstance(statement, ast.Import | ast.ImportFrom | ast.Pass):
            rest.append(ast.dump(statement))
    return bodies, rest
