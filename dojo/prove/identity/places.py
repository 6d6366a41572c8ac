"""Which files of a version are tests, which belong to the tests, and which are code."""

from pathlib import PurePosixPath

from dojo.attempt.diffstat import is_tests

FOLDERS = {"test", "tests"}
"""What lies in a folder of such a name belongs to the tests."""
TESTING = "testing"
"""Such a folder at the top, too; deeper in the code it is a package for those who test with it."""
NO_TESTS = {"conftest", "contest", "latest", "testing"}


def holds_tests(path: str) -> bool:
    """Does a file of this name hold tests, as pytest or unittest sees it?

    >>> [holds_tests(path) for path in ("test_game.py", "GameTest.py", "tests/test.py", "game.py")]
    [True, True, True, False]
    """
    file = PurePosixPath(path)
    stem = file.stem.lower()
    named = is_tests(path) or stem.startswith("test") or stem.endswith(("test", "tests"))
    return file.suffix == ".py" and file.stem not in NO_TESTS and named


def belongs_to_tests(path: str) -> bool:
    """Is it a test file, a `conftest.py`, or a helper or data in a folder of tests?"""
    file = PurePosixPath(path)
    in_folder = bool(FOLDERS & set(file.parts[:-1])) or file.parts[:-1][:1] == (TESTING,)
    return holds_tests(path) or file.name == "conftest.py" or in_folder


def is_code(path: str) -> bool:
    """Is it Python, and does not belong to the tests?"""
    return path.endswith(".py") and not belongs_to_tests(path)
