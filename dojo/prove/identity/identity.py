"""The tests of a version by their ids, and which of them are new or changed since another version.

A test is the same one while its id is; or else, moved or renamed, while its body and its rows are.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import NamedTuple

from dojo.attempt.snapshot import Files
from dojo.prove.identity.intents import LINK, Uses
from dojo.prove.identity.modules import Found, Import
from dojo.prove.identity.places import holds_tests, is_code
from dojo.prove.identity.rows import Row, Table, tables
from dojo.prove.identity.syntax import normal, normal_text, parsed, shown


@dataclass(eq=False)
class Test:
    """A test function, with all of its rows."""

    __test__ = False

    id: str
    """`tests/test_game.py::TestGame::test_a_spare`"""
    path: str
    found: Found = field(repr=False)
    uses: Uses = field(repr=False)

    @property
    def name(self) -> str:
        """Its function."""
        return self.found.function.name

    @property
    def content(self) -> bytes:
        """What is in its file."""
        return self.uses.contents[self.path]

    @property
    def imports(self) -> list[Import]:
        """Where its file takes names from."""
        return list(self.uses.module(self.path).imports.values())

    @cached_property
    def tables(self) -> list[Table]:
        """The tables of rows that stand in its file, or in a helper."""
        return list(tables(self.found, partial(self.uses.constant, self.path)))

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows of all of its tables."""
        return tuple(row for table in self.tables for row in table.rows)

    @cached_property
    def body(self) -> str:
        """What it says, in a normal form: without its name, its docstring and its rows."""
        but = [node for table in self.tables for node in table.nodes]
        return normal(self.found.function, self.name, but)

    @cached_property
    def intent(self) -> str:
        """Its body, and the helpers, constants, fixtures and data that it uses, as deep as they go."""
        return "\n".join([self.body, *self.helpers])

    @cached_property
    def helpers(self) -> list[str]:
        """The helpers, constants, fixtures and data that it uses, as deep as they go."""
        but = {node for table in self.tables for node in table.nodes}
        return self.uses.intent(self.path, self.found, but)

    @property
    def source(self) -> str:
        """Its text, to show."""
        return shown(self.content, self.found.function)


class Changed(NamedTuple):
    """A test that is new or changed since the version before."""

    test: Test
    old: Test | None = None
    """The same test in the version before; none if it is new."""
    rows: frozenset[tuple[str, int]] | None = None
    """If its body is the same: the new and changed rows, by their arguments and their numbers."""


class Difference(NamedTuple):
    """What became of the tests from one version to the next."""

    changed: list[Changed]
    renamed: dict[str, str]
    """The old id of each test that was moved or renamed, by its new id."""
    gone: list[Test]
    """The tests of before that are no more."""


def the_tests(files: Files) -> dict[str, Test]:
    """The tests of a version, by their ids, in the order of their files."""
    uses = Uses(files)
    return {test.id: test for path in sorted(uses.contents) for test in tests_in(path, uses)}


def tests_in(path: str, uses: Uses) -> Iterator[Test]:
    """The tests of a file."""
    if holds_tests(path):
        for found in uses.module(path).tests:
            yield Test(f"{path}::{found.name}", path, found, uses)


def unreadable(files: Files) -> list[str]:
    """The test files that are not Python: nobody can tell which tests they have."""
    paths = {name.decode(errors="replace"): file for name, file in files.items() if file.mode != LINK}
    return [path for path, file in sorted(paths.items()) if holds_tests(path) and not parsed(file.content)]


def code_of(files: Files) -> dict[str, str]:
    """The code of a version in a normal form, by its paths: layout, comments and docstrings are no change.

    A file that holds nothing else is left out.
    """
    paths = {name.decode(errors="replace"): file for name, file in files.items() if file.mode != LINK}
    texts = {path: normal_text(file.content) for path, file in paths.items() if is_code(path)}
    return {path: text for path, text in texts.items() if text != normal_text(b"")}


def difference(before: dict[str, Test], after: dict[str, Test]) -> Difference:
    """What became of the tests from one version to the next."""
    renamed = same_by_body(before, after)
    under_another_name = set(renamed.values())
    changed = []
    for test in after.values():
        id = renamed.get(test.id, test.id)
        old = before.get(id) if test.id in renamed or id not in under_another_name else None
        if not old:
            changed.append(Changed(test))
        elif old.body != test.body:
            changed.append(Changed(test, old))
        elif rows := new_rows(old, test):
            changed.append(Changed(test, old, rows))
    gone = [before[id] for id in before if id not in after and id not in renamed.values()]
    return Difference(changed, renamed, gone)


def same_by_body(before: dict[str, Test], after: dict[str, Test]) -> dict[str, str]:
    """The old ids of those tests that have a new one, and say the same; one of the same name comes first.

    The old id may be that of another test by now.
    """
    gone, renamed = defaultdict(list), {}
    came = [test for test in after.values() if test.id not in before]
    for test in sorted(before.values(), key=lambda test: test.id in after) if came else ():
        if test.id not in after or said(after[test.id]) != said(test):
            gone[said(test)].append(test)
    for by_name in (True, False):
        for test in came:
            alike = [old for old in gone[said(test)] if old.name == test.name or not by_name]
            if test.id not in renamed and alike:
                renamed[test.id] = alike[0].id
                gone[said(test)].remove(alike[0])
    return renamed


def said(test: Test) -> tuple[str, tuple[str, ...]]:
    """What makes two tests the same one: the body, and the texts of the rows."""
    return test.body, tuple(row.text for row in test.rows)


def new_rows(old: Test, new: Test) -> frozenset[tuple[str, int]]:
    """The rows that the old test does not have."""
    known = {(row.arguments, row.text) for row in old.rows}
    return frozenset(
        (row.arguments, row.number) for row in new.rows if (row.arguments, row.text) not in known
    )
