"""`make prove REPO=path`: the proof on the commits of a repository."""

import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from dojo.errors import Mistake
from dojo.prove.commits.asking import Asking
from dojo.prove.commits.cache import Kept
from dojo.prove.commits.judging import History
from dojo.prove.commits.running import runner, usable
from dojo.prove.commits.state import Blobs, State, code_names
from dojo.prove.commits.trees.git import Commit, Repository
from dojo.prove.commits.trees.laying import Folder
from dojo.prove.proving.verdict import Proof, Version, no_answer
from dojo.screen.words import counted

SIDES = ("before", "after")
EXPLAIN = "A line `no-red: why` in the message of a commit explains all that is open in it."
NOT_HERE = "the version before it is not in this clone: `git fetch --unshallow` brings it"


def proof_of_commits(folder: Path, asked: str, python: str, words: Sequence[str], top: Path) -> Proof:
    """The proof on the commits of a repository: was each new test red before its code was written?

    Takes the folder of the repository, a range of commits or nothing, a Python or nothing, more words for
    pytest, and the folder that keeps what runs came to. Raises Mistake if one of them is not there.
    """
    chosen = python_for(folder, python)
    with Repository(folder) as repository:
        commits = repository.commits(asked)
        kept = Kept(top, chosen, words)
        with runner(chosen, at_once=2) as running:
            sides = [Folder(running.scratch / side, repository.read) for side in SIDES]
            names = {name for one in commits for name in code_names(repository.tree(one.id))}
            history = History(Asking(running, kept, sides, words), frozenset(names))
            versions = tuple(judged(repository, commits, history))
    title = f"{counted(len(commits), 'commit')} of {folder.resolve().name}"
    base = next(iter(commits[0].parents), "")
    return Proof(title, versions, how_to_explain=EXPLAIN, base=base, head=commits[-1].id, python=str(chosen))


def judged(repository: Repository, commits: Sequence[Commit], history: History) -> Iterator[Version]:
    """The versions of a history that there is something to say of."""
    blobs = Blobs(repository)
    last: tuple[str, State] = ("", State({}, blobs))
    for commit in commits:
        parent = commit.parents[0] if commit.parents else ""
        if parent and parent != last[0]:
            if not repository.commit(parent):
                yield Version(commit.id[:7], commit.title, (no_answer("", NOT_HERE),), commit=commit.id)
                last = commit.id, State(repository.tree(commit.id), blobs)
                continue
            last = parent, State(repository.tree(parent), blobs)
        before = last[1] if parent else State({}, blobs)
        after = State(repository.tree(commit.id), blobs)
        if version := history.judged(commit, before, after):
            yield version
        last = commit.id, after


def python_for(folder: Path, asked: str) -> Path:
    """The Python that is asked for, or that of the repository, or this one; raises Mistake."""
    if asked:
        python = Path(asked) if os.sep in asked else Path(which(asked))
        usable(python.absolute())
        return python.absolute()
    own = folder.absolute() / ".venv" / "bin" / "python"
    if own.exists():
        with suppress(Mistake):
            usable(own)
            return own
    return Path(sys.executable)


def which(name: str) -> str:
    """The path of a program; the name itself if there is none."""
    return shutil.which(name) or name
