"""Throwaway repositories: commits with their messages and files, which lie in no folder."""

import os
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from textwrap import dedent
from typing import Any

from helpers import TOP

from dojo.prove.commits import Options, prove_commits
from dojo.prove.versions import Proof
from prove.made import in_short

PYTHON = TOP / ".venv" / "bin" / "python"
NOW = 1_700_000_000
MINUTE = 60
ALONE = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
FIRST = "from game import score\n\n\ndef test_none():\n    assert score([]) == 0\n"
SECOND = f"{FIRST}\n\ndef test_sum():\n    assert score([1, 2]) == 3\n"
STUB = "def score(rolls):\n    return 0\n"


class Special(Enum):
    """What is in a commit and is no file."""

    SUBMODULE = "submodule"


SUBMODULE = Special.SUBMODULE

Content = str | bytes | Path | Special | None
"""A file of a commit: a text, which may be indented, bytes, the target of a link; None deletes it."""
Planted = tuple[str, Mapping[str, Content]]
"""A commit: its message and its files."""


def git(folder: Path, *words: str, when: int = 0, stdin: bytes = b"") -> str:
    """Run git, as somebody who commits at a minute."""
    date = f"{NOW + when * MINUTE} +0000"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | ALONE
    environment |= {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
    identity = ["-c", "user.name=A", "-c", "user.email=a@b", "-c", "core.autocrlf=false", "-c", "gc.auto=0"]
    command = ["git", *identity, "-C", str(folder), *words]
    run = subprocess.run(command, env=environment, input=stdin, capture_output=True, check=True)
    return run.stdout.decode().strip()


def repository(folder: Path, *commits: Planted) -> Path:
    """A repository with a commit for each message and its files."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "--quiet", "--initial-branch=main", "--template=")
    imported(folder, "refs/heads/main", commits)
    return folder


def committed(folder: Path, message: str, files: Mapping[str, Content], when: int = 10) -> None:
    """One more commit on the branch that is checked out."""
    imported(folder, git(folder, "symbolic-ref", "HEAD"), [(message, files)], when)


def imported(folder: Path, branch: str, commits: Iterable[Planted], first: int = 0) -> None:
    """Commits on a branch, a minute after each other; those before a first one are there."""
    stream = b""
    for number, (message, files) in enumerate(commits, first):
        stream += f"commit {branch}\ncommitter A <a@b> {NOW + number * MINUTE} +0000\n".encode()
        stream += data(message.encode())
        stream += f"from {branch}^0\n".encode() * (number == first > 0)
        stream += b"".join(change(name, content) for name, content in files.items())
    git(folder, "fast-import", "--quiet", stdin=stream)


def change(name: str, content: Content) -> bytes:
    """A file of a commit, as `git fast-import` reads it."""
    if content is None:
        return f"D {name}\n".encode()
    if content is SUBMODULE:
        return f"M 160000 {'1' * 40} {name}\n".encode()
    mode = "120000" if isinstance(content, Path) else "100644"
    if not isinstance(content, bytes):
        content = dedent(str(content)).lstrip("\n").encode()
    return f"M {mode} inline {name}\n".encode() + data(content)


def data(content: bytes) -> bytes:
    """A text as `git fast-import` reads it."""
    return b"data %d\n%b\n" % (len(content), content)


def proved(
    folder: Path, range_: str = "", words: Sequence[str] = (), python: Path = PYTHON, **how: Any
) -> Proof:
    """The proof on a repository; what runs came to is kept beside it."""
    return prove_commits(folder, range_, str(python), folder.parent / "workspace", Options(words, **how))


def told(proof: Proof) -> dict[str, list[str]]:
    """The title of each version, and its verdicts: `proven: sum`."""
    return {version.title: [*map(in_short, version.verdicts)] for version in proof.versions}
