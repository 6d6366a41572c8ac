"""The katas that a story serves: what participants are given, and which tests lead them there.

The order of the tests is the suite's own, step by step, and in a step as the suite lists them. So a test that
asks whether the last step was general enough comes before the next red.
"""

from dataclasses import dataclass
from pathlib import Path

from dojo.errors import Mistake
from dojo.story.cases import Case
from dojo.story.tests import SuiteTest
from dojo.story.toml import BadFile, Table

STATEMENT = "README.md"


class NoKata(Mistake):
    """A kata that is asked for and not there, or has not what is asked of it; the message says which have."""


@dataclass(frozen=True)
class Kata:
    """A task: its folder with statement, starter and cases; its tests; the program that solves it."""

    name: str
    folder: Path
    tests: tuple[str, ...]
    """What the names of its tests begin with: files, functions or rows, as the suite has them."""
    first_test: Path
    """What an attempt's own file of tests is at its start."""
    rules: Path | None
    """The rules of its statement, and the mutants that break each."""
    sample: Path | None
    program: int | None
    """The first step that is a program for it."""
    words: tuple[str, ...]
    """With which words that program does it."""

    @property
    def attempts(self) -> Path:
        """Where the attempts at it lie."""
        return self.folder / "attempts"

    @property
    def statement(self) -> str:
        return (self.folder / STATEMENT).read_text(encoding="utf-8")

    @property
    def cases(self) -> list[Case]:
        """Its black-box cases, in their order; none where it has none."""
        return [Case(file) for file in sorted((self.folder / "cases").glob("*.in"))]

    @property
    def complete_cases(self) -> list[Case]:
        """Those of which both files are there."""
        return [case for case in self.cases if case.output.is_file()]

    def taught(self, tests: list[SuiteTest]) -> list[SuiteTest]:
        """Its tests, in the order in which they are taught."""
        return [test for test in tests if any(selects(start, test) for start in self.tests)]


def selects(start: str, test: SuiteTest) -> bool:
    """Is this file, this function or this row of the suite the test's?"""
    file, _, name = test.id.partition("::")
    place = f"{Path(file).name}::{name}"
    return place == start or place.startswith((f"{start}::", f"{start}["))


def katas(table: Table) -> tuple[Kata, ...]:
    """The katas of a story.toml; raises BadFile."""
    tests = table.table("tests", {})
    of_every_kata = tests.texts("of_every_kata", [])
    tests.known.append("of_no_kata")
    tests.end()
    return tuple(kata(name, told, of_every_kata) for name, told in table.tables("katas").items())


def kata(name: str, told: Table, of_every_kata: list[str]) -> Kata:
    """One of them."""
    found = Kata(
        name=name,
        folder=told.path("folder"),
        tests=(*of_every_kata, *told.texts("tests", [])),
        first_test=told.path("first_test"),
        rules=told.path_or_none("rules"),
        sample=told.path_or_none("sample"),
        program=told.value("program", int, None),
        words=tuple(told.texts("words", [])),
    )
    told.end()
    if found.program is None and (found.sample or found.words):
        key = "sample" if found.sample else "words"
        raise BadFile(f"{told.shown}: the key {told.full('program')} is missing: {key} is for a program")
    return found
