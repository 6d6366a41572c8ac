"""How much one state of an attempt differs from another: its lines of code, and those of tests, apart."""

from difflib import SequenceMatcher
from fnmatch import fnmatch
from pathlib import PurePosixPath
from typing import NamedTuple

from dojo.attempt.snapshot import Files

TESTS = ("test_*", "*_test.*", "*_tests.*", "*.test.*", "*.spec.*", "conftest.py")
"""How the files of tests are named, in the languages that people bring."""
NO_CODE = ("*.txt", "*.md", ".*")


class Lines(NamedTuple):
    """So many lines went, or came, or were replaced."""

    code: int
    tests: int

    @property
    def all(self) -> int:
        return self.code + self.tests


def changed_lines(before: Files, after: Files) -> Lines:
    """How many lines differ in all files of code together, and in all files of tests."""
    found = {"code": 0, "tests": 0}
    for name in before.keys() | after.keys():
        if before.get(name) != after.get(name) and (kind := kind_of(name)):
            found[kind] += changed(lines(before, name), lines(after, name))
    return Lines(**found)


def kind_of(name: bytes) -> str:
    """`tests` or `code`; nothing for what is neither, such as a list of ideas."""
    file = PurePosixPath(name.decode(errors="replace")).name
    if any(fnmatch(file, pattern) for pattern in NO_CODE):
        return ""
    return "tests" if any(fnmatch(file, pattern) for pattern in TESTS) else "code"


def lines(files: Files, name: bytes) -> list[bytes]:
    """The lines of a file; none where it is not there."""
    return files[name].content.splitlines() if name in files else []


def changed(old: list[bytes], new: list[bytes]) -> int:
    """How many lines differ: of each block that was replaced, those of its larger side."""
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return sum(max(b - a, d - c) for kind, a, b, c, d in blocks if kind != "equal")
