"""A file of Python: what it defines, what it imports, and the tests in it."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from dojo.prove.identity.syntax import MOST, parsed

Function = ast.FunctionDef | ast.AsyncFunctionDef
IMPORTS = (ast.Import, ast.ImportFrom)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
AROUND = {"setUpModule", "tearDownModule"} | {
    f"{when}_{what}" for when in ("setup", "teardown") for what in ("module", "function")
}
BRANCHES = (ast.If, ast.Try, ast.With, ast.For, ast.While)


class Import(NamedTuple):
    """Where a name comes from: `from ..helpers import scored` is 2, `helpers`, `scored`."""

    level: int
    module: str
    name: str
    """Empty where the module itself is meant; `*` for all of its names."""


class Found(NamedTuple):
    """A test function, the classes that it is in from the outside, and those that these inherit from."""

    function: Function
    classes: tuple[ast.ClassDef, ...]
    family: tuple[ast.ClassDef, ...]

    @property
    def name(self) -> str:
        """TestGame::test_a_spare"""
        return "::".join([*(one.name for one in self.classes), self.function.name])


@dataclass(eq=False)
class Module:
    """What a file says, as far as its syntax tells."""

    content: bytes
    definitions: dict[str, ast.stmt] = field(default_factory=dict)
    """What each name of the file is bound to last."""
    imports: dict[str, Import] = field(default_factory=dict)
    tests: list[Found] = field(default_factory=list)


@lru_cache(MOST)
def module(content: bytes) -> Module:
    """A file as its syntax tells; without anything where it is not Python."""
    found = Module(content)
    tree = parsed(content)
    for node in statements(tree.body if tree else []):
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            found.definitions.update((name, node) for name in [node.name, *fixture_names(node)])
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found.imports.update(imported(node))
        else:
            found.definitions.update((name, node) for name in bound(node))
    found.tests = list({one.name: one for one in all_tests(found)}.values())
    return found


def fixture_names(node: ast.stmt) -> Iterator[str]:
    """The name that a fixture goes by: `@pytest.fixture(name="board")`."""
    for decorator in getattr(node, "decorator_list", []):
        for one in getattr(decorator, "keywords", []):
            if one.arg == "name" and isinstance(one.value, ast.Constant):
                yield str(one.value.value)


def is_autouse(node: ast.stmt) -> bool:
    """Does it run around every test, whether or not the test asks for it?"""
    if isinstance(node, FUNCTIONS) and node.name in AROUND:
        return True
    keywords = [one for call in getattr(node, "decorator_list", []) for one in getattr(call, "keywords", [])]
    return any(one.arg == "autouse" and getattr(one.value, "value", True) for one in keywords)


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a body, also those that stand in its branches."""
    for node in body:
        yield node
        if isinstance(node, BRANCHES):
            inside = [node.body, getattr(node, "orelse", []), getattr(node, "finalbody", [])]
            inside += [handler.body for handler in getattr(node, "handlers", [])]
            for part in inside:
                yield from statements(part)


def imported(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, Import]]:
    """The names that an import binds, and where each comes from."""
    for one in node.names:
        if isinstance(node, ast.ImportFrom):
            yield one.asname or one.name, Import(node.level, node.module or "", one.name)
        else:
            yield one.asname or one.name.partition(".")[0], Import(0, one.name, "")


@lru_cache(MOST)
def imported_names(content: bytes) -> frozenset[str]:
    """The first names of all that a file imports, wherever it does."""
    nodes = ast.walk(parsed(content) or ast.Module([], []))
    found = [one for node in nodes if isinstance(node, IMPORTS) for _, one in imported(node)]
    return frozenset(one.module.partition(".")[0] or one.name for one in found)


def bound(node: ast.stmt) -> Iterator[str]:
    """The names that a statement assigns."""
    if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            yield from (one.id for one in ast.walk(target) if isinstance(one, ast.Name))


def all_tests(module: Module) -> Iterator[Found]:
    """The tests of a file: functions, methods, and those that a class inherits in the file."""
    for node in module.definitions.values():
        if isinstance(node, FUNCTIONS) and node.name.startswith("test"):
            yield Found(node, (), ())
        elif isinstance(node, ast.ClassDef):
            yield from tests_of_class(module, (node,))


def tests_of_class(module: Module, classes: tuple[ast.ClassDef, ...]) -> Iterator[Found]:
    """The tests of a class, and of those inside it."""
    family = ancestry(module, classes[-1])
    if not of_tests(classes[-1], family):
        return
    methods: dict[str, Function] = {}
    for one in reversed(family):
        for node in statements(one.body):
            if isinstance(node, FUNCTIONS):
                methods[node.name] = node
            elif isinstance(node, ast.ClassDef):
                yield from tests_of_class(module, (*classes, node))
    for name, function in methods.items():
        if name.startswith("test"):
            yield Found(function, classes, family)


def ancestry(module: Module, node: ast.ClassDef) -> tuple[ast.ClassDef, ...]:
    """A class, and those of its file that it inherits from, the nearest first."""
    family: dict[ast.ClassDef, None] = {}
    waiting = [node]
    while waiting:
        one = waiting.pop(0)
        if one not in family:
            family[one] = None
            bases = [module.definitions.get(base.id) for base in one.bases if isinstance(base, ast.Name)]
            waiting += [base for base in bases if isinstance(base, ast.ClassDef)]
    return tuple(family)


def of_tests(node: ast.ClassDef, family: tuple[ast.ClassDef, ...]) -> bool:
    """Is it a class of tests: by its name, or since it inherits from one of another file?"""
    known = {one.name for one in family} | {"object", "ABC", "Protocol", "NamedTuple", "Enum", "Exception"}
    others = [base for one in family for base in one.bases if last_name(base) not in known]
    return node.name.startswith("Test") or bool(others)


def last_name(node: ast.expr) -> str:
    """unittest.TestCase → TestCase"""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def holds_code(content: bytes) -> bool:
    """Does a test file define what may be the code: a function or a class that is no test, nor for tests?"""
    found = module(content)
    tested = {one.classes[0].name for one in found.tests if one.classes}
    for name, node in found.definitions.items():
        if isinstance(node, ast.ClassDef) and name not in tested:
            return True
        if isinstance(node, FUNCTIONS) and not name.startswith("test") and not node.decorator_list:
            return True
    return False
