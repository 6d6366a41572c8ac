"""`make prove REPO=path`: the proof on the commits of a repository."""

import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from dojo.errors import UsageError
from dojo.prove.git import Commit, Repository
from dojo.prove.judge import VersionComparison, VersionJudge
from dojo.prove.runs import Runner, describe
from dojo.prove.verdict import no_answer
from dojo.prove.versions import Proof, Revision
from dojo.screen.waiting import progress_bar
from dojo.wording import count_of

NOT_HERE = "the version before it is not in this clone: `git fetch --unshallow` brings it"


def prove_commits(
    folder: Path,
    asked: str,
    python: str,
    words: Sequence[str],
    top: Path,
    *,
    merged: bool = False,
    reasons: Mapping[str, str] | None = None,
) -> Proof:
    """Prove the commits of a repository: does each new test fail without its change?

    Takes the folder of the repository, a range of commits or nothing, a Python or nothing, more words for
    pytest, the folder that has the cache, and the reasons that explain some tests by their ids. Raises
    UsageError if one of them is not there.
    """
    chosen, repository, known = python_for(folder, python), Repository(folder), reasons or {}
    commits = repository.commits(asked, merged=merged)
    versions = [*read_versions(repository, commits)]
    runner = Runner(chosen, top, words)
    with runner.ready(), progress_bar("every new test", "commits") as on_done:
        judge = VersionJudge(runner, {name for one in versions for name in one.import_names})
        for done, (commit, version) in enumerate(zip(commits, versions)):
            on_done(done, len(commits))
            if version.before:
                comparison = VersionComparison(judge, version.before, version)
                told, version.remarks = comparison.judge_all(), comparison.remarks
            else:
                told = [no_answer(NOT_HERE)]
            for one in told:
                why = commit.no_red or known.get(one.test) or known.get(one.function) or ""
                version.verdicts = [*version.verdicts, replace(one, explained=why if one.is_open else "")]
    found = [one for one in versions if one.verdicts or one.remarks]
    title = f"{count_of(len(commits), 'commit')} of {folder.resolve().name}"
    first = next(iter(commits[0].parents), "")
    return Proof(title, found, base=first, head=commits[-1].id, python=str(chosen))


def read_versions(repository: Repository, commits: Sequence[Commit]) -> Iterator[Revision]:
    """Read the files of each commit and of its first parent, if that is there."""
    known = {"": Revision()}
    for commit in commits:
        parent = next(iter(commit.parents), "")
        if parent not in known and (files := repository.files(parent)) is not None:
            known[parent] = Revision(files=files)
        files, before = repository.files(commit.id) or {}, known.get(parent)
        known[commit.id] = Revision(commit.id[:7], commit.title, before=before, commit=commit.id, files=files)
        yield known[commit.id]


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
        id, _, why = (part.strip() for part in line.partition(" # "))
        if id and not why and not id.startswith("#"):
            raise UsageError(f"{file}, line {number}: give a reason, as in `{id} # a guard`")
        found[id] = why
    return found


def python_for(folder: Path, asked: str) -> Path:
    """Choose the Python that is asked for, or that of the repository, or this one; raises UsageError."""
    if asked:
        python = Path(asked if os.sep in asked else shutil.which(asked) or asked).absolute()
        describe(python)
        return python
    own = folder.absolute() / ".venv" / "bin" / "python"
    with suppress(UsageError):
        describe(own)
        return own
    return Path(sys.executable)
