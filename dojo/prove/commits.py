"""`make prove REPO=path`: the proof on the commits of a repository.

First the evidence on each commit is collected, and then all of it is judged: a test that came out differently
at any commit proves nothing at the others either.
"""

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from dojo.errors import UsageError
from dojo.prove.judge import judge
from dojo.prove.measure.changes import Change
from dojo.prove.measure.collect.collector import Collector
from dojo.prove.measure.collect.tree_runs import TreeRunner
from dojo.prove.measure.evidence import CommitEvidence
from dojo.prove.measure.git.commits import WORKING_TREE_TITLE, Commit, find_commits
from dojo.prove.measure.git.repository import Repository
from dojo.prove.measure.interpreter import describe
from dojo.prove.measure.runs import Runner
from dojo.prove.measure.source_tree import SourceTree
from dojo.prove.past import CommitTrace, Past, Ran
from dojo.prove.verdict import Verdict, no_answer
from dojo.prove.versions import Proof, Revision
from dojo.screen.waiting import progress_bar
from dojo.wording import count_of

NOT_HERE = "the version before it is not in this clone: `git fetch --unshallow` brings it"
TAKEN_BACK = "it takes back an earlier commit"
STOPPED = "Stopped after {} of {}: the next call goes on from there."


@dataclass(frozen=True)
class Options:
    """What is asked of a proof, besides its commits.

    Attributes:
        words: more words for pytest.
        merged: True for the commits of merged branches, in place of the merges.
        reasons: what explains some tests, by their ids.
        excluded: the paths whose code needs no test, and whose tests are not asked.
    """

    words: Sequence[str] = ()
    merged: bool = False
    reasons: Mapping[str, str] = field(default_factory=dict)
    excluded: Sequence[str] = ()


@dataclass(frozen=True)
class CommitFiles:
    """A commit with its files, and those of its first parent; None if the clone does not have them."""

    commit: Commit
    tree: SourceTree
    before: SourceTree | None

    @property
    def parent(self) -> str:
        return next(iter(self.commit.parents), "")


@dataclass(frozen=True)
class Collected:
    """The evidence on a commit, and what its history says of its tests; None if it could not be compared."""

    files: CommitFiles
    evidence: CommitEvidence | None
    pasts: Mapping[str, Past]


def prove_commits(folder: Path, asked: str, python: str, top: Path, options: Options) -> Proof:
    """Prove the commits of a repository: does each new test fail without its change?

    Takes the folder of the repository, a range of commits or nothing, a Python or nothing, and the folder
    that has the cache. Raises UsageError if one of them is not there. After Ctrl-C it is the proof of what
    is known by then.
    """
    chosen = python_for(folder, python)
    repository = Repository(folder)
    commits = find_commits(repository, asked, merged=options.merged)
    versions = read_versions(repository, commits, options.excluded)
    collected, is_stopped = collect_all(versions, Runner(chosen, top, options.words))
    revisions = judge_all(collected, options.reasons)
    remarks = []
    if is_stopped:
        remarks.append(STOPPED.format(len(collected), count_of(len(commits), "commit")))
    what = WORKING_TREE_TITLE if not commits[-1].id else count_of(len(commits), "commit")
    return Proof(
        f"{what} of {folder.resolve().name}",
        [revision for revision in revisions if revision.verdicts or revision.remarks],
        remarks,
        base=next(iter(commits[0].parents), ""),
        head=commits[-1].id or WORKING_TREE_TITLE,
        python=str(chosen),
        is_stopped=is_stopped,
    )


def read_versions(
    repository: Repository, commits: Sequence[Commit], excluded: Sequence[str] = ()
) -> list[CommitFiles]:
    """Read the files of each commit and of its first parent, if that is there."""
    known: dict[str, SourceTree | None] = {"": SourceTree({}, excluded)}

    def tree_of(commit: str) -> SourceTree | None:
        if commit not in known:
            files = repository.files(commit)
            known[commit] = None if files is None else SourceTree(files, excluded)
        return known[commit]

    versions = []
    for commit in commits:
        before = tree_of(next(iter(commit.parents), ""))
        tree = tree_of(commit.id) if commit.id else SourceTree(repository.working_files(), excluded)
        # a partial clone does not have all files of a commit
        is_whole = tree is not None
        versions.append(CommitFiles(commit, tree or SourceTree({}), before if is_whole else None))
    return versions


def collect_all(versions: Sequence[CommitFiles], runner: Runner) -> tuple[list[Collected], bool]:
    """Collect the evidence on each commit, up to Ctrl-C, which the second value says."""
    names: set[str] = set()
    for version in versions:
        names |= version.tree.import_names
    collected: list[Collected] = []
    trace = CommitTrace()
    with runner.ready(), progress_bar("every new test", "commits") as on_done:
        collector = Collector(TreeRunner(runner, names))
        try:
            for version in versions:
                on_done(len(collected), len(versions))
                collected.append(collect_one(version, collector, trace))
        except KeyboardInterrupt:
            return collected, True
    return collected, False


def collect_one(version: CommitFiles, collector: Collector, trace: CommitTrace) -> Collected:
    """Collect the evidence on a commit, and add it to the trace."""
    commit = version.commit
    if version.before is None:
        return Collected(version, None, {})
    reds = trace.reds_of(version.parent)
    evidence = collector.collect(Change(version.before, version.tree), reds)
    trace.add(Ran(commit.id, version.parent, version.tree, evidence.results, evidence.files))
    pasts = {test.id: trace.past_of(commit.id, test.id) for test in evidence.tests}
    return Collected(version, evidence, pasts)


def judge_all(collected: Sequence[Collected], reasons: Mapping[str, str]) -> list[Revision]:
    """Judge each commit, by what is known of all of them."""
    unstable: set[str] = set()
    for found in collected:
        if found.evidence:
            unstable |= found.evidence.unstable
    revisions = []
    for found in collected:
        commit = found.files.commit
        before = found.files.before
        revision = Revision(
            commit.id[:7] or "now",
            commit.title,
            before=Revision(files=before.files) if before else None,
            commit=commit.id,
            files=found.files.tree.files,
        )
        verdicts = [no_answer(NOT_HERE)]
        if found.evidence:
            verdicts, revision.remarks = judge(found.evidence, found.pasts, unstable)
        revision.verdicts = [explain(verdict, commit, reasons) for verdict in verdicts]
        revisions.append(revision)
    return revisions


def explain(verdict: Verdict, commit: Commit, reasons: Mapping[str, str]) -> Verdict:
    """Return a verdict with the reason that its commit gives, or a file of reasons."""
    why = commit.no_red or reasons.get(verdict.test) or reasons.get(verdict.function) or ""
    if not why and commit.reverts and verdict.to_look_at:
        why = TAKEN_BACK
    return replace(verdict, explained=why) if why and verdict.is_open else verdict


def read_reasons(file: Path) -> dict[str, str]:
    """Read a file of reasons: `tests/test_game.py::test_none # it guards the gutter`, a line each.

    Empty lines, and lines that begin with #, say nothing. Raises UsageError.
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"EXPLAINED={file} cannot be read: {getattr(error, 'strerror', error)}") from None
    found = {}
    for number, line in enumerate(lines, 1):
        test, _, why = (part.strip() for part in line.partition(" # "))
        if test and not why and not test.startswith("#"):
            raise UsageError(f"{file}, line {number}: give a reason, as in `{test} # a guard`")
        found[test] = why
    return found


def python_for(folder: Path, asked: str) -> Path:
    """Choose the Python that is asked for, or that of the repository, or this one; raises UsageError."""
    if asked:
        path = asked if os.sep in asked else shutil.which(asked) or asked
        python = Path(path).absolute()
        describe(python)
        return python
    own = folder.absolute() / ".venv" / "bin" / "python"
    with suppress(UsageError):
        describe(own)
        return own
    return Path(sys.executable)
