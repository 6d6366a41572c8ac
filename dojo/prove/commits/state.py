"""A commit as the proof sees it: its tree, its tests, and its code."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import PurePosixPath

from dojo.attempt.snapshot import File, Files
from dojo.prove.commits.trees.git import SUBMODULE, Entry, Repository, Tree
from dojo.prove.identity.identity import Test, code_of, the_tests, unreadable
from dojo.prove.identity.modules import imported_names
from dojo.prove.identity.places import belongs_to_tests, is_code
from dojo.prove.proving.verdict import Change

BLOBS = 5_000
LARGE = 1_000_000
"""Bytes of a file that no reader wants to see, and no test is told from."""


class Blobs:
    """What is in the objects of a repository; the small ones are read once."""

    def __init__(self, repository: Repository) -> None:
        self.read = repository.read
        self.kept = lru_cache(BLOBS)(self.small)

    def small(self, blob: str) -> bytes | None:
        """What is in an object; None if it is not there, or large."""
        content = self.read(blob)
        return content if content is not None and len(content) <= LARGE else None

    def files(self, tree: Tree) -> Files:
        """The files of a tree, without large ones and submodules."""
        found = {name: self.kept(entry.blob) for name, entry in tree.items() if entry.mode != SUBMODULE}
        return {name: File(tree[name].mode, text) for name, text in found.items() if text is not None}


@dataclass(eq=False)
class State:
    """The files of a commit, by their paths; none before the first one."""

    tree: Tree
    blobs: Blobs

    @cached_property
    def files(self) -> Files:
        """What the tests are told from: Python, and what belongs to the tests."""
        return self.blobs.files({name: entry for name, entry in self.tree.items() if is_read(readable(name))})

    @cached_property
    def tests(self) -> dict[str, Test]:
        """Its tests by their ids."""
        return the_tests(self.files)

    @cached_property
    def code(self) -> dict[str, str]:
        """Its code in a normal form."""
        return code_of(self.files)

    @cached_property
    def unreadable(self) -> list[str]:
        """The test files that are not Python."""
        return unreadable(self.files)

    @property
    def test_files(self) -> list[str]:
        """The Python files that belong to the tests."""
        paths = map(readable, self.tree)
        return [path for path in paths if path.endswith(".py") and belongs_to_tests(path)]

    @cached_property
    def imported(self) -> set[str]:
        """What its test files import, by the first names."""
        files = [self.files[path.encode()] for path in self.test_files if path.encode() in self.files]
        return {name for file in files for name in imported_names(file.content)}

    def with_tests_of(self, other: "State") -> "State":
        """The same code, with all that belongs to the tests of another one."""
        return State({**part(self.tree, of_tests=False), **part(other.tree, of_tests=True)}, self.blobs)


def code_names(tree: Tree) -> Iterator[str]:
    """The names by which the code of a tree may be imported."""
    for path in filter(is_code, map(readable, tree)):
        *folders, file = PurePosixPath(path).with_suffix("").parts
        yield from (*folders, file)


def part(tree: Tree, *, of_tests: bool) -> dict[bytes, Entry]:
    """What belongs to the tests, or all else."""
    return {name: entry for name, entry in tree.items() if belongs_to_tests(readable(name)) is of_tests}


def is_read(path: str) -> bool:
    """Can a file tell of tests or of code?"""
    return is_code(path) or belongs_to_tests(path)


def readable(name: bytes) -> str:
    """A path as text, whatever its bytes are."""
    return name.decode(errors="replace")


def changed(before: State, after: State) -> Change:
    """The files that differ, as they are in each of the two."""
    names = [
        name
        for name in before.tree.keys() | after.tree.keys()
        if before.tree.get(name) != after.tree.get(name)
    ]

    def files(state: State) -> Files:
        return state.blobs.files({name: state.tree[name] for name in names if name in state.tree})

    return Change(files(before), files(after))
