"""What slips into a participant's own tests: one that cannot fail, and one that pytest never runs."""

import ast
import os
from collections import Counter
from collections.abc import Iterator, Sequence

from rich.console import Console

from dojo.attempt.attempt import Attempt
from dojo.attempt.snapshot import Files
from dojo.gate.results.weak_tests import NOTHING_ASSERTED, find_asserts, find_weakness_of_tree
from dojo.screen.console import paragraph
from dojo.story.code.syntax import NO_PYTHON, Function, find_nodes, parse_source

MAX_SLIPS = 3  # that are told at once
CONFTEST = "conftest.py"
INTO_A_TEST = "put it into one, below a line like def test_one():"


def print_slips(attempt: Attempt, files: Files, out: Console) -> None:
    """Print a line for each of the first slips in the test files of an attempt."""
    for number, slip in enumerate(find_slips(attempt, files)):
        if number == MAX_SLIPS:
            break
        paragraph(out, slip, "bold")


def find_slips(attempt: Attempt, files: Files) -> Iterator[str]:
    """Yield a line for each slip in the test files of an attempt: where, what, and what to do."""
    for path, file in sorted(files.items()):
        name = os.fsdecode(path)
        if not name.endswith(".py") or name in (attempt.module.name, CONFTEST):
            continue
        try:
            tree = parse_source(file.content)
        # the run says so
        except NO_PYTHON:
            continue
        if isinstance(tree, ast.Module):
            yield from find_slips_of_file(name, tree, attempt.module.stem)


def find_slips_of_file(name: str, tree: ast.Module, module: str) -> Iterator[str]:
    """Yield the slips of a file, whose tests are of a module."""
    last_part = name.rpartition("/")[2]
    is_collected = last_part.startswith("test_") or last_part.endswith("_test.py")
    functions = [node for node in tree.body if isinstance(node, Function)]
    if not is_collected:
        # a module beside the first one, or helpers
        if any(function.name.startswith("test") for function in functions):
            yield f"{name}: pytest does not read it; call it test_{last_part}"
        return
    for node in tree.body:
        if isinstance(node, ast.Assert):
            yield f"{name}:{node.lineno}: assert stands outside a test, so it is not counted; {INTO_A_TEST}"
    bodies = [tree.body]
    bodies += [node.body for node in tree.body if isinstance(node, ast.ClassDef)]
    used = Counter(node.id for node in find_nodes(tree, ast.Name))
    imported = imported_names(tree) - {module}
    for body in bodies:
        yield from find_slips_of_body(name, body, used, imported)


def imported_names(tree: ast.Module) -> set[str]:
    """Return the names by which a file knows what it imports."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                names.add(alias.asname or alias.name.partition(".")[0])
    return names


def find_slips_of_body(
    name: str, body: Sequence[ast.stmt], used: Counter[str], imported: set[str]
) -> Iterator[str]:
    """Yield the slips among the functions of a file, or of a class in it."""
    seen: dict[str, int] = {}
    for node in body:
        if not isinstance(node, Function):
            continue
        place = f"{name}:{node.lineno}: {node.name}"
        is_test = node.name.startswith("test")
        if is_test and node.name in seen:
            yield f"{place} is there twice, and the one on line {seen[node.name]} never runs; rename one"
        seen.setdefault(node.name, node.lineno)
        if is_test:
            weakness = find_weakness_of_tree(node)
            if weakness and not (weakness == NOTHING_ASSERTED and calls_a_helper(node, imported)):
                yield f"{place}: {weakness.problem}; {weakness.mend}"
        # a helper is called, and a fixture has a decorator
        elif find_asserts(node) and not used[node.name] and not node.decorator_list:
            yield f"{place} has an assertion, and pytest does not run it; begin its name with test_"


def calls_a_helper(test: Function, imported: set[str]) -> bool:
    """True if a test calls something of a helper, which may assert: one that is imported, or a parameter."""
    helpers = imported | {argument.arg for argument in test.args.args}
    for node in ast.walk(test):
        called = node.func if isinstance(node, ast.Call) else None
        # of `checks.words.one(…)`, it is checks
        while isinstance(called, ast.Attribute):
            called = called.value
        if isinstance(called, ast.Name) and called.id in helpers:
            return True
    return False
