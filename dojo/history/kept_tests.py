"""The tests of a kata as far as they were shown: the text of a file of tests without the others."""

import ast
from collections.abc import Collection

from dojo.story.code.syntax import Function, lines_of, parse_source
from dojo.story.source import is_called, read_row


def only_tests(text: str, ids: list[str]) -> str:
    """The text of a file of tests without the functions and rows of other tests, and their imports.

    Rows that a program makes stay with their function. The module may lack a name that only others import.
    """
    functions = set()
    rules = set()
    for id in ids:
        path, _, row = id.partition("[")
        functions.add(path.rpartition("::")[2])
        rules.add(row.removesuffix("]"))
    lines = text.splitlines(keepends=True)
    tree = parse_source(text)
    for node in ast.walk(tree):
        if isinstance(node, Function):
            drop_test(lines, node, functions)
        else:
            drop_row(lines, node, rules)
    drop_imports(lines, tree)
    return "".join(lines)


def drop_test(lines: list[str], node: Function, kept: Collection[str]) -> None:
    """Drop a function if it is a test, and none of those that are kept."""
    if node.name.startswith("test") and node.name not in kept:
        # a class has to have a body
        replace_lines(lines, node, f"{' ' * node.col_offset}pass\n" if node.col_offset else "")


def drop_row(lines: list[str], node: ast.AST, kept_rules: Collection[str]) -> None:
    """Drop a row of a test if it has a rule, and none of those that are kept."""
    row = read_row(node)
    if row is None or not row.rule:
        return
    if not any(is_called(row.rule, rule) for rule in kept_rules):
        replace_lines(lines, row.node, "")


def drop_imports(lines: list[str], tree: ast.Module) -> None:
    """Drop the names that a file imports and does not use any more."""
    names = {"*"}
    for node in ast.walk(parse_source("".join(lines))):
        if isinstance(node, ast.Name):
            names.add(node.id)
    for statement in tree.body:
        if isinstance(statement, ast.ImportFrom):
            used = []
            for alias in statement.names:
                name = alias.asname or alias.name
                if name in names:
                    used.append(alias)
            statement.names = used
            replace_lines(lines, statement, f"{ast.unparse(statement)}\n" if statement.names else "")


def replace_lines(lines: list[str], node: ast.stmt | ast.expr, left: str) -> None:
    """Put a text in place of the lines of a node."""
    for number in lines_of(node):
        lines[number - 1] = ""
    lines[node.lineno - 1] = left
