"""A version as the judge sees it: its files, its tests, its code, and what is red in it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import PurePosixPath

from dojo.attempt.snapshot import File, Files
from dojo.prove.git import SUBMODULE, Tree, TreeEntry
from dojo.prove.runs import TestResult, TreeRun
from dojo.prove.tests import (
    LINK,
    Test,
    TestFile,
    belongs_to_tests,
    find_at,
    holds_tests,
    is_code,
    normalize,
    parse_tests,
)
from dojo.prove.verdict import CodeChange

CACHED_BLOBS = 5_000
LARGE = 1_000_000
"""Bytes of a file that no page shows, and no test is told from."""


class Blobs:
    """What is in the objects of a repository; the small ones are read once."""

    def __init__(self, read: Callable[[str], bytes | None]) -> None:
        self.read = read
        self.small = lru_cache(CACHED_BLOBS)(self.read_small)

    def read_small(self, blob: str) -> bytes | None:
        """Read an object; None if it is not there, or large."""
        content = self.read(blob)
        return content if content is not None and len(content) <= LARGE else None

    def files(self, tree: Tree) -> Files:
        """The files of a tree, without large ones and submodules."""
        found = {name: self.small(entry.blob) for name, entry in tree.items() if entry.mode != SUBMODULE}
        return {name: File(tree[name].mode, text) for name, text in found.items() if text is not None}


@dataclass(eq=False)
class VersionState:
    """The files of a version; none before the first one."""

    tree: Tree
    blobs: Blobs

    @cached_property
    def paths(self) -> dict[str, TreeEntry]:
        """Its files by their paths as text; links left out."""
        return {name.decode(errors="replace"): one for name, one in self.tree.items() if one.mode != LINK}

    @cached_property
    def test_side(self) -> dict[str, TreeEntry]:
        """What belongs to its tests."""
        return {path: entry for path, entry in self.paths.items() if belongs_to_tests(path)}

    @cached_property
    def code(self) -> dict[str, TreeEntry]:
        """Its Python that does not belong to the tests."""
        return {path: entry for path, entry in self.paths.items() if is_code(path)}

    @cached_property
    def test_files(self) -> list[str]:
        """The files that hold tests."""
        files = {path: self.test_file(path) for path in filter(holds_tests, self.test_side)}
        return sorted(path for path, file in files.items() if not (file and file.is_empty))

    @property
    def test_python(self) -> tuple[str, ...]:
        """All Python that belongs to the tests."""
        return tuple(sorted(path for path in self.test_side if path.endswith(".py")))

    def content(self, path: str) -> bytes:
        """What is in a file; nothing if it is not there, or large."""
        entry = self.paths.get(path)
        return (self.blobs.small(entry.blob) if entry else None) or b""

    def test_file(self, path: str) -> TestFile | None:
        """A file of tests; None if it is not Python."""
        return parse_tests(self.content(path))

    @cached_property
    def tests(self) -> dict[str, Test]:
        """Its tests by their ids, as far as their sources tell."""
        told = ((path, self.test_file(path)) for path in self.test_files)
        return {f"{path}::{test.name}": test for path, file in told if file for test in file.tests}

    def find_test(self, outcome: TestResult) -> Test:
        """Find the source of a test that ran, also where it is inherited or made by a program."""
        if test := self.tests.get(outcome.function):
            return test
        found = find_at(self.content(outcome.file), outcome.line) if outcome.file else None
        return found or Test(outcome.function, "", outcome.line, 0)

    def holds_code(self, path: str) -> bool:
        """True if a test file has code of its own, and neither it nor a `conftest.py` imports any other."""
        file = self.test_file(path)
        if not file or not file.defines_code or file.imports & {"", *code_names(self.tree)}:
            return False
        above = PurePosixPath(path).parents
        return not any((folder / "conftest.py").as_posix() in self.paths for folder in above)

    @cached_property
    def helpers(self) -> dict[str, str]:
        """What test files share: helpers, `conftest.py`, data."""
        return {path: entry.blob for path, entry in self.test_side.items() if not holds_tests(path)}

    def helpers_of(self, path: str) -> str:
        """What a test file says beside its tests."""
        file = self.test_file(path)
        return file.helpers if file else ""

    @cached_property
    def other_files(self) -> dict[str, TreeEntry]:
        """What belongs neither to the tests nor is Python: the code may read it."""
        known = self.test_side.keys() | self.code.keys()
        return {path: entry for path, entry in self.paths.items() if path not in known}

    def with_tests_of(self, other: "VersionState") -> "VersionState":
        """The same code, with all that belongs to the tests of another version."""
        return VersionState(
            {**part(self.tree, of_tests=False), **part(other.tree, of_tests=True)}, self.blobs
        )

    def same_but_for_tests(self, other: "VersionState") -> bool:
        """True if nothing differs that does not belong to the tests."""
        return self.same_code(other) and self.other_files == other.other_files

    def same_code(self, other: "VersionState") -> bool:
        """True if the code differs in nothing but layout, comments and docstrings."""
        return self.code.keys() == other.code.keys() and not self.changed_code(other)

    def changed_code(self, other: "VersionState") -> list[str]:
        """The files of code that another version has otherwise, or not at all."""
        paths = sorted(self.code.keys() | other.code.keys())
        differ = [path for path in paths if self.code.get(path) != other.code.get(path)]
        return [path for path in differ if normalize(self.content(path)) != normalize(other.content(path))]


@dataclass(frozen=True)
class Red:
    """A test, or a row of one, that is red in a version."""

    outcome: TestResult
    source: str
    number: int
    """The number of the version that it is red since, and when that was."""
    when: float
    asserted: bool = False
    """True if its own assertion has failed by then."""
    adapts: bool = False
    """True if it was green before, and only a name is missing since."""


@dataclass(eq=False)
class Point:
    """A version in its history."""

    state: VersionState
    number: int = 0
    when: float = 0
    run: TreeRun | None = None
    """What its tests came to, if that is known; otherwise the judge runs them."""
    all_green: bool = True
    """False if a light says that a test was not green."""
    given: frozenset[str] = frozenset()
    """The tests that the kata has given: they are not the participant's."""
    reds: dict[str, Red] = field(default_factory=dict)
    """What is red in it, by the ids of the tests; the judge fills it."""


def code_names(tree: Tree) -> Iterator[str]:
    """The names by which the code of a tree may be imported."""
    for name in tree:
        path = name.decode(errors="replace")
        if is_code(path):
            yield from PurePosixPath(path).with_suffix("").parts


def part(tree: Tree, *, of_tests: bool) -> Tree:
    """What belongs to the tests, or all else."""
    return {
        name: one for name, one in tree.items() if belongs_to_tests(name.decode(errors="replace")) is of_tests
    }


def changed_files(before: VersionState, after: VersionState) -> CodeChange:
    """The files that differ, as they are in each of two versions."""
    both = before.tree.keys() | after.tree.keys()
    names = [name for name in both if before.tree.get(name) != after.tree.get(name)]
    parts = ({name: one.tree[name] for name in names if name in one.tree} for one in (before, after))
    return CodeChange(*(before.blobs.files(tree) for tree in parts))
