"""Throwaway repositories: commits with their messages and files, which lie in no folder."""

import os
import subprocess
from pathlib import Path
from textwrap import dedent

from helpers import TOP

from dojo.prove.commits import prove_commits
from prove.made import in_short

PYTHON = TOP / ".venv" / "bin" / "python"
NOW = 1_700_000_000
MINUTE = 60
ALONE = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
SUBMODULE = object()
FIRST = "from game import score\n\n\ndef test_none():\n    assert score([]) == 0\n"
SECOND = f"{FIRST}\n\ndef test_sum():\n    assert score([1, 2]) == 3\n"
STUB = "def score(rolls):\n    return 0\n"


def git(folder, *words, when=0, stdin=b""):
    """Run git, as somebody who commits at a minute."""
    date = f"{NOW + when * MINUTE} +0000"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | ALONE
    environment |= {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
    identity = ["-c", "user.name=A", "-c", "user.email=a@b", "-c", "core.autocrlf=false", "-c", "gc.auto=0"]
    command = ["git", *identity, "-C", folder, *words]
    run = subprocess.run(command, env=environment, input=stdin, capture_output=True, check=True)
    return run.stdout.decode().strip()


def repository(folder, *commits):
    """A repository with a commit for each message and its files."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "--quiet", "--initial-branch=main", "--template=")
    imported(folder, "refs/heads/main", commits)
    return folder


def committed(folder, message, files, when=10):
    """One more commit on the branch that is checked out."""
    imported(folder, git(folder, "symbolic-ref", "HEAD"), [(message, files)], when)


def imported(folder, branch, commits, first=0):
    """Commits on a branch, a minute after each other; those before a first one are there."""
    stream = b""
    for number, (message, files) in enumerate(commits, first):
        stream += f"commit {branch}\ncommitter A <a@b> {NOW + number * MINUTE} +0000\n".encode()
        stream += data(message.encode())
        stream += f"from {branch}^0\n".encode() * (number == first > 0)
        stream += b"".join(change(name, content) for name, content in files.items())
    git(folder, "fast-import", "--quiet", stdin=stream)


def change(name, content):
    """A file of a commit: a text, which may be indented, bytes, the target of a link; None deletes it."""
    if content is None:
        return f"D {name}\n".encode()
    if content is SUBMODULE:
        return f"M 160000 {'1' * 40} {name}\n".encode()
    mode = "120000" if isinstance(content, Path) else "100644"
    if not isinstance(content, bytes):
        content = dedent(str(content)).lstrip("\n").encode()
    return f"M {mode} inline {name}\n".encode() + data(content)


def data(content):
    """A text as `git fast-import` reads it."""
    return b"data %d\n%b\n" % (len(content), content)


def proved(folder, range_="", words=(), python=PYTHON, **how):
    """The proof on a repository; what runs came to is kept beside it."""
    return prove_commits(folder, range_, str(python), words, folder.parent / "workspace", **how)


def told(proof):
    """The title of each version, and its verdicts: `proven: sum`."""
    return {version.title: [*map(in_short, version.verdicts)] for version in proof.versions}
