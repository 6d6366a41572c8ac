"""A git repository of our own, which no configuration, hook or variable of anybody else reaches.

A process that writes to it holds its lock. The system ends a lock with its process, so a kill leaves none
behind; if git leaves a lock of its own, it is known to be nobody's.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dojo.attempt.attempts import Attempt
from dojo.attempt.locks import Held, NoLocks, taken
from dojo.attempt.snapshot import File, Files

PATIENCE = 10
"""Seconds to wait for another writer; each needs some milliseconds, unless somebody stopped it."""

ANY_NAME = ("-c", "core.protectNTFS=false", "-c", "core.protectHFS=false")
"""Names that mean `.git` on another disk are names like any other: nobody checks these files out."""


class Failed(Exception):
    """The repository could not be read or written; the message is git's own, or the system's."""


@dataclass(frozen=True)
class Store:
    """The bare repository `<name>.git`; beside it `<name>.lock`, and `<name>.new` while something is made."""

    repository: Path

    @property
    def draft(self) -> Path:
        return self.repository.with_suffix(".new")

    def git(self, *words: str, stdin: bytes = b"", keep: tuple[int, ...] = ()) -> bytes:
        """What a git command prints; raises Failed with the last line that it complains in."""
        command = ["git", *ANY_NAME, "--git-dir", str(self.repository), *words]
        try:
            run = subprocess.run(command, input=stdin, env=nobodys(), capture_output=True, pass_fds=keep)
        except FileNotFoundError:
            raise Failed("git is missing") from None
        except OSError as error:
            raise Failed(f"git: {error.strerror}") from None
        if run.returncode:
            raise Failed(complaint(run.stderr) or f"git {words[0]} ended with {run.returncode}")
        return run.stdout

    @contextmanager
    def writing(self) -> Iterator[Held]:
        """Hold the lock, on a repository that is whole; gives the lock. Raises Failed.

        A git that writes holds it too, where a system can do that: it may outlive the process that called it.
        """
        try:
            self.repository.parent.mkdir(exist_ok=True)
            lock = held(self.repository.with_suffix(".lock"))
        except NoLocks as error:
            raise Failed(str(error)) from None
        except OSError as error:
            raise Failed(f"{self.repository.parent}: {error.strerror}") from None
        try:
            if not self.repository.exists():
                self.make()
            for nobodys_lock in [*self.repository.glob("*.lock"), *self.repository.glob("ref*/**/*.lock")]:
                nobodys_lock.unlink()
            yield lock
        finally:
            lock.release()

    def make(self) -> None:
        """Make the repository under another name first: if it is there, it is whole."""
        shutil.rmtree(self.draft, ignore_errors=True)
        Store(self.draft).git("init", "--quiet", "--bare", "--template=", "--initial-branch=lights")
        self.draft.rename(self.repository)

    def commit(self, message: str, seconds: float, files: Files, after: str, lock: Held) -> str:
        """Add a commit, all of it or nothing; raises Failed, also if `after` is not the last commit."""
        stream = commit_command("lights", "dojo <dojo>", message, seconds, files, after)
        stream += b"get-mark :1\ndone\n"  # without the last word git takes nothing of it
        return self.git("fast-import", "--quiet", "--done", stdin=stream, keep=lock.shared).decode().strip()

    def last_written(self) -> int:
        """When the last commit was added, in nanoseconds; 0 where there is none."""
        try:
            return (self.repository / "refs" / "heads" / "lights").stat().st_mtime_ns
        except OSError:
            return 0

    def log(self, *words: str) -> list[tuple[str, str]]:
        """The commits with their messages, the last one first; raises Failed."""
        if not self.repository.exists():
            return []
        lines = self.git("log", "--branches", "--format=%H %s", *words).decode().splitlines()
        return [(commit, message) for commit, _, message in (line.partition(" ") for line in lines)]

    def files(self, *commits: str) -> dict[str, Files]:
        """The files of each commit, by their paths; raises Failed."""
        trees = self.trees()
        contents = self.contents({blob for commit in commits for _, blob in trees[commit].values()})
        return {
            commit: {name: File(mode, contents[blob]) for name, (mode, blob) in trees[commit].items()}
            for commit in commits
        }

    def trees(self) -> dict[str, dict[bytes, tuple[str, str]]]:
        """The mode and the blob of each file of each commit."""
        raw = ("--raw", "-z", "--no-renames", "--no-abbrev", "--format=%H")
        words = iter(self.git("log", "--branches", "--reverse", *raw).split(b"\0"))
        trees: dict[str, dict[bytes, tuple[str, str]]] = {}
        tree: dict[bytes, tuple[str, str]] = {}
        for word in filter(None, words):
            change = word.decode().lstrip("\n:").split()
            if len(change) == 1:
                tree = trees[change[0]] = dict(tree)
                continue
            _, mode, _, blob, kind = change
            name = next(words)
            if kind == "D":
                del tree[name]
            else:
                tree[name] = mode, blob
        return trees

    def contents(self, blobs: set[str]) -> dict[str, bytes]:
        """The bytes of each blob, as they were given."""
        rest = self.git("cat-file", "--batch", stdin="".join(f"{blob}\n" for blob in blobs).encode())
        contents = {}
        for blob in blobs:
            head, _, rest = rest.partition(b"\n")
            size = int(head.split()[2])
            contents[blob], rest = rest[:size], rest[size + 1 :]
        return contents


def commit_command(
    branch: str, committer: str, message: str, seconds: float, files: Files, after: str = ""
) -> bytes:
    """A commit of all files, as git fast-import reads it; `after` is its parent, or else the last one."""
    told = message.encode()
    parts = [
        b"commit refs/heads/%s\nmark :1\n" % branch.encode(),
        b"committer %s %d +0000\n" % (committer.encode(), seconds),
        b"data %d\n%s\n" % (len(told), told),
        b"from %s\n" % after.encode() if after else b"",
        b"deleteall\n",
    ]
    for name, (mode, content) in files.items():
        parts.append(b"M %s inline %s\n" % (mode.encode(), quoted(name)))
        parts.append(b"data %d\n%s\n" % (len(content), content))
    return b"".join(parts)


def store(attempt: Attempt) -> Store:
    """Where the lights of an attempt are kept."""
    return Store(attempt.folder.parent / ".lights" / f"{attempt.name}.git")


def nobodys() -> dict[str, str]:
    """An environment without a word to git, and without a home that has one."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    nowhere = {"HOME": os.devnull, "XDG_CONFIG_HOME": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    return plain | nowhere | {"LC_ALL": "C"}


def complaint(stderr: bytes) -> str:
    """The line in which git complains."""
    lines = [line for line in stderr.decode(errors="replace").splitlines() if line.strip()]
    fatal = [line for line in lines if line.startswith(("fatal: ", "error: "))]
    return (fatal or lines or [""])[0].removeprefix("fatal: ").removeprefix("error: ")


def held(file: Path) -> Held:
    """The lock on a file, as soon as nobody holds it; raises OSError, or Failed if that takes too long."""
    deadline = time.monotonic() + PATIENCE
    while (lock := taken(file)) is None:
        if time.monotonic() > deadline:
            raise Failed("another run holds the lights; is one stopped with Ctrl-Z?")
        time.sleep(0.005)
    return lock


def quoted(name: bytes) -> bytes:
    """A path as fast-import reads it: each byte as an octal number."""
    return b'"%s"' % b"".join(b"\\%03o" % byte for byte in name)
