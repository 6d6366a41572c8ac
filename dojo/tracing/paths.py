"""Which files of a version are tests and which are code, as far as their paths tell."""

from functools import lru_cache
from pathlib import PurePosixPath

from dojo.attempt import diffstat

MAX_CACHED_PATHS = 5000
NO_TESTS = {"conftest", "contest", "latest", "testing"}


@lru_cache(maxsize=MAX_CACHED_PATHS)
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


@lru_cache(maxsize=MAX_CACHED_PATHS)
def is_code(path: str) -> bool:
    return path.endswith(".py") and not belongs_to_tests(path)
