"""The lines of a suite that belong to the tests that drive a step: they, their rows, and what these use."""

import ast
from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from pathlib import PurePosixPath

from dojo.gate.prose.code import Code, lines_of
from dojo.story.story import Story
from dojo.story.tests import SuiteTest

Function = ast.FunctionDef | ast.AsyncFunctionDef
MARKS = ("drives", "guards")
Lines = set[tuple[str, int]]


class SuiteCode:
    """The files of a suite, and which lines of them belong to which test."""

    def __init__(self, story: Story) -> None:
        files = sorted(story.suite.glob("*.py"))
        self.uses: dict[int, set[str]] = {}
        self.files = [Code(file.read_text("utf-8", errors="replace"), file.name) for file in files]

    @cached_property
    def defined(self) -> dict[str, list[tuple[Code, ast.stmt]]]:
        """What the files define at their left margin, by its name."""
        found: dict[str, list[tuple[Code, ast.stmt]]] = {}
        for file in self.files:
            for node in file.tree.body:
                for name in names_given(node):
                    found.setdefault(name, []).append((file, node))
        return found

    @cached_property
    def above(self) -> Lines:
        """The lines of imports and of what stands alone, like a docstring."""
        kinds = (ast.Import, ast.ImportFrom, ast.Expr)
        return {
            (file.file, line)
            for file in self.files
            for node in file.tree.body
            if isinstance(node, kinds)
            for line in lines_of(node)
        }

    @cached_property
    def rows(self) -> list[tuple[Code, ast.Call, tuple[str, object]]]:
        """The rows of all tables, each with its mark."""
        return [
            (file, node, mark)
            for file in self.files
            for node in ast.walk(file.tree)
            if isinstance(node, ast.Call) and (mark := mark_of(node))
        ]

    def of(self, tests: list[SuiteTest]) -> Lines:
        """The lines of these tests, which drive one step: without the rows of others in the same tables.

        What a file imports, and what it says of itself, stands above any of its tests.
        """
        found: Lines = set(self.above)
        for file, node in self.used(tests):
            for part in [node, *getattr(node, "decorator_list", [])]:
                found |= {(file.file, line) for line in lines_of(part)}
        theirs = {("drives", test.written) for test in tests}
        for file, row, mark in self.rows:
            if mark not in theirs:
                found -= {(file.file, line) for line in lines_of(row)}
        return found

    def function(self, test: SuiteTest) -> list[tuple[Code, ast.stmt]]:
        """The function of a test, or the class that it is in."""
        path, _, name = test.id.partition("::")
        first = name.partition("[")[0].partition("::")[0]
        return [place for place in self.defined.get(first, []) if place[0].file == PurePosixPath(path).name]

    def used(self, tests: list[SuiteTest]) -> Iterator[tuple[Code, ast.stmt]]:
        """The functions of some tests, and all that these use by name, and so on."""
        seen: set[int] = set()
        todo = [place for test in tests for place in self.function(test)]
        while todo:
            file, node = todo.pop()
            if id(node) in seen:
                continue
            seen.add(id(node))
            yield file, node
            if id(node) not in self.uses:
                self.uses[id(node)] = names_used(node)
            known = chain.from_iterable(self.defined.get(name, []) for name in self.uses[id(node)])
            todo += [place for place in known if not is_test(place[1])]


def names_given(node: ast.stmt) -> list[str]:
    """The names that a statement defines."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)]
        case ast.AnnAssign(target=ast.Name(name)):
            return [name]
        case _:
            return []


def names_used(node: ast.AST) -> set[str]:
    """The names in a statement: also those of arguments, which may be fixtures."""
    return {
        one.id if isinstance(one, ast.Name) else one.arg
        for one in ast.walk(node)
        if isinstance(one, ast.Name | ast.arg)
    }


def is_test(node: ast.stmt) -> bool:
    return isinstance(node, Function) and node.name.startswith("test")


def mark_of(row: ast.Call) -> tuple[str, object] | None:
    """`("drives", 7)` of a row `drives(7, …)` or `param(…, marks=drives(7))`; nothing if it is not a row."""
    match row:
        case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name), args=[ast.Constant(step), _, *_]) if (
            name in MARKS
        ):
            return name, step
        case ast.Call(func=ast.Name("param") | ast.Attribute(attr="param"), keywords=words):
            calls = [one for word in words if word.arg == "marks" for one in ast.walk(word.value)]
            for one in calls:
                match one:
                    case ast.Call(
                        func=ast.Name(name) | ast.Attribute(attr=name), args=[ast.Constant(step)]
                    ) if name in MARKS:
                        return name, step
    return None
