"""The tests of a version, as their sources tell them; and what in it is code."""

import ast
import warnings
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from pathlib import PurePosixPath
from types import CodeType
from typing import NamedTuple

from dojo.attempt import diffstat
from dojo.diff import find_hunks

MAX_CACHED_FILES = 5000
NO_TESTS = {"conftest", "contest", "latest", "testing"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DOCUMENTED = (ast.Module, ast.ClassDef, *FUNCTIONS)
NO_HELPERS = (ast.Import, ast.ImportFrom, ast.ClassDef)
NOT_READ = (SyntaxError, ValueError, RecursionError, MemoryError)


class Test(NamedTuple):
    """A test function, with all of its rows."""

    name: str
    """`TestGame::test_a_spare`"""
    source: str
    """What it does, in a normal form: without its name, its docstring, its layout and its rows."""
    line: int
    asserts: int
    """How often it asserts something."""


class TestFile(NamedTuple):
    """What a file of tests says."""

    tests: tuple[Test, ...]
    helpers: str
    """All but its tests, its classes and its imports, in a normal form."""
    imports: set[str]
    """The first names of what it imports; empty for a relative import."""
    defines_code: bool
    """True if it defines a function or a class that is neither a test nor a fixture."""


@lru_cache(maxsize=MAX_CACHED_FILES)
def holds_tests(path: str) -> bool:
    """True if pytest or unittest takes a file of this name for tests.

    >>> [holds_tests(path) for path in ("test_game.py", "GameTest.py", "tests/test.py", "game.py")]
    [True, True, True, False]
    """
    file = PurePosixPath(path)
    stem = file.stem.lower()
    named = diffstat.is_tests(path) or stem.startswith("test") or stem.endswith(("test", "tests"))
    return file.suffix == ".py" and file.stem not in NO_TESTS and named


def belongs_to_tests(path: str) -> bool:
    """True for a test file, a `conftest.py`, and a helper or data in a folder of tests.

    A folder `testing` is one of tests only at the top.
    """
    *folders, name = PurePosixPath(path).parts
    in_folder = "test" in folders or "tests" in folders or folders[:1] == ["testing"]
    return in_folder or name == "conftest.py" or holds_tests(path)


@lru_cache(maxsize=MAX_CACHED_FILES)
def is_code(path: str) -> bool:
    return path.endswith(".py") and not belongs_to_tests(path)


# a syntax tree is large, and `make watch` sees a new file at each save
@lru_cache(maxsize=100)
def parse(content: bytes) -> ast.Module | None:
    """Parse a file, without its docstrings and its version number; return None where it is not Python."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = ast.parse(content)
        except NOT_READ:
            return None
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            del node.body[0]
    tree.body = [statement for statement in tree.body if not sets_version(statement)]
    return tree


def sets_version(statement: ast.stmt) -> bool:
    """True for `__version__ = …`."""
    return isinstance(statement, ast.Assign) and names_in(statement)[:1] == ["__version__"]


def names_in(node: ast.AST) -> list[str]:
    """Return the name of each part of some syntax, in the order of a walk; empty for one that has none."""
    names = []
    for part in ast.walk(node):
        names.append(str(getattr(part, "attr", getattr(part, "id", ""))))
    # the first one is the node itself
    return names[1:]


@lru_cache(maxsize=MAX_CACHED_FILES)
def normalize(content: bytes) -> str:
    """Return the normal form of a file, without layout, comments, docstrings and a version number."""
    tree = parse(content)
    return repr(content) if tree is None else dump(tree)


def dump(*nodes: ast.AST) -> str:
    """Write some syntax as text; return nothing for one that is nested too deeply."""
    try:
        return "\n".join(map(ast.dump, nodes))
    except RecursionError:
        return ""


@lru_cache(maxsize=MAX_CACHED_FILES)
def parse_tests(content: bytes) -> TestFile | None:
    """Read a file of tests; return None where it is not Python."""
    tree = parse(content)
    if tree is None:
        return None
    # a function that is defined twice is the last one of its name, as for pytest
    tests = {name: node for name, node in functions(tree.body) if node.name.startswith("test")}
    return TestFile(
        tuple(read_test(name, node) for name, node in tests.items()),
        dump(*find_helpers(tree, tests.values())),
        find_imports(tree),
        any(defines_code(part) for part in tree.body),
    )


def find_imports(tree: ast.Module) -> set[str]:
    """Return the first names of what a file imports; empty for a relative import."""
    imports = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                imports.add(alias.name.partition(".")[0])
        elif isinstance(node, ast.ImportFrom):
            imports.add(f"{'.' * node.level}{node.module}".partition(".")[0])
    return imports


def find_helpers(tree: ast.Module, tests: Collection[ast.AST]) -> list[ast.AST]:
    """Return the statements of a file and of its classes that are no test, no class and no import."""
    helpers = list[ast.AST]()
    for node in ast.walk(tree):
        if not isinstance(node, (ast.ClassDef, ast.Module)):
            continue
        for part in node.body:
            if not isinstance(part, NO_HELPERS) and part not in tests:
                helpers.append(part)
    return helpers


def defines_code(node: ast.stmt) -> bool:
    """True for a function or a class that is neither a test nor a fixture, and has no test in it."""
    if not isinstance(node, (*FUNCTIONS, ast.ClassDef)) or node.decorator_list:
        return False
    return not any(found.name.startswith("test") for _, found in functions([node]))


@lru_cache(maxsize=MAX_CACHED_FILES)
def shared_by_tests(content: bytes) -> str:
    """Return what the tests of a file share, in a normal form: its imports, its helpers and its data."""
    tree = parse(content)
    if tree is None:
        return repr(content)
    parts = list[ast.AST]()
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            parts.extend([part for part in node.body if not is_test(part)])
        elif not is_test(node):
            parts.append(node)
    return dump(*parts)


def is_test(node: ast.AST) -> bool:
    return isinstance(node, FUNCTIONS) and node.name.startswith("test")


def functions(body: Iterable[ast.stmt], *classes: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Find the functions and methods of a body, also in its branches, with the names that pytest has."""
    for node in body:
        if isinstance(node, FUNCTIONS):
            yield "::".join([*classes, node.name]), node  # type: ignore[misc]
        elif isinstance(node, ast.ClassDef):
            yield from functions(node.body, *classes, node.name)
        else:
            for part in ("body", "orelse", "finalbody", "handlers"):
                yield from functions(getattr(node, part, ()), *classes)


def read_test(name: str, node: ast.FunctionDef) -> Test:
    """Read what a test does, and how often it asserts something; the run tells the rows."""
    marks = [mark for mark in node.decorator_list if names_in(mark)[:1] != ["parametrize"]]
    arguments = [argument.arg for argument in node.args.args if argument.arg != "self"]
    source = " ".join([*arguments, dump(*node.args.defaults, *marks, *node.body)])
    asserts = count_asserts(node)
    return Test(name, source.replace(f"'{node.name}'", "''"), node.lineno, asserts)


def count_asserts(node: ast.AST) -> int:
    """Count the assert statements, and the names that assert something: of unittest, and of pytest."""
    number = 0
    for part in ast.walk(node):
        if isinstance(part, ast.Assert):
            number += 1
    for name in names_in(node):
        if name.startswith(("assert", "raises", "fail")):
            number += 1
    return number


def find_at(content: bytes, line: int) -> Test | None:
    """Find the function that begins at a line: that of a test which is inherited, or made by a program."""
    for node in ast.walk(parse(content) or ast.Module([], [])):
        if not isinstance(node, FUNCTIONS):
            continue
        first_line = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
        if line == first_line:
            return read_test(node.name, node)  # type: ignore[arg-type]
    return None


def file_of(id: str) -> str:
    return id.partition("::")[0]


def changed_lines(old: bytes, new: bytes) -> set[int]:
    """Number the new and changed lines of a file that can run; layout is no change."""
    different: set[int] = set()
    for hunk in find_hunks(lines_without_layout(old), lines_without_layout(new)):
        different.update(range(hunk.new_start + 1, hunk.new_end + 1))
    return different & lines_that_run(new)


def lines_without_layout(content: bytes) -> list[bytes]:
    return [b" ".join(line.split()) for line in content.splitlines()]


def lines_that_run(content: bytes) -> set[int]:
    """Number the lines of a file that can run; none where it is not Python."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            module = compile(content, "code", "exec", dont_inherit=True)
        except NOT_READ:
            return set()
    found: set[int] = set()
    waiting = [module]
    while waiting:
        code = waiting.pop()
        for _, _, line in code.co_lines():
            if line:
                found.add(line)
        # the functions and classes in it have code of their own
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                waiting.append(constant)
    return found
