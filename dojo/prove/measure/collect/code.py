"""The evidence on code that changed without a test: which lines run, and which tests change colour."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from dojo.prove.measure.changes import Change
from dojo.prove.measure.collect.tree_runs import Doubt, TreeRunner, files_of, request_for
from dojo.prove.measure.evidence import CodeEvidence, TestEvidence
from dojo.prove.measure.outcomes import Cause, TestResult, TreeRun
from dojo.prove.measure.source_tree import Area
from dojo.tracing.sources import changed_lines


@dataclass(eq=False)
class CodeRuns:
    """The runs of all tests on a version, and on the one before it.

    Attributes:
        unstable: the tests that came out differently on the same code.
        results: what the tests came to on the version.
    """

    runner: TreeRunner
    change: Change
    unstable: set[str] = field(default_factory=set)
    results: dict[str, TestResult] = field(default_factory=dict)

    def evidence(self) -> CodeEvidence | None:
        """Run all tests of the version; None if neither code nor data has changed, or nothing could tell."""
        change = self.change
        before, after = change.before, change.after
        code, has_data = [], False
        for path in change.paths:
            area = change.area_of(path)
            if area is Area.CODE:
                code.append(path)
            has_data = has_data or area is Area.DATA
        if not code and not has_data:
            return None
        lines = self.changed_lines(code)
        what = "code" if code else "data"
        if not after.suite_files:
            return CodeEvidence(what, len(lines)) if code else None
        new, old = self.run_all_tests([path for path in code if path in after.paths])
        self.results.update(new.results)
        fault = say_nothing(new)
        if not fault and old.results:
            fault = say_nothing(old)
        return CodeEvidence(
            what=what,
            changed=len(lines),
            run=len(lines & set(new.lines)),
            flips=self.find_flips(old, new),
            fault=fault,
            unread=why_unread(new),
            is_deleted_with_tests=not lines and bool(before.tests.keys() - after.tests.keys()),
        )

    def changed_lines(self, code: Sequence[str]) -> set[tuple[str, int]]:
        """Return the lines of these files that are new or have changed, and that can run."""
        lines: set[tuple[str, int]] = set()
        for path in code:
            old, new = self.change.before.content(path), self.change.after.content(path)
            for number in changed_lines(old, new):
                lines.add((path, number))
        return lines

    def run_all_tests(self, traced: Sequence[str]) -> tuple[TreeRun, TreeRun]:
        """Run all tests on the version, and on the one before where that may differ."""
        before, after = self.change.before, self.change.after
        new_request = request_for(after, after.suite_files, traced=traced)
        old_request = request_for(before, after.suite_files)
        if traced:
            new, old = self.runner.run(new_request, old_request)
            self.run_flips_untraced(old, new)
            return new, old
        [new] = self.runner.run(new_request)
        if not new.fault and all(result.is_green for result in new.results.values()):
            # data has broken nothing, and nobody asks what else it did
            return new, TreeRun()
        [old] = self.runner.run(old_request)
        return new, old

    def run_flips_untraced(self, old: TreeRun, new: TreeRun) -> None:
        """Replace the results that differ: to note which lines run may change one, as that of a recursion."""
        ids = find_other_colours(old, new)
        [untraced] = self.runner.run(request_for(self.change.after, files_of(ids)))
        for test in ids:
            new.results[test] = untraced.results.get(test, new.results[test])

    def find_flips(self, old: TreeRun, new: TreeRun) -> list[TestEvidence]:
        """Return the tests that nobody touched, and that have another colour; each is asked twice."""
        ids = find_other_colours(old, new)
        doubts = (Doubt(self.change.before, old, ids), Doubt(self.change.after, new, ids))
        self.unstable |= self.runner.find_unstable(*doubts)
        found = []
        for test in ids:
            now, before = new.results[test], old.results[test]
            source = self.change.after.find_test(now)
            found.append(TestEvidence(source, now, before, source, on_parent=before))
        return found


def find_other_colours(old: TreeRun, new: TreeRun) -> list[str]:
    """Return the tests of both runs that have another colour."""
    found = []
    for test in sorted(new.results):
        if test in old.results and old.is_green(test) != new.is_green(test):
            found.append(test)
    return found


def needs_code_evidence(tests: Sequence[TestEvidence]) -> bool:
    """True if no test was made for the change: each is as it was, or was only tidied."""
    return not any(asks_something(test) for test in tests)


def asks_something(test: TestEvidence) -> bool:
    """True if a test says anything about the change by itself, and was not only tidied."""
    if not test.now.is_green:
        return not test.is_same or (test.now.is_failure and not test.was_red)
    if test.on_parent is None:
        return False
    if test.on_parent.is_failure:
        return True
    return not test.is_same and test.more_asserts != 0


def why_unread(run: TreeRun) -> str:
    """Say why a file of tests cannot be read, whose tests might run the code."""
    reasons = [result.reason for test, result in run.results.items() if "::" not in test]
    return min(filter(None, reasons), default="")


def say_nothing(run: TreeRun) -> str:
    """Say why a run tells nothing: it has a fault, or no test of it gives an answer."""
    if run.fault:
        return run.fault
    if any(result.is_answer for result in run.results.values()):
        return ""
    reasons = [result.reason for result in run.results.values() if result.cause != Cause.NOT_RUN]
    return next(filter(None, reasons), "no test runs")
