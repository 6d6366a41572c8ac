"""What a test came to on a version, and why: a closed list of causes, each of which is one reason."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from enum import StrEnum

from dojo.model.outcome import Colour, Outcome, Reason
from dojo.tracing.sources import file_of


class Cause(StrEnum):
    """Why a test is not green, in the word that JSON has for it.

    Only the first one is a proof, and the first four are an answer.
    """

    ASSERTED = "its own assertion failed"
    MISSING_NAME = "a name is missing"
    CRASHED_IN_CODE = "crashed in the code"
    CRASHED_IN_TEST = "crashed in the test"
    CRASHED_IN_FIXTURE = "crashed in a fixture"
    MISSING_PACKAGE = "a package or a plugin is missing"
    CODE_NOT_READ = "the code is not Python"
    FILE_NOT_READ = "its file cannot be read"
    NOT_COLLECTED = "not collected"
    SKIPPED = "skipped"
    EXPECTED_TO_FAIL = "expected to fail"
    TIMED_OUT = "timed out"
    ENDED_PYTHON = "ended Python"
    NOT_RUN = "not run"
    UNSTABLE = "came out differently"


FAILURES = (Cause.ASSERTED, Cause.MISSING_NAME, Cause.CRASHED_IN_CODE, Cause.CRASHED_IN_TEST)
# somebody has switched it off: the test itself could still be asked
OFF = (Cause.SKIPPED, Cause.EXPECTED_TO_FAIL, Cause.NOT_COLLECTED)
REASONS = {
    Cause.ASSERTED: Reason.ASSERTED,
    Cause.MISSING_NAME: Reason.MISSING_NAME,
    Cause.CRASHED_IN_CODE: Reason.CRASHED,
    Cause.CRASHED_IN_TEST: Reason.CRASHED,
    Cause.CRASHED_IN_FIXTURE: Reason.CRASHED,
    Cause.MISSING_PACKAGE: Reason.NOT_LOADED,
    Cause.CODE_NOT_READ: Reason.NOT_LOADED,
    Cause.FILE_NOT_READ: Reason.NOT_LOADED,
    Cause.NOT_COLLECTED: Reason.NOT_TRIED,
    Cause.SKIPPED: Reason.NOT_TRIED,
    Cause.EXPECTED_TO_FAIL: Reason.NOT_TRIED,
    Cause.TIMED_OUT: Reason.TIMED_OUT,
    Cause.ENDED_PYTHON: Reason.ENDED_PYTHON,
    Cause.NOT_RUN: Reason.NOT_TRIED,
    Cause.UNSTABLE: Reason.NOT_TRIED,
}
# what comes before the words of the error, where these alone do not say what is wrong
PREFIXES = {
    Cause.CRASHED_IN_FIXTURE: "its fixture broke: ",
    Cause.FILE_NOT_READ: "its file cannot be read: ",
    Cause.CODE_NOT_READ: "code is not Python: ",
}
NO_TESTS = "pytest found none of these tests"


@dataclass(frozen=True)
class TestResult:
    """What one test came to.

    Attributes:
        id: as pytest names it, with its row; the path of a file that could not be read.
        cause: why it is not green; None if it is.
        params: the values of its row.
        file: the file that defines it, and its line: not that of its id if it is inherited.
        error: the name of the exception.
        why: what was raised, in a line.
        failure: the same as pytest shows it.
        missing: the name that the code does not have, in words, if that is all that is wrong.
        owner: the module that should have it.
    """

    id: str
    cause: Cause | None
    params: str = ""
    file: str = ""
    line: int = 0
    error: str = ""
    why: str = ""
    failure: str = ""
    missing: str = ""
    owner: str = ""

    @property
    def function(self) -> str:
        return self.id.partition("[")[0]

    @property
    def is_green(self) -> bool:
        return self.cause is None

    @property
    def is_failure(self) -> bool:
        """True if the test was asked, and failed; by whatever means."""
        return self.cause in FAILURES

    @property
    def is_answer(self) -> bool:
        return self.is_green or self.is_failure

    @property
    def reason(self) -> str:
        """Say why it is no answer; an empty text if it is one."""
        if self.is_answer or self.cause is None:
            return ""
        return PREFIXES.get(self.cause, "") + self.why

    @property
    def outcome(self) -> Outcome:
        """Return it as the outcome that a trace reads."""
        if self.cause is None:
            return Outcome(self.id, Colour.GREEN)
        reason = REASONS[self.cause]
        colour = Colour.RED if self.cause in (Cause.ASSERTED, Cause.MISSING_NAME) else Colour.AMBER
        return Outcome(self.id, colour, reason, self.missing.strip("`"), self.why, self.failure)


@dataclass
class TreeRun:
    """What some tests came to on a version.

    Attributes:
        results: by the ids of the tests; that of a file which could not be read by its path.
        fault: why the run as a whole is no answer.
        lines: the lines that ran, of the files that were asked for.
        rewritten: the tests whose failure a hook of the repository reported as something else.
        colours: whether each test was green, each time that it ran; empty if the run did not come to its end.
    """

    results: dict[str, TestResult] = field(default_factory=dict)
    fault: str = ""
    lines: list[tuple[str, int]] = field(default_factory=list)
    rewritten: list[str] = field(default_factory=list)
    colours: dict[str, list[bool]] = field(default_factory=dict)

    def find(self, test: str) -> TestResult:
        """Find what a test came to; no answer, with a reason, where it did not run."""
        found = self.results.get(test) or self.results.get(file_of(test))
        if found and not self.fault:
            return replace(found, id=test)
        if self.fault and self.fault != NO_TESTS:
            return TestResult(test, Cause.NOT_RUN, why=self.fault)
        return TestResult(test, Cause.NOT_COLLECTED, why="pytest does not collect it")

    def rows(self, function: str) -> list[TestResult]:
        return [result for result in self.results.values() if result.function == function]

    def is_green(self, test: str) -> bool:
        return test in self.results and self.results[test].is_green

    @property
    def unreached(self) -> list[str]:
        """Return the tests behind one that stopped the run."""
        return [test for test, result in self.results.items() if result.cause == Cause.NOT_RUN]


def attribute_missing_names(results: dict[str, TestResult], names: Collection[str]) -> None:
    """Say what is a name of the code, and what of another package: only the first is red.

    Takes the names of all modules that the code has in any version.
    """
    for test, result in list(results.items()):
        is_known = not result.owner or result.owner in names
        if is_known and result.cause != Cause.MISSING_PACKAGE:
            continue
        module = result.missing.strip("`")
        if result.error == "PackageNotFoundError" and module:
            why = f"{module} has to be installed in PYTHON: the code asks for its version"
            results[test] = replace(result, missing="", owner="", why=why)
        elif result.error == "ModuleNotFoundError":
            why = f"it needs {result.owner}, which neither PYTHON nor the commit has"
            if result.owner in names:
                why = f"it needs {module}, which is not in the commit: does a build write it?"
            results[test] = replace(result, cause=Cause.MISSING_PACKAGE, missing="", owner="", why=why)
        elif not is_known:
            cause = Cause.CRASHED_IN_TEST if "::" in test else Cause.FILE_NOT_READ
            results[test] = replace(result, cause=cause, missing="", owner="")
