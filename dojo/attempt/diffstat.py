"""How many lines changed from one state of an attempt to another: of code, and of tests."""

import re
import tokenize
from contextlib import suppress
from fnmatch import fnmatchcase
from functools import lru_cache
from io import BytesIO
from pathlib import PurePosixPath
from typing import NamedTuple

from dojo.attempt.snapshot import File, Files
from dojo.diff import find_hunks, split_lines
from dojo.wording import count_of

# how files of tests are named, by pytest and in the languages that people bring
TESTS = ("test_*", "*_test.*", "*_tests.*", "*.test.*", "*.spec.*", "*Test.*", "conftest.py")
# the endings of notes, data and the files of tools
NO_CODE = re.compile(r"|\.(csv|err|in|json|lock|md|out|toml|txt|xml|yaml|yml)")
NO_TOKENS = (tokenize.ENCODING, tokenize.COMMENT, tokenize.NL, tokenize.DEDENT)


class Count(NamedTuple):
    """Lines that are new, that are gone, and that were replaced."""

    came: int = 0
    went: int = 0
    replaced: int = 0

    @property
    def number(self) -> int:
        return sum(self)

    def plus(self, other: "Count") -> "Count":
        """Return the lines of both."""
        return Count(self.came + other.came, self.went + other.went, self.replaced + other.replaced)

    def __bool__(self) -> bool:
        return bool(self.number)

    def __str__(self) -> str:
        """+3 if all lines are new, -3 if all are gone, ±3 otherwise; nothing for none."""
        sign = {self.came: "+", self.went: "-"}.get(self.number, "±")
        return f"{sign}{self.number}" if self else ""


class Lines(NamedTuple):
    """The changed lines of code, and those of tests; lines of other files do not count."""

    code: Count = Count()
    tests: Count = Count()

    @property
    def number(self) -> int:
        return self.code.number + self.tests.number


def lines_in_words(lines: Lines) -> str:
    """Return a count in words: 12 lines of code, 3 of tests."""
    code, tests = lines.code.number, lines.tests.number
    if code and tests:
        return f"{count_of(code, 'line')} of code, {tests} of tests"
    return f"{count_of(code or tests, 'line')} of {'tests' if tests else 'code'}"


def lines_between(before: Files, after: Files) -> Lines:
    """Count the lines that changed from one set of files to another; of a replaced block, its larger side."""
    code, tests = Count(), Count()
    for path in before.keys() | after.keys():
        name = path.decode(errors="replace")
        if is_tests(name):
            tests = tests.plus(count_changes(name, before.get(path), after.get(path)))
        elif is_written(name):
            code = code.plus(count_changes(name, before.get(path), after.get(path)))
    return Lines(code, tests)


def count_changes(name: str, before: File | None, after: File | None) -> Count:
    """Count the lines of a file that changed; a file that is not there has none."""
    came, went, replaced = 0, 0, 0
    if before != after:
        for hunk in find_hunks(lines_of(name, before), lines_of(name, after)):
            if not hunk.removed:
                came += hunk.added
            elif not hunk.added:
                went += hunk.removed
            else:
                replaced += max(hunk.added, hunk.removed)
    return Count(came, went, replaced)


def lines_of(name: str, file: File | None) -> list[str]:
    """Return the lines of a file that count: nobody has written the docstring of a starter, or tests it."""
    if file is None:
        return []
    # bytes that are no text differ as they are
    lines = split_lines(file.content.decode(errors="surrogateescape"))
    if not name.endswith(".py"):
        return lines
    documented = lines_of_docstrings(file.content)
    return [line for number, line in enumerate(lines, 1) if number not in documented]


@lru_cache(maxsize=1000)
def lines_of_docstrings(content: bytes) -> frozenset[int]:
    """Return the numbers of the lines that have nothing but a text, up to where the file is no Python."""
    found = set[int]()
    last = tokenize.NEWLINE
    text: tokenize.TokenInfo | None = None
    # the tokens before a slip are read; a syntax tree would need all of the file
    with suppress(tokenize.TokenError, SyntaxError, ValueError):
        for token in tokenize.tokenize(BytesIO(content).readline):
            if token.type in NO_TOKENS:
                continue
            if text and token.type == tokenize.NEWLINE:
                found.update(range(text.start[0], text.end[0] + 1))
            is_alone = token.type == tokenize.STRING and last in (tokenize.NEWLINE, tokenize.INDENT)
            text = token if is_alone else None
            last = token.type
    return frozenset(found)


# each light asks it of each of its files
@lru_cache(maxsize=10_000)
def is_tests(name: str) -> bool:
    """True for a file in some language that is named as tests are."""
    file_name = PurePosixPath(name).name
    return is_written(name) and any(fnmatchcase(file_name, pattern) for pattern in TESTS)


def is_code(name: str) -> bool:
    """True for code that is no file of tests."""
    return is_written(name) and not is_tests(name)


@lru_cache(maxsize=10_000)
def is_written(name: str) -> bool:
    """True for a file in some language, not for notes, data, or a file of a tool."""
    return not NO_CODE.fullmatch(PurePosixPath(name).suffix)
