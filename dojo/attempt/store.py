"""A bare git repository of an attempt, which the participant's git configuration does not reach.

A process that writes to it holds its lock. The system releases a lock with its process, so a kill leaves
none behind; a lock file of git's own that is still there is stale.
"""

import ast
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from dojo.attempt.attempt import Attempt
from dojo.attempt.lock import wait_for_lock
from dojo.attempt.snapshot import File, Files

LOCK_TIMEOUT_S = 10  # each writer needs some milliseconds, unless it was stopped
ANY_NAME = ("-c", "core.protectNTFS=false", "-c", "core.protectHFS=false")
"""File names that mean `.git` on another disk are allowed: these files are never checked out."""
NO_SETTINGS = {"HOME": os.devnull, "XDG_CONFIG_HOME": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"}
"""No home and no system configures git."""


class Failed(Exception):
    """The repository could not be read or written; the message is git's own, or the system's."""


@dataclass(frozen=True)
class Store:
    """The bare repository `<name>.git`, with `<name>.lock`, and `<name>.new` while something is made."""

    repository: Path

    @property
    def draft(self) -> Path:
        return self.repository.with_suffix(".new")

    def git(self, *words: str, stdin: bytes = b"") -> bytes:
        """Return what a git command prints; raises Failed with its complaint.

        It holds the lock as well, if this process does: it may outlive this process.
        """
        command = ["git", *ANY_NAME, "--git-dir", str(self.repository), *words]
        env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | NO_SETTINGS
        try:
            run = subprocess.run(command, input=stdin, env=env, capture_output=True, close_fds=False)
        except OSError as error:
            raise Failed(f"git does not start: {error.strerror}") from None
        if run.returncode:
            told = re.sub(r" '.*/tmp_\w+'", "", run.stderr.decode(errors="replace"))  # a file of git's own
            why = re.search(r"(?:fatal|error): (.+)", told)
            raise Failed(why[1] if why else f"git {words[0]} ended with {run.returncode}")
        return run.stdout

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the lock on a repository that is whole; raises Failed, OSError."""
        try:
            self.repository.parent.mkdir(exist_ok=True)
            lock = wait_for_lock(self.repository.with_suffix(".lock"), LOCK_TIMEOUT_S)
        except TimeoutError:
            raise Failed("another run holds the lights; is one stopped with Ctrl-Z?") from None
        with lock:
            os.set_inheritable(lock.fileno(), True)
            if not self.repository.exists():  # made under another name: if it is there, it is whole
                shutil.rmtree(self.draft, ignore_errors=True)
                Store(self.draft).git("init", "--quiet", "--bare", "--template=", "--initial-branch=lights")
                self.draft.rename(self.repository)
            for stale in [*self.repository.glob("*.lock"), *self.repository.glob("ref*/**/*.lock")]:
                stale.unlink()
            yield

    def commit(self, message: str, seconds: float, files: Files, after: str) -> str:
        """Add a commit, all of it or nothing, and return its hash.

        Raises Failed, also if `after` is not the last commit.
        """
        stream = commit_command("lights", "dojo <dojo>", message, seconds, files, after)
        stream += b"get-mark :1\ndone\n"  # without its last line git takes nothing of it
        return self.git("fast-import", "--quiet", "--done", stdin=stream).decode().strip()

    def last_written(self) -> int:
        """Return when the last commit was added, in nanoseconds; 0 if there is none."""
        try:
            return (self.repository / "refs" / "heads" / "lights").stat().st_mtime_ns
        except OSError:
            return 0

    def log(self) -> list[tuple[str, str]]:
        """Return the commits with their messages, the oldest first; raises Failed."""
        if not self.repository.exists():
            return []
        lines = self.git("log", "--branches", "--reverse", "--format=%H %s").decode().splitlines()
        return [(commit, message) for commit, _, message in (line.partition(" ") for line in lines)]

    def files(self, *commits: str) -> dict[str, Files]:
        """Return the files of each commit, by their paths; raises Failed."""
        words = ("--full-tree", "--show-original-ids", "--no-walk")
        stream = BytesIO(self.git("fast-export", *words, *commits))
        contents: dict[bytes, bytes] = {}
        found: dict[str, Files] = {}
        mark, files = b"", dict[bytes, File]()
        for line in stream:
            word, _, rest = line.rstrip(b"\n").partition(b" ")
            match word:
                case b"mark":
                    mark = rest
                case b"original-oid":  # of a commit, or of what is in a file
                    files = found.setdefault(rest.decode(), {})
                case b"data":
                    contents[mark] = stream.read(int(rest))
                case b"M":
                    mode, blob, path = rest.split(b" ", 2)
                    name = ast.literal_eval(f"b{path.decode()}") if path.startswith(b'"') else path
                    files[name] = File(mode.decode(), contents[blob])
        return {commit: found[commit] for commit in commits}


ELSEWHERE: dict[Path, Store] = {}  # the stores that are no repository, by the path that it would have


def commit_command(
    branch: str, committer: str, message: str, seconds: float, files: Files, after: str = ""
) -> bytes:
    """Return a commit of all files for git fast-import; `after` is its parent, or else the last one."""
    data = message.encode()
    parts = [
        b"commit refs/heads/%s\nmark :1\n" % branch.encode(),
        b"committer %s %d +0000\n" % (committer.encode(), seconds),
        b"data %d\n%s\n" % (len(data), data),
        b"from %s\n" % after.encode() if after else b"",
        b"deleteall\n",
    ]
    for name, (mode, content) in files.items():
        octal = b"".join(b"\\%03o" % byte for byte in name)
        parts.append(b'M %s inline "%s"\n' % (mode.encode(), octal))
        parts.append(b"data %d\n%s\n" % (len(content), content))
    return b"".join(parts)


def store(attempt: Attempt) -> Store:
    """Return the store with the lights of an attempt."""
    repository = attempt.record(".git")
    return ELSEWHERE.get(repository) or Store(repository)
