"""The tests of a version, as their sources tell them; and what in it is code."""

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from types import CodeType
from typing import NamedTuple

from dojo.diff import find_hunks
from dojo.story.code.syntax import NO_PYTHON, Function, compile_source, lines_of, parse_source

MAX_CACHED_FILES = 5000
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DOCUMENTED = (ast.Module, ast.ClassDef, *FUNCTIONS)
NO_HELPERS = (ast.Import, ast.ImportFrom, ast.ClassDef)


class Test(NamedTuple):
    """A test function, with all of its rows.

    Attributes:
        name: `TestGame::test_a_spare`.
        source: what it does, in a normal form: without its name, its docstring, its layout and its rows.
        line: the line where it begins.
        asserts: how often it asserts something.
        rows: what its decorators say of its rows, in a normal form.
        matches: how often it asks for the words of an error with `match=`.
    """

    name: str
    source: str
    line: int
    asserts: int
    rows: str = ""
    matches: int = 0


class TestFile(NamedTuple):
    """What a file of tests says.

    Attributes:
        tests: its tests.
        helpers: all but its tests, its classes and its imports, in a normal form.
        imports: the first names of what it imports; empty for a relative import.
        names: what it imports: each name with its module, and with the name that it gets.
        defines_code: True if it defines a function or a class that is neither a test nor a fixture.
    """

    tests: tuple[Test, ...]
    helpers: str
    imports: set[str]
    names: set[str]
    defines_code: bool


# a syntax tree is large, and `make watch` sees a new file at each save
@lru_cache(maxsize=100)
def parse(content: bytes) -> ast.Module | None:
    """Parse a file, without its docstrings and its version number; return None where it is not Python."""
    try:
        tree = parse_source(content)
    except NO_PYTHON:
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
    names = [name_of(part) for part in ast.walk(node)]
    # the first one is the node itself
    return names[1:]


def name_of(node: ast.AST) -> str:
    return str(getattr(node, "attr", getattr(node, "id", "")))


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
    nodes: dict[str, Function] = {}
    tests: dict[str, Test] = {}
    for classes, node in functions(tree.body):
        if is_test(node):
            # a function that is defined twice is the last one of its name, as for pytest
            name = "::".join([part.name for part in (*classes, node)])
            nodes[name] = node
            tests[name] = read_test(name, node, classes)
    return TestFile(
        tests=tuple(tests.values()),
        helpers=dump(*find_helpers(tree, nodes.values())),
        imports=find_imports(tree),
        names=find_imported_names(tree),
        defines_code=any(defines_code(part) for part in tree.body),
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


def find_imported_names(tree: ast.Module) -> set[str]:
    """Return what a file imports: each name with its module, and with the name that it gets."""
    names = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            module = f"{'.' * node.level}{node.module}" if isinstance(node, ast.ImportFrom) else ""
            for alias in node.names:
                names.add(f"{module} {alias.name} {alias.asname}")
    return names


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
    parts: list[ast.stmt] = []
    for node in tree.body:
        # of a class, what is in it: its tests are no part of what they share
        parts += node.body if isinstance(node, ast.ClassDef) else [node]
    return dump(*[part for part in parts if not is_test(part)])


def is_test(node: ast.AST) -> bool:
    return isinstance(node, FUNCTIONS) and node.name.startswith("test")


def functions(
    body: Iterable[ast.stmt], *classes: ast.ClassDef
) -> Iterator[tuple[Sequence[ast.ClassDef], Function]]:
    """Find the functions and methods of a body, also in its branches, with the classes that they are in."""
    for node in body:
        if isinstance(node, FUNCTIONS):
            yield classes, node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node.body, *classes, node)
        else:
            for part in ("body", "orelse", "finalbody", "handlers"):
                yield from functions(getattr(node, part, ()), *classes)


def read_test(name: str, node: Function, classes: Sequence[ast.ClassDef] = ()) -> Test:
    """Read what a test does, and how often it asserts something; the run says which rows it has."""
    parts = []
    for argument in node.args.args:
        if argument.arg != "self":
            parts.append(argument.arg)
    marks = [mark for mark in node.decorator_list if not gives_rows(mark)]
    parts.append(dump(*node.args.defaults, *marks, *node.body))
    rows: list[ast.expr] = []
    for part in (*classes, node):
        rows += filter(gives_rows, part.decorator_list)
    # a test may name itself, and goes on being the same under another name
    source = " ".join(parts).replace(f"'{node.name}'", "''")
    matches = sum(isinstance(part, ast.keyword) and part.arg == "match" for part in ast.walk(node))
    return Test(name, source, node.lineno, count_asserts(node), dump(*rows), matches)


def gives_rows(mark: ast.expr) -> bool:
    return names_in(mark)[:1] == ["parametrize"]


def count_asserts(node: ast.AST) -> int:
    """Count the assert statements, and the names that assert something: of unittest, and of pytest."""
    number = 0
    for part in ast.walk(node):
        if isinstance(part, ast.Assert):
            number += 1
    for name in names_in(node):
        if name.startswith(("assert", "raises", "warns", "fail")):
            number += 1
    return number


def find_at(content: bytes, line: int) -> Test | None:
    """Find the function that begins at a line: that of a test which is inherited, or made by a program."""
    tree = parse(content)
    if tree is None:
        return None
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS) and lines_of(node).start == line:
            return read_test(node.name, node)
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
    try:
        module = compile_source(content)
    except NO_PYTHON:
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
    return found - lines_for_types(content)


def lines_for_types(content: bytes) -> set[int]:
    """Number the lines of a file that only a type checker reads."""
    tree = parse(content)
    found: set[int] = set()
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.If) and name_of(node.test) == "TYPE_CHECKING":
            for statement in node.body:
                found.update(range(statement.lineno, (statement.end_lineno or statement.lineno) + 1))
    return found
