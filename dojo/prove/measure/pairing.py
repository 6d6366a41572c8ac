"""Pairs each test of a version with what it was in the version before. Nothing runs here."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dojo.prove.measure.changes import Change, match_rows
from dojo.prove.measure.evidence import TestEvidence
from dojo.prove.measure.outcomes import TestResult, TreeRun
from dojo.prove.measure.weak_tests import expected_values, why_it_cannot_fail
from dojo.tracing.sources import Test, file_of


@dataclass(frozen=True, eq=False)
class Pairing:
    """What a change did to each test, by its sources and by a run of either version."""

    change: Change
    old: TreeRun
    new: TreeRun

    def pairs(self) -> Iterator[TestEvidence]:
        """Yield each test, and each row of one, with what it was before."""
        for function in self.change.functions_to_judge(self.new):
            yield from self.pair_rows(function)

    def pair_rows(self, function: str) -> Iterator[TestEvidence]:
        """Yield the rows of one test with what they were before."""
        old, new = self.old, self.new
        former = self.change.former_id(function)
        rows, old_rows = new.rows(function) or [new.find(function)], old.rows(former)
        old_test = self.former_test(former, rows[0])
        alike = self.are_rows_written_alike(former, function)
        matched = match_rows(rows, old_rows, written_alike=alike)
        for now in rows:
            result, same_row = matched.get(now.id, (None, not old_rows))
            if result is None and old_test and same_row:
                result = old.results.get(file_of(former))
            evidence = self.pair(now, result, old_test, same_row=same_row)
            yield replace(evidence, more_asserts=self.count_more_asserts(evidence))

    def are_rows_written_alike(self, former: str, function: str) -> bool:
        """True if the rows of a test are in its own decorators, and neither these nor their names differ."""
        before, after = self.change.before, self.change.after
        if former not in before.tests or function not in after.tests:
            return False
        old_file, new_file = before.test_file(file_of(former)), after.test_file(file_of(function))
        rows = before.tests[former].rows
        if not rows or rows != after.tests[function].rows or not old_file or not new_file:
            return False
        has_same_names = old_file.helpers == new_file.helpers and old_file.names <= new_file.names
        return has_same_names and not self.change.helpers_changed

    def former_test(self, former: str, now: TestResult) -> Test | None:
        """Return the source that a test had; None if it is new."""
        before = self.change.before
        rows = self.old.rows(former)
        if former in before.tests or rows:
            return before.tests.get(former) or before.find_test(rows[0])
        if self.old.fault or file_of(former) in self.old.results:
            return self.former_test_that_did_not_run(now)
        return None

    def former_test_that_did_not_run(self, now: TestResult) -> Test | None:
        """Find what a test was that is inherited, or made by a program, where its file could not be read."""
        before, after = self.change.before, self.change.after
        source = now.file or file_of(now.id)
        test = after.find_test(now)
        if before.paths.get(source) == after.paths.get(source):
            return test
        for id, old in before.tests.items():
            has_same_name = id.rpartition("::")[2] == now.function.rpartition("::")[2]
            if file_of(id) == source and has_same_name and old.source == test.source:
                return old
        return None

    def pair(
        self, now: TestResult, before: TestResult | None, old: Test | None, *, same_row: bool
    ) -> TestEvidence:
        """Return a row with what it was, and with what the sources say of it."""
        trees = self.change
        file = file_of(now.id)
        test = trees.after.find_test(now)
        content = trees.after.content(now.file or file)
        expected = ("", "")
        # a walk through the whole function: not for the many tests that nobody touched
        if before and old and old.source != test.source:
            old_content = trees.before.content(before.file or file_of(before.id))
            expected = expected_values(old_content, old.line, content, test.line)
        return TestEvidence(
            test=test,
            now=now,
            before=before,
            old=old,
            same_row=same_row,
            helpers_changed=self.helpers_differ(file, is_old=old is not None),
            has_code_in_file=trees.after.holds_code(file),
            cannot_fail=why_it_cannot_fail(content, test.line),
            expected=expected,
        )

    def helpers_differ(self, file: str, *, is_old: bool) -> bool:
        """True if something else changed that belongs to the tests of a file."""
        if self.change.helpers_changed:
            return True
        helpers = []
        for tree in (self.change.before, self.change.after):
            source = tree.test_file(file)
            helpers.append(source.helpers if source else "")
        return is_old and helpers[0] != helpers[1]

    def count_more_asserts(self, evidence: TestEvidence) -> int:
        """Count how many assertions a test has more than it had, or than the tests that it replaces.

        A new row, and a new test that replaces nothing, ask for more; a helper may assert what is gone.
        """
        function = evidence.now.function
        old, new = self.old, self.new
        if evidence.old:
            # a row that takes the place of another one asks something else, and no more
            before = old.rows(self.change.former_id(function))
            is_replaced = evidence.before is not None and len(new.rows(function)) <= len(before)
            is_known = evidence.same_row or is_replaced
            more = count_more(evidence.test, evidence.old) if is_known else 1
            return max(more, 0) if evidence.helpers_changed else more
        asserted = 0
        for test in self.change.gone:
            if file_of(test) == file_of(function):
                asserted += self.change.before.tests[test].asserts * max(1, len(old.rows(test)))
        asserts = evidence.test.asserts * max(1, len(new.rows(function)))
        return 0 if asserted and asserts <= asserted else 1


def count_more(test: Test, old: Test) -> int:
    """Count how many assertions a test has more than it had; a `match=` may take the place of one."""
    more = test.asserts - old.asserts
    return more if more >= 0 else min(0, more + test.matches - old.matches)
