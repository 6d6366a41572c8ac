"""Collects the evidence on a version: the runs of its tests on its code, and on that of the version before.

What is red is asked twice: in its whole file, as it was written, and alone. A test that comes out differently
on the same code is unstable.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from dojo.prove.measure.changes import Change
from dojo.prove.measure.collect.code import CodeRuns, needs_code_evidence
from dojo.prove.measure.collect.tree_runs import ASKED_TWICE, Doubt, TreeRunner, files_of, request_for
from dojo.prove.measure.evidence import CodeEvidence, CommitEvidence, DeletedTest, TestEvidence
from dojo.prove.measure.outcomes import NO_TESTS, OFF, TestResult, TreeRun
from dojo.prove.measure.pairing import Pairing
from dojo.prove.measure.source_tree import SourceTree
from dojo.tracing.sources import file_of


@dataclass(frozen=True)
class Collector:
    """What collects the evidence on the versions of one history."""

    runner: TreeRunner

    def collect(self, change: Change, reds: Collection[str]) -> CommitEvidence:
        """Collect the evidence on a version; `reds` are the tests that were red before it."""
        if change.is_of_documents:
            return CommitEvidence()
        return VersionRuns(self.runner, change, list(reds)).evidence()


@dataclass(eq=False)
class VersionRuns:
    """The runs on one version and the one before it.

    Attributes:
        reds: the tests that were red before.
        unstable: those that came out differently on the same code, as far as that is known by now.
        results: what the tests of the version came to.
    """

    runner: TreeRunner
    change: Change
    reds: Sequence[str]
    unstable: set[str] = field(default_factory=set)
    results: dict[str, TestResult] = field(default_factory=dict)

    def evidence(self) -> CommitEvidence:
        """Run what has to run, one question after the other."""
        change = self.change
        files = change.files_to_run(self.reds)
        old, new = self.runner.run(request_for(change.before, files), request_for(change.after, files))
        self.results.update(new.results)
        tests = list(Pairing(change, old, new).pairs())
        self.ask_reds_again(tests, new)
        tests = self.add_parent_runs(tests, new)
        deleted = self.deleted_tests(old)
        tests, deleted = self.add_old_tests(tests, deleted)
        code = self.code_evidence() if needs_code_evidence(tests) else None
        return CommitEvidence(
            tests=tests,
            deleted=deleted,
            code=code,
            code_changed=not change.code_is_same,
            settings_changed=change.settings_changed,
            unread_files=self.unread(change.after, change.changed_test_files),
            unread_before=self.unread(change.before, change.before.test_files),
            rows=Counter(result.function for result in new.results.values()),
            rewritten=frozenset(new.rewritten),
            unstable=frozenset(self.unstable),
            set_aside=self.set_aside(tests, new),
            remarks=list(self.remarks(old, new)),
            results=self.results,
            files=frozenset(files),
            fault="" if old.fault or new.fault == NO_TESTS else new.fault,
        )

    def unread(self, tree: SourceTree, files: Iterable[str]) -> list[str]:
        return [path for path in files if path in tree.paths and not tree.test_file(path)]

    def ask_reds_again(self, tests: Sequence[TestEvidence], new: TreeRun) -> None:
        """Ask what is newly red a second time."""
        reds = []
        for test in tests:
            if test.now.cause in ASKED_TWICE and not (test.is_same and test.was_red):
                reds.append(test.id)
        self.unstable |= self.runner.find_unstable(Doubt(self.change.after, new, reds))

    def add_parent_runs(self, tests: Sequence[TestEvidence], new: TreeRun) -> list[TestEvidence]:
        """Add what green tests come to on the code before, where that matters.

        Where the code is the same, that is what they come to now.
        """
        asked = [test.id for test in tests if asks_the_parent(test)]
        if self.change.code_is_same:
            return [replace(test, on_parent=test.now) if test.id in asked else test for test in tests]
        tree = self.change.before.with_tests_of(self.change.after)
        [run] = self.runner.run(request_for(tree, files_of(asked)))
        found = []
        for test in tests:
            result = run.find(test.id) if test.id in asked else None
            found.append(replace(test, on_parent=result))
            if result and result.is_green and test.was_red and self.is_untouched(test):
                # nothing differs, but the colour does
                self.unstable.add(test.id)
        # a name that is missing is missing each time
        reds = [test.id for test in found if test.on_parent and test.on_parent.cause in ASKED_TWICE]
        # a green that is going to be praised is asked again, too
        doubts = (Doubt(tree, run, reds), Doubt(self.change.after, new, reds))
        self.unstable |= self.runner.find_unstable(*doubts)
        return found

    def is_untouched(self, test: TestEvidence) -> bool:
        """True if neither the test nor anything that belongs to it has changed."""
        return test.is_same and not test.helpers_changed and not self.change.settings_changed

    def deleted_tests(self, old: TreeRun) -> list[DeletedTest]:
        """Return the tests that are gone, a row each."""
        found = []
        for function in sorted(self.change.gone):
            rows = old.rows(function)
            found += [DeletedTest(result.id, result) for result in rows] or [DeletedTest(function)]
        return found

    def add_old_tests(
        self, tests: list[TestEvidence], deleted: list[DeletedTest]
    ) -> tuple[list[TestEvidence], list[DeletedTest]]:
        """Add what the old tests come to on the new code: one that asked more may fail there.

        Only where the new ones are content with the old code, and so do not ask for the change.
        """
        if self.change.code_is_same:
            return tests, deleted
        former = former_ids(tests)
        # a deleted test asked for what nobody wants any more, if another one asks for the change
        gone = [] if asks_for_the_change(tests) else [test.id for test in deleted if test.was_green]
        asked = [*former.values(), *gone]
        tree = self.change.after.with_tests_of(self.change.before)
        [run] = self.runner.run(request_for(tree, files_of(asked), asked))
        failed = [test for test in asked if run.find(test).is_failure]
        self.unstable |= self.runner.find_unstable(Doubt(tree, run, failed))
        for place, test in enumerate(tests):
            if test.id in former:
                tests[place] = replace(test, old_on_new=run.find(former[test.id]))
        for place, old in enumerate(deleted):
            if old.id in gone:
                deleted[place] = replace(old, old_on_new=run.find(old.id))
        return tests, deleted

    def set_aside(self, tests: Sequence[TestEvidence], new: TreeRun) -> list[str]:
        """Return the tests that were red, and that are gone or switched off now."""
        found = []
        followed = {test.before.id for test in tests if test.before} | {test.id for test in tests}
        for red in self.reds:
            if red not in followed and file_of(red) not in new.results:
                found.append(red)
        found += [test.id for test in tests if test.was_red and test.now.cause in OFF]
        return list(dict.fromkeys(found))

    def remarks(self, old: TreeRun, new: TreeRun) -> Iterator[str]:
        """Say what a reader has to know of the runs."""
        for path in self.change.paths:
            if path.rpartition("/")[2] == "conftest.py" and path in self.change.after.paths:
                yield f"{path} changed: what it does to the tests is part of each answer."
        counts = [len([test for test in run.results if "::" in test]) for run in (old, new)]
        if counts[1] < counts[0] and not new.fault:
            yield f"Fewer tests than before in the same files: {counts[1]}, and {counts[0]} before."

    def code_evidence(self) -> CodeEvidence | None:
        """Run all tests of both versions on the code that changed."""
        runs = CodeRuns(self.runner, self.change)
        evidence = runs.evidence()
        self.results.update(runs.results)
        self.unstable |= runs.unstable
        return evidence


def asks_the_parent(test: TestEvidence) -> bool:
    """True if a green test is new, has changed, or was red: then it matters what it says to the old code."""
    helped = test.helpers_changed and test.was_green
    return test.now.is_green and (test.was_red or not test.is_same or helped)


def asks_for_the_change(tests: Sequence[TestEvidence]) -> bool:
    """True if a test fails without it."""
    return any(test.on_parent is not None and test.on_parent.is_failure for test in tests)


def was_rewritten(test: TestEvidence) -> bool:
    """True if a test was green and is another one now, which the code before passes as well."""
    is_content = test.on_parent is not None and test.on_parent.is_green
    return is_content and test.was_green and not (test.is_same and not test.helpers_changed)


def former_ids(tests: Sequence[TestEvidence]) -> dict[str, str]:
    """Return the ids that rewritten tests had before, by those that they have now."""
    driven = {test.now.function for test in tests if test.on_parent and test.on_parent.is_failure}
    former: dict[str, str] = {}
    for test in tests:
        # which row takes the place of another one is a guess, and a row of the test asks for the change
        is_guess = not test.same_row and test.now.function in driven
        if test.before and was_rewritten(test) and not is_guess:
            former[test.id] = test.before.id
    return former
