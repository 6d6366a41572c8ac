"""What was measured of a version and the one before it, before anybody judges it. All of it is frozen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dojo.prove.measure.outcomes import TestResult
from dojo.tracing.sources import Test


@dataclass(frozen=True)
class TestEvidence:
    """One test, or a row of one: what it is, what it was, and what it came to in up to four runs.

    Attributes:
        test: its source, as far as it can be read.
        old: what it was in the version before; None if it is new.
        now: what it comes to.
        before: what it came to in the version before, as that was.
        on_parent: what it comes to, as it is now, on the code of the version before; None if nobody asked.
        old_on_new: what it comes to, as it was before, on the code of now; None if nobody asked.
        same_row: True if its row has the values that it had.
        helpers_changed: True if something else changed that belongs to the tests.
        more_asserts: how many assertions it has more than what it was, or than the tests that it replaces.
        has_code_in_file: True if its file holds the code under test as well.
        cannot_fail: why it passes whatever the code does; an empty text if it may fail.
        expected: what it expected before and what it expects now, if only that has changed.
    """

    test: Test
    now: TestResult
    before: TestResult | None = None
    old: Test | None = None
    on_parent: TestResult | None = None
    old_on_new: TestResult | None = None
    same_row: bool = True
    helpers_changed: bool = False
    more_asserts: int = 1
    has_code_in_file: bool = False
    cannot_fail: str = ""
    expected: tuple[str, str] = ("", "")

    @property
    def id(self) -> str:
        return self.now.id

    @property
    def is_new(self) -> bool:
        return self.old is None

    @property
    def is_same(self) -> bool:
        """True if it says what it said before."""
        return self.old is not None and self.old.source == self.test.source and self.same_row

    @property
    def was_green(self) -> bool:
        return self.before is not None and self.before.is_green

    @property
    def was_red(self) -> bool:
        return self.before is not None and self.before.is_failure


@dataclass(frozen=True)
class DeletedTest:
    """A test that the version before had; what it comes to on the code of now, if anybody asked."""

    id: str
    before: TestResult | None = None
    old_on_new: TestResult | None = None

    @property
    def was_green(self) -> bool:
        return self.before is not None and self.before.is_green


@dataclass(frozen=True)
class CodeEvidence:
    """What the tests of a version say to a change that none of them was made for.

    Attributes:
        what: what changed: code, or data.
        changed: how many lines of code changed.
        run: how many of them the tests run.
        flips: the tests that have another colour.
        fault: why the runs say nothing.
        unread: why a file of tests cannot be read, which might have run the lines.
        is_deleted_with_tests: True if code and tests only went.
    """

    what: str = "code"
    changed: int = 0
    run: int = 0
    flips: Sequence[TestEvidence] = ()
    fault: str = ""
    unread: str = ""
    is_deleted_with_tests: bool = False


@dataclass(frozen=True)
class CommitEvidence:
    """All that was measured of a version.

    Attributes:
        code_changed: True if code or data changed, and not the tests or the settings alone.
        settings_changed: True if pytest has other settings than before.
        unread_files: the changed files of tests that are not Python.
        rows: how many rows each test has.
        rewritten: the tests whose failure a hook of the repository reports as something else.
        unstable: the tests that came out differently on the same code.
        set_aside: the tests that were red before, and that are skipped or gone.
        results: what all tests came to that ran on the version.
        files: the files of tests that were asked.
        remarks: sentences about the version that are no verdicts.
        fault: why no test runs any more, as one did before; an empty text if one does.
    """

    tests: Sequence[TestEvidence] = ()
    deleted: Sequence[DeletedTest] = ()
    code: CodeEvidence | None = None
    code_changed: bool = False
    settings_changed: bool = False
    unread_files: Sequence[str] = ()
    unread_before: Sequence[str] = ()
    rows: Mapping[str, int] = field(default_factory=dict)
    rewritten: frozenset[str] = frozenset()
    unstable: frozenset[str] = frozenset()
    set_aside: Sequence[str] = ()
    remarks: Sequence[str] = ()
    results: Mapping[str, TestResult] = field(default_factory=dict)
    files: frozenset[str] = frozenset()
    fault: str = ""
