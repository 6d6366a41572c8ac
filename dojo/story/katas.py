"""The katas that a story serves: the tasks for participants, and the tests that lead them there.

The order of the tests is the suite's own, step by step, and in a step as the suite lists them. So a test that
asks whether the last step was general enough comes before the next red.
"""

from dataclasses import dataclass
from pathlib import Path

from dojo.errors import UsageError
from dojo.story.cases import Case
from dojo.story.tests import SuiteTest
from dojo.story.toml import BadFile, Table

STATEMENT = "README.md"


class NoKata(UsageError):
    """There is no such kata, or it lacks what the call needs; the message names the katas that there are."""


@dataclass(frozen=True)
class Kata:
    """A task: its folder with statement, starter and cases; its tests; the program that solves it."""

    name: str
    folder: Path
    tests: tuple[str, ...]
    """The names of its tests begin so: files, functions or rows, as the suite has them."""
    first_test: Path
    """The first text of the test file of an attempt."""
    rules: Path | None
    """The rules of its statement, and the mutants that break each."""
    sample: Path | None
    program: int | None
    """The first step that is a program for it."""
    words: tuple[str, ...]
    """The words that this program takes for it."""

    @property
    def attempts(self) -> Path:
        """The folder of its attempts."""
        return self.folder / "attempts"

    @property
    def statement(self) -> str:
        return (self.folder / STATEMENT).read_text(encoding="utf-8")

    @property
    def cases(self) -> list[Case]:
        """Its black-box cases, in their order; none if it has none."""
        return [Case(file) for file in sorted((self.folder / "cases").glob("*.in"))]

    @property
    def complete_cases(self) -> list[Case]:
        """The cases that have both files."""
        return [case for case in self.cases if case.output.is_file()]

    def taught(self, tests: list[SuiteTest]) -> list[SuiteTest]:
        """Its tests, in the order in which they are taught."""
        return [test for test in tests if any(selects(start, test) for start in self.tests)]


def selects(start: str, test: SuiteTest) -> bool:
    """True if the test belongs to this file, this function or this row of the suite."""
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
