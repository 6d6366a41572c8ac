"""Throwaway repositories: commits with their messages and files."""

import os
import subprocess
from pathlib import Path
from textwrap import dedent

from helpers import TOP

from dojo.history.commits.proof import proof_of_commits

NOW = 1_700_000_000
MINUTE = 60
ALONE = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


def git(folder, *words, when=0):
    """Run git, as somebody who commits at a minute."""
    date = f"{NOW + when * MINUTE} +0000"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | ALONE
    environment |= {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
    identity = ["-c", "user.name=A", "-c", "user.email=a@b", "-c", "core.autocrlf=false", "-c", "gc.auto=0"]
    run = subprocess.run(
        ["git", *identity, "-C", folder, *words], env=environment, capture_output=True, text=True, check=True
    )
    return run.stdout.strip()


def repository(folder, *commits):
    """A repository with a commit for each message and its files; None deletes a file."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "--quiet", "--initial-branch=main")
    for message, files in commits:
        committed(folder, message, files)
    return folder


def committed(folder, message, files):
    """One more commit, a minute after the last one."""
    for name, text in files.items():
        written(folder / name, text)
    git(folder, "add", "--all", "--force")
    number = int(git(folder, "rev-list", "--count", "--all"))
    git(folder, "commit", "--quiet", "--allow-empty", "-m", message, when=number)


def written(file, text):
    """Write a file, whose text may be indented; or bytes; or the target of a link; None deletes it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if text is None:
        file.unlink()
    elif isinstance(text, Path):
        file.symlink_to(text)
    elif isinstance(text, bytes):
        file.write_bytes(text)
    else:
        file.write_text(dedent(text).lstrip("\n"), encoding="utf-8")


def proved(folder, range_="", words=(), python=TOP / ".venv" / "bin" / "python"):
    """The proof on a repository, without anything that was kept."""
    return proof_of_commits(folder, range_, str(python), words, folder.parent / "workspace")


def told(proof):
    """The title of each version, and its verdicts: the kind, and the rule."""
    return {
        version.title: [(str(one.kind), one.rule) for one in version.verdicts] for version in proof.versions
    }
