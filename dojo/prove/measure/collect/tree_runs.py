"""Runs tests on trees of files, and again where they may be unstable."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dojo.prove.measure.launch import RunRequest
from dojo.prove.measure.outcomes import Cause, TreeRun, attribute_missing_names
from dojo.prove.measure.runs import Runner
from dojo.prove.measure.source_tree import SourceTree
from dojo.tracing.sources import file_of

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
class TreeRunner:
    """What runs tests on the trees of one history.

    Attributes:
        names: the modules of the code, in any version: if one of them is missing, a name is missing.
    """

    runner: Runner
    names: Collection[str]

    def run(self, *requests: RunRequest) -> list[TreeRun]:
        """Run some tests of some versions."""
        runs = self.runner.ask(*requests)
        for run in runs:
            attribute_missing_names(run.results, self.names)
        return runs

    def find_unstable(self, *doubts: Doubt) -> set[str]:
        """Run tests again, alone and some times each, and return those that are unstable."""
        runs_alone = self.run(*(request_again(doubt, doubt.ids, again=1) for doubt in doubts))
        unstable: set[str] = set()
        for doubt, alone in zip(doubts, runs_alone):
            unstable |= self.compare_alone(doubt, alone)
        return unstable

    def compare_alone(self, doubt: Doubt, alone: TreeRun) -> set[str]:
        """Return the tests that are unstable, of those that have run alone, some times each.

        Alone, a test may lack what another one of its file has left for it. So if it has another colour
        alone, its whole file runs again: only another colour there counts. The second time, a test may find
        what it has left itself. So if its colours differ, it runs again, as often: only other colours count.
        """
        other_alone, mixed = [], []
        for test in doubt.ids:
            if alone.is_green(test) != doubt.run.is_green(test):
                other_alone.append(test)
            if len(set(alone.colours.get(test, ()))) > 1:
                mixed.append(test)
        whole_files, mixed_again = self.run(
            request_for(doubt.tree, files_of(other_alone), again=2),
            request_again(doubt, mixed, again=2),
        )
        unstable = set()
        for test in other_alone:
            if whole_files.is_green(test) != doubt.run.is_green(test):
                unstable.add(test)
        for test in mixed:
            if mixed_again.colours.get(test) != alone.colours[test]:
                unstable.add(test)
        return unstable


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


def request_again(doubt: Doubt, ids: Sequence[str], again: int) -> RunRequest:
    """Ask for some tests that are in doubt, some times each."""
    return request_for(doubt.tree, files_of(ids), ids, again=again)._replace(times=TIMES_IN_DOUBT)


def files_of(ids: Iterable[str]) -> set[str]:
    return {file_of(test) for test in ids}
