"""What a file of tests uses of the module that it tests: under which names, and in which functions."""

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

from dojo.gate.suite.source import FUNCTIONS, dotted

Function = ast.FunctionDef | ast.AsyncFunctionDef
SETS_UP = ("setup_method", "setup", "setUp")


class NotKept(Exception):
    """A file of tests cannot run on the steps of a story; the message says where and why."""


@dataclass(frozen=True)
class Using:
    """A file of tests, and the module that it imports."""

    tree: ast.Module
    module: str
    defined: Collection[str]
    """The names that the module has: a star imports them all."""

    @cached_property
    def imports(self) -> list[ast.Import | ast.ImportFrom]:
        """The statements that import the module, or something out of it."""
        nodes = [node for node in ast.walk(self.tree) if isinstance(node, ast.Import | ast.ImportFrom)]
        return [node for node in nodes if any(True for _ in self.taken(node))]

    def taken(self, node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
        """The names that an import makes out of the module, and what each stands for."""
        for alias in node.names:
            if isinstance(node, ast.Import) and alias.name == self.module:
                yield alias.asname or alias.name, self.module
            elif isinstance(node, ast.ImportFrom) and node.module == self.module and alias.name == "*":
                yield from ((name, f"{self.module}.{name}") for name in self.defined)
            elif isinstance(node, ast.ImportFrom) and node.module == self.module:
                yield alias.asname or alias.name, f"{self.module}.{alias.name}"

    @cached_property
    def meanings(self) -> dict[str, str]:
        """The names of the file that stand for the module, or for something out of it."""
        return {name: meant for node in self.imports for name, meant in self.taken(node)}

    @cached_property
    def owners(self) -> dict[ast.AST, Function | None]:
        """The outermost function that each node is in the body of; none for what is read with the file."""
        found: dict[ast.AST, Function | None] = {}

        def visit(node: ast.AST, owner: Function | None) -> None:
            found[node] = owner
            for name, value in ast.iter_fields(node):
                inside = node if isinstance(node, FUNCTIONS) and name == "body" else None
                for one in value if isinstance(value, list) else [value]:
                    if isinstance(one, ast.AST):
                        visit(one, owner or inside)

        visit(self.tree, None)
        return found

    @cached_property
    def functions(self) -> list[Function]:
        """The functions that stand in no other: tests, helpers, fixtures, methods."""
        return [node for node, owner in self.owners.items() if isinstance(node, FUNCTIONS) and owner is None]

    @cached_property
    def needing(self) -> set[Function]:
        """The functions that use the module, or call a helper that does."""
        found = {owner for name in self.names for owner in [self.owners[name]] if owner}
        before: set[Function] = set()
        while found != before:
            before = set(found)
            helpers = {one.name for one in found if is_helper(one)}
            found |= {owner for _, owner in self.calls(helpers) if owner}
        return found

    @cached_property
    def names(self) -> list[ast.Name]:
        """Each place where the file names the module, or something out of it."""
        return [
            node
            for node in self.owners
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in self.meanings
        ]

    def calls(self, names: Collection[str]) -> Iterator[tuple[ast.Call, Function | None]]:
        """The calls of some helpers, and the function that each stands in."""
        for node, owner in self.owners.items():
            if isinstance(node, ast.Call) and dotted(node).removeprefix("self.") in names:
                yield node, owner


def is_test(node: Function) -> bool:
    return node.name.startswith("test")


def is_fixture(node: Function) -> bool:
    """Does pytest call it for the tests that take it?"""
    return any(dotted(one).split(".")[-1] == "fixture" for one in node.decorator_list)


def is_helper(node: Function) -> bool:
    """Does the file itself call it?"""
    return not (is_test(node) or is_fixture(node) or node.name in SETS_UP)
