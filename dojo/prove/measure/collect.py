"""Collects the evidence on a version: the runs of its tests on its code, and on that of the version before.

What is red is asked twice: in its whole file, as it was written, and alone. A test that comes out differently
on the same code is unstable.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from dojo.prove.measure.changes import Change
from dojo.prove.measure.evidence import CodeEvidence, CommitEvidence, DeletedTest, TestEvidence
from dojo.prove.measure.launch import RunRequest
from dojo.prove.measure.outcomes import OFF, Cause, TestResult, TreeRun, attribute_missing_names
from dojo.prove.measure.pairing import Pairing
from dojo.prove.measure.runs import Runner
from dojo.prove.measure.source_tree import Area, SourceTree
from dojo.tracing.sources import changed_lines, file_of

# how often a test that is in doubt runs in one process: of twenty that fail half of the time, at most one is
# taken for firm
TIMES_IN_DOUBT = 3
ASKED_TWICE = (Cause.ASSERTED, Cause.CRASHED_IN_CODE, Cause.CRASHED_IN_TEST)


class Doubt(NamedTuple):
    """Tests that may be unstable, and what they came to on a version."""

    tree: SourceTree
    run: TreeRun
    ids: Sequence[str]


@dataclass(frozen=True)
class Collector:
    """What collects the evidence on the versions of one history.

    Attributes:
        names: the modules of the code, in any version: if one of them is missing, a name is missing.
    """

    runner: Runner
    names: Collection[str]

    def answer(self, requests: Sequence[RunRequest]) -> list[TreeRun]:
        """Run some tests of some versions."""
        runs = self.runner.ask(*requests)
        for run in runs:
            attribute_missing_names(run.results, self.names)
        return runs

    def find_unstable(self, *doubts: Doubt) -> set[str]:
        """Ask tests again, alone and some times each, and return those that are unstable.

        Alone, a test may lack what another one of its file has left for it. So if it has another colour
        alone, its whole file runs again: only another colour there counts. The second time, a test may find
        what it has left itself. So if its colours differ, it runs again, as often: only other colours count.
        """
        requests = [self.request_again(doubt, doubt.ids, again=1) for doubt in doubts]
        unstable: set[str] = set()
        for doubt, alone in zip(doubts, self.answer(requests)):
            mixed = [test for test in doubt.ids if len(set(alone.colours.get(test, ()))) > 1]
            differ = [test for test in doubt.ids if alone.is_green(test) != doubt.run.is_green(test)]
            whole, mixed_again = self.answer(
                [
                    request_for(doubt.tree, files_of(differ), again=2),
                    self.request_again(doubt, mixed, again=2),
                ]
            )
            unstable.update(test for test in differ if whole.is_green(test) != doubt.run.is_green(test))
            unstable.update(test for test in mixed if mixed_again.colours.get(test) != alone.colours[test])
        return unstable

    def request_again(self, doubt: Doubt, ids: Sequence[str], again: int) -> RunRequest:
        request = request_for(doubt.tree, files_of(ids), ids, again=again)
        return request._replace(times=TIMES_IN_DOUBT)

    def collect(self, change: Change, reds: Collection[str]) -> CommitEvidence:
        """Collect the evidence on a version; `reds` are the tests that were red before it."""
        if change.is_of_documents:
            return CommitEvidence()
        return VersionRuns(self, change, list(reds)).evidence()


@dataclass(eq=False)
class VersionRuns:
    """The runs on one version and the one before it.

    Attributes:
        reds: the tests that were red before.
        unstable: those that came out differently on the same code, as far as that is known by now.
        results: what the tests of the version came to.
    """

    collector: Collector
    change: Change
    reds: Sequence[str]
    unstable: set[str] = field(default_factory=set)
    results: dict[str, TestResult] = field(default_factory=dict)

    def evidence(self) -> CommitEvidence:
        """Run what has to run, one question after the other."""
        change = self.change
        files = change.files_to_run(self.reds)
        old, new = self.collector.answer(
            [request_for(change.before, files), request_for(change.after, files)]
        )
        self.results.update(new.results)
        tests = list(Pairing(change, old, new).pairs())
        self.ask_reds_again(tests, new)
        tests = self.add_parent_runs(tests, new)
        deleted = self.deleted_tests(old)
        tests, deleted = self.add_old_tests(tests, deleted)
        return CommitEvidence(
            tests=tests,
            deleted=deleted,
            code=self.code_evidence() if needs_code_evidence(tests) else None,
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
        )

    def unread(self, tree: SourceTree, files: Iterable[str]) -> list[str]:
        return [path for path in files if path in tree.paths and not tree.test_file(path)]

    def ask_reds_again(self, tests: Sequence[TestEvidence], new: TreeRun) -> None:
        """Ask what is newly red a second time."""
        reds = []
        for test in tests:
            if test.now.cause in ASKED_TWICE and not (test.is_same and test.was_red):
                reds.append(test.id)
        self.unstable |= self.collector.find_unstable(Doubt(self.change.after, new, reds))

    def add_parent_runs(self, tests: Sequence[TestEvidence], new: TreeRun) -> list[TestEvidence]:
        """Add what green tests come to on the code before, where that matters.

        Where the code is the same, that is what they come to now.
        """
        asked = [test.id for test in tests if asks_the_parent(test)]
        if self.change.code_is_same:
            return [replace(test, on_parent=test.now) if test.id in asked else test for test in tests]
        tree = self.change.before.with_tests_of(self.change.after)
        [run] = self.collector.answer([request_for(tree, files_of(asked))])
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
        self.unstable |= self.collector.find_unstable(*doubts)
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
        [run] = self.collector.answer([request_for(tree, files_of(asked), asked)])
        failed = [test for test in asked if run.find(test).is_failure]
        self.unstable |= self.collector.find_unstable(Doubt(tree, run, failed))
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
        """Ask all tests of both versions: which of the changed lines run, and who has another colour?"""
        change = self.change
        before, after = change.before, change.after
        changed = {path: change.area_of(path) for path in change.paths}
        code = [path for path, area in changed.items() if area is Area.CODE]
        if not code and Area.DATA not in changed.values():
            return None
        lines = self.changed_lines(code)
        what = "code" if code else "data"
        if not after.test_files:
            return CodeEvidence(what, len(lines)) if code else None
        new, old = self.ask_all_tests([path for path in code if path in after.paths])
        self.results.update(new.results)
        return CodeEvidence(
            what=what,
            changed=len(lines),
            run=len(lines & set(new.lines)),
            flips=self.find_flips(old, new),
            fault=say_nothing(new) or (say_nothing(old) if old.results else ""),
            unread=why_unread(new),
            is_deleted_with_tests=not lines and bool(before.tests.keys() - after.tests.keys()),
        )

    def ask_all_tests(self, traced: Sequence[str]) -> tuple[TreeRun, TreeRun]:
        """Run all tests on the version, and on the one before where that may differ."""
        before, after = self.change.before, self.change.after
        new_request = request_for(after, after.test_files, traced=traced)
        old_request = request_for(before, after.test_files)
        if traced:
            new, old = self.collector.answer([new_request, old_request])
            return new, old
        [new] = self.collector.answer([new_request])
        if not new.fault and all(result.is_green for result in new.results.values()):
            # data has broken nothing, and nobody asks what else it did
            return new, TreeRun()
        [old] = self.collector.answer([old_request])
        return new, old

    def changed_lines(self, code: Sequence[str]) -> set[tuple[str, int]]:
        """Return the lines of these files that are new or have changed, and that can run."""
        lines: set[tuple[str, int]] = set()
        for path in code:
            old, new = (tree.content(path) for tree in (self.change.before, self.change.after))
            lines.update((path, number) for number in changed_lines(old, new))
        return lines

    def find_flips(self, old: TreeRun, new: TreeRun) -> list[TestEvidence]:
        """Return the tests that nobody touched, and that have another colour; each is asked twice."""
        both = [test for test in new.results if test in old.results]
        ids = sorted(test for test in both if old.is_green(test) != new.is_green(test))
        doubts = (Doubt(self.change.before, old, ids), Doubt(self.change.after, new, ids))
        self.unstable |= self.collector.find_unstable(*doubts)
        found = []
        for test in ids:
            now, before = new.results[test], old.results[test]
            source = self.change.after.find_test(now)
            found.append(TestEvidence(source, now, before, source, on_parent=before))
        return found


def request_for(
    tree: SourceTree,
    files: Iterable[str],
    ids: Sequence[str] = (),
    again: int = 0,
    traced: Sequence[str] = (),
) -> RunRequest:
    """Ask for the tests of some files of a version, or for some of these; none of a file that is gone."""
    present = tuple(sorted(set(files) & tree.paths.keys()))
    return RunRequest(tree.files, present, tuple(sorted(ids)), tuple(traced), again)


def files_of(ids: Iterable[str]) -> set[str]:
    return {file_of(test) for test in ids}


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
