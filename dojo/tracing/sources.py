"""The tests of a version, as their sources tell them; and what in it is code."""

import ast
import warnings
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import PurePosixPath
from types import CodeType
from typing import NamedTuple

from dojo.attempt import diffstat
from dojo.diff import find_hunks

MAX_CACHED_FILES = 5000
NO_TESTS = {"conftest", "contest", "latest", "testing"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
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
    """Parse a file, without its docstrings and its version number; gives None where it is not Python."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = ast.parse(content)
        except NOT_READ:
            return None
    documented = (one for one in ast.walk(tree) if isinstance(one, (ast.Module, ast.ClassDef, *FUNCTIONS)))
    for node in documented:
        if ast.get_docstring(node, clean=False) is not None:
            del node.body[0]
    tree.body = [
        one for one in tree.body if not isinstance(one, ast.Assign) or names_in(one)[:1] != ["__version__"]
    ]
    return tree


def names_in(node: ast.AST) -> list[str]:
    return [str(getattr(one, "attr", getattr(one, "id", ""))) for one in ast.walk(node)][1:]


@lru_cache(maxsize=MAX_CACHED_FILES)
def normalize(content: bytes) -> str:
    """Give the normal form of a file: layout, comments, docstrings and a version number are no difference."""
    tree = parse(content)
    return repr(content) if tree is None else dump(tree)


def dump(*nodes: ast.AST) -> str:
    """Write some syntax as text; gives nothing for one that is nested too deeply."""
    try:
        return "\n".join(map(ast.dump, nodes))
    except RecursionError:
        return ""


@lru_cache(maxsize=MAX_CACHED_FILES)
def parse_tests(content: bytes) -> TestFile | None:
    """Read a file of tests; gives None where it is not Python."""
    tree = parse(content)
    if tree is None:
        return None
    tests = {name: node for name, node in functions(tree.body) if node.name.startswith("test")}
    imports = set[str]()
    rest = list[ast.AST]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imports.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            imports.add(f"{'.' * node.level}{node.module}".partition(".")[0])
        elif isinstance(node, (ast.ClassDef, ast.Module)):
            rest.extend(part for part in node.body if not isinstance(part, NO_HELPERS))
    return TestFile(
        tuple(read_test(name, node) for name, node in tests.items()),
        dump(*(part for part in rest if part not in tests.values())),
        imports,
        any(defines_code(part) for part in tree.body),
    )


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
            parts.extend(part for part in node.body if not is_test(part))
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
    marks = [one for one in node.decorator_list if names_in(one)[:1] != ["parametrize"]]
    arguments = [one.arg for one in node.args.args if one.arg != "self"]
    source = " ".join([*arguments, dump(*node.args.defaults, *marks, *node.body)])
    asserts = sum(isinstance(one, ast.Assert) for one in ast.walk(node))
    asserts += sum(name.startswith(("assert", "raises", "fail")) for name in names_in(node))
    return Test(name, source.replace(f"'{node.name}'", "''"), node.lineno, asserts)


def find_at(content: bytes, line: int) -> Test | None:
    """Find the function that begins at a line: that of a test which is inherited, or made by a program."""
    for node in ast.walk(parse(content) or ast.Module([], [])):
        if isinstance(node, FUNCTIONS) and line == min(one.lineno for one in (node, *node.decorator_list)):
            return read_test(node.name, node)  # type: ignore[arg-type]
    return None


def match_renamed(before: dict[str, Test], after: dict[str, Test]) -> dict[str, str]:
    """Give the old id of each test that was moved or renamed, by its new id.

    Its source is the same, and first those that kept their function's name; or else only that name is.
    """
    gone = {id: test for id, test in before.items() if id not in after or after[id].source != test.source}
    taken = gone.keys() & after.keys()  # another test has its name
    new = [(id, test) for id, test in after.items() if id not in before and test.source]
    renamed: dict[str, str] = {}
    for same_source, same_name in ((True, True), (True, False), (False, True)):
        for id, test in new:
            if id in renamed:
                continue
            for old, was in gone.items():
                is_alike = (was.source == test.source or not same_source) and (
                    old.rpartition("::")[2] == id.rpartition("::")[2] or not same_name
                )
                if is_alike and (old not in taken or (same_source and file_of(old) == file_of(id))):
                    renamed[id] = old
                    del gone[old]
                    break
    return renamed


def file_of(id: str) -> str:
    return id.partition("::")[0]


def changed_lines(old: bytes, new: bytes) -> set[int]:
    """Number the new and changed lines of a file that can run; layout is no change."""
    old_lines, new_lines = ([b" ".join(line.split()) for line in text.splitlines()] for text in (old, new))
    different: set[int] = set()
    for hunk in find_hunks(old_lines, new_lines):
        different.update(range(hunk.new_start + 1, hunk.new_end + 1))
    with warnings.catch_warnings(), suppress(*NOT_READ):
        warnings.simplefilter("ignore")
        codes = [compile(new, "code", "exec", dont_inherit=True)]
        for code in codes:  # and the functions in it
            codes += [one for one in code.co_consts if isinstance(one, CodeType)]
        return different & {line for code in codes for _, _, line in code.co_lines() if line}
    return set()
