"""The katas that a story serves: the tasks for participants, and the tests that lead them there.

The order of the tests is the suite's own, step by step, and in a step as the suite lists them. So a test that
asks whether the last step was general enough comes before the next red.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from dojo.errors import UsageError
from dojo.story.tests import SuiteTest

STATEMENT = "README.md"
# A row of the table of starters in a statement: the file, the command that compiles it, if it needs one, and
# the command that starts it.
STARTER = re.compile(r"\]\((starters/[^)]+)\) \| (?:`([^`]+)`)? ?\| `([^`]+)` \|")


class NoKata(UsageError):
    """There is no such kata, or it lacks what the call needs; the message names the katas that there are."""


@dataclass(frozen=True)
class Case:
    """A black-box case. Of files of one name, 08-a-rule-in-words, .in is the input, .out the expected output.

    Where there is a .err as well, standard error has to have each of its lines, and the status is 1.
    """

    file: Path

    @property
    def rule(self) -> str:
        """08 a rule in words"""
        return self.file.stem.replace("-", " ")

    @property
    def given(self) -> str:
        return self.file.read_bytes().decode()

    @property
    def output(self) -> Path:
        """The file with the expected output."""
        return self.file.with_suffix(".out")

    @property
    def is_complete(self) -> bool:
        """True if it has an expected output."""
        return self.output.is_file()

    @property
    def expected(self) -> str:
        return self.output.read_bytes().decode()

    @property
    def complaints(self) -> list[str]:
        """What has to be said on standard error, with a status of 1; nothing where no line is faulty."""
        file = self.file.with_suffix(".err")
        return file.read_bytes().decode().splitlines() if file.is_file() else []


@dataclass(frozen=True)
class Kata:
    """A task.

    Attributes:
        name: its name, in lower case.
        folder: where its statement, starter and cases are.
        first_test: the first text of the test file of an attempt.
        tests: how the names of its tests begin: files, functions or rows, as the suite has them.
        rules: the rules of its statement, and the mutants that break each.
        sample: an input of its program.
        program: the number of the first step that answers it: one that prints a line as the finished step
            does.
        words: the words that this program takes for it.
        given: True if an attempt begins with the code of step 0, and with the tests that guard it.
        good_for: what one takes it for, in a word or two; the help says it.
    """

    name: str
    folder: Path
    first_test: Path
    tests: tuple[str, ...] = ()
    rules: Path | None = None
    sample: Path | None = None
    program: int | None = None
    words: tuple[str, ...] = ()
    given: bool = False
    good_for: str = ""

    @property
    def attempts(self) -> Path:
        """The folder of its attempts."""
        return self.folder / "attempts"

    @property
    def statement(self) -> str:
        return (self.folder / STATEMENT).read_text(encoding="utf-8")

    @property
    def title(self) -> str:
        """The heading of its statement, or else its name."""
        heading = re.match(r"# (.+)", self.statement)
        return heading[1] if heading else self.name

    @property
    def cases(self) -> list[Case]:
        """Its black-box cases, in the order in which they teach; none if it has none."""
        return [Case(file) for file in sorted((self.folder / "cases").glob("*.in"))]

    def require_cases(self) -> list[Case]:
        """Return its black-box cases; raises NoKata if it has none."""
        if not self.cases:
            place = f"in a folder cases/ beside its {STATEMENT}, inputs and what a right program prints"
            raise NoKata(f"there are no cases for {self.name}: they lie {place}")
        return self.cases

    @property
    def complete_cases(self) -> list[Case]:
        """The cases that have both files."""
        return [case for case in self.cases if case.is_complete]

    def find_starter(self, command: str) -> tuple[Path | None, str]:
        """Return the first starter of the statement that a command starts, and what compiles it for that.

        A starter is a program in some language to begin with. Its own command starts it, and so does one with
        its file in it, which needs nothing compiled. None where no starter fits.
        """
        names = [word.removeprefix("./") for word in command.split()]
        for path, build, own_command in STARTER.findall(self.statement):
            file = self.folder / path
            if not file.is_file():
                continue
            if own_command == command:
                return file, build
            if file.name in names:
                return file, ""
        return None, ""

    def taught(self, tests: list[SuiteTest]) -> list[SuiteTest]:
        """Return its tests, in the order in which they are taught."""
        return [test for test in tests if self.teaches(test)]

    def teaches(self, test: SuiteTest) -> bool:
        """True if the test is in one of its files, functions or rows."""
        return is_selected(test, self.tests)


def is_selected(test: SuiteTest, starts: Iterable[str]) -> bool:
    """True if the test belongs to one of these files, functions or rows of the suite."""
    return any(selects(start, test) for start in starts)


def selects(start: str, test: SuiteTest) -> bool:
    """True if the test belongs to this file, this function or this row of the suite."""
    file, _, name = test.id.partition("::")
    place = f"{Path(file).name}::{name}"
    return place == start or place.startswith((f"{start}::", f"{start}["))
