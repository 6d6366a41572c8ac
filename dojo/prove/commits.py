"""`make prove REPO=path`: the proof on the commits of a repository."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from dojo.errors import UsageError
from dojo.prove.git import Commit, Repository
from dojo.prove.judge import VersionJudge
from dojo.prove.runs import describe, running
from dojo.prove.verdict import COMMITS, JudgedVersion, Proof, Verdict, no_answer
from dojo.prove.versions import Blobs, Point, VersionState, changed_files, code_names
from dojo.screen.words import count_of

EXPLAIN = (
    "To explain what is open, write a line `no-red: why` into the message of its commit,"
    " or name a file of reasons with EXPLAINED=."
)
NOT_HERE = "the version before it is not in this clone: `git fetch --unshallow` brings it"
MERGE = "A merge, compared with its first parent."
SEPARATOR = " # "
Progress = Callable[[int, int, str], None]


def prove_commits(
    folder: Path,
    asked: str,
    python: str,
    words: Sequence[str],
    top: Path,
    *,
    merged: bool = False,
    reasons: Mapping[str, str] | None = None,
    on_progress: Progress = lambda _done, _of, _commit: None,
) -> Proof:
    """Prove the commits of a repository: does each new test fail without its change?

    Takes the folder of the repository, a range of commits or nothing, a Python or nothing, more words for
    pytest, the folder that has the cache, and the reasons that explain some tests by their ids. Raises
    UsageError if one of them is not there.
    """
    chosen = python_for(folder, python)
    with Repository(folder) as repository:
        commits = repository.commits(asked, merged=merged)
        with running(chosen, top, words, repository.read) as runner:
            names = {name for one in commits for name in code_names(repository.tree(one.id))}
            judge = VersionJudge(runner, names, COMMITS)
            versions = tuple(judge_all(repository, commits, judge, reasons or {}, on_progress))
    title = f"{count_of(len(commits), 'commit')} of {folder.resolve().name}"
    base = next(iter(commits[0].parents), "")
    return Proof(title, versions, how_to_explain=EXPLAIN, base=base, head=commits[-1].id, python=str(chosen))


def judge_all(
    repository: Repository,
    commits: Sequence[Commit],
    judge: VersionJudge,
    reasons: Mapping[str, str],
    on_progress: Progress,
) -> Iterator[JudgedVersion]:
    """Judge each commit by its first parent; gives those that there is something to say of."""
    blobs = Blobs(repository.read)
    points = {"": Point(VersionState({}, blobs))}
    for number, commit in enumerate(commits, 1):
        on_progress(number - 1, len(commits), commit.id[:7])
        parent = next(iter(commit.parents), "")
        after = points[commit.id] = Point(
            VersionState(repository.tree(commit.id), blobs), number, commit.when
        )
        if parent not in points:
            if not repository.commit(parent):
                yield JudgedVersion(commit.id[:7], commit.title, (no_answer(NOT_HERE),), commit=commit.id)
                continue
            points[parent] = Point(VersionState(repository.tree(parent), blobs), number, commit.when)
        before = points[parent]
        verdicts = tuple(explain(one, commit, reasons) for one in judge.judge(before, after))
        if verdicts or judge.remarks:
            remarks = [MERGE] * (len(commit.parents) > 1) + judge.remarks
            change = partial(changed_files, before.state, after.state)
            yield JudgedVersion(commit.id[:7], commit.title, verdicts, tuple(remarks), change, commit.id)
    on_progress(len(commits), len(commits), "")


def explain(verdict: Verdict, commit: Commit, reasons: Mapping[str, str]) -> Verdict:
    """A verdict, with the reason that explains it if it is open and one is given."""
    given = reasons.get(verdict.test) or reasons.get(verdict.function)
    why = commit.no_red or given or ""
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
        if not line.strip() or line.startswith("#"):
            continue
        id, separator, why = line.partition(SEPARATOR)
        if not separator or not why.strip():
            raise UsageError(
                f"{file}, line {number}: give a reason, as in `{id.strip() or 'the id'} # a guard`"
            )
        found[id.strip()] = why.strip()
    return found


def python_for(folder: Path, asked: str) -> Path:
    """Choose the Python that is asked for, or that of the repository, or this one; raises UsageError."""
    if asked:
        python = Path(asked if os.sep in asked else shutil.which(asked) or asked).absolute()
        describe(python)
        return python
    own = folder.absolute() / ".venv" / "bin" / "python"
    if own.exists():
        with suppress(UsageError):
            describe(own)
            return own
    return Path(sys.executable)
