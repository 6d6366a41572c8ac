"""Reads a repository, and never writes to it."""

import io
import os
import re
import subprocess
from functools import cached_property
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

from dojo.attempt.snapshot import File, Files
from dojo.errors import EnvironmentProblem, UsageError

QUIET = ("--no-optional-locks", "--literal-pathspecs", "-c", "core.fsmonitor=false")
"""How git neither locks nor starts anything."""
KEPT = ("PATH", "HOME", "XDG_CONFIG_HOME", "LANG", "LC_ALL", "TMPDIR")
"""What git sees of the environment: nothing of it names another repository, or a program to run."""
ALONE = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "", "GIT_NO_REPLACE_OBJECTS": "1"}
LOG = ("log", "-z", "--no-show-signature", "--encoding=UTF-8", "--pretty=raw", "--reverse")
"""`raw` has the parents that are not there, too, in a shallow clone."""
NO_RED = re.compile(r"^no-red:[ \t]*(\S.*?)\s*$", re.IGNORECASE | re.MULTILINE)


class Commit(NamedTuple):
    """A commit, as it is written down."""

    id: str
    parents: list[str]
    title: str
    no_red: str
    """The reason that its message gives for a test that was not red: `no-red: a guard`."""


class Repository:
    """A repository that is only read."""

    def __init__(self, folder: Path) -> None:
        """Raises UsageError if there is no such folder, or no repository in it."""
        self.folder = folder
        self.contents: dict[bytes, bytes] = {}
        """What has been read, by the hashes."""
        found = self.run("rev-parse", "--git-dir")
        if found.returncode:
            why = found.stderr.decode(errors="replace").strip().splitlines()
            other = f" ({why[0]})" if why and "not a git repository" not in why[0] else ""
            raise UsageError(f"{folder} is no git repository{other}: REPO= is the path of one")

    def run(self, *words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        environment = {name: os.environ[name] for name in KEPT if name in os.environ} | ALONE
        command = ["git", *QUIET, "-C", str(self.folder), *words]
        return subprocess.run(command, input=stdin, capture_output=True, env=environment)

    def said(self, *words: str) -> str:
        """What git prints; an empty text if it fails."""
        return self.run(*words).stdout.decode(errors="replace").strip()

    def files(self, id: str) -> Files | None:
        """Read the files of a commit, and what a build has written beside them, as `_version.py`.

        Nothing of a submodule. None if the commit is not there, as in a shallow clone; raises
        EnvironmentProblem.
        """
        listed = self.run("ls-tree", "-r", "-z", "--full-tree", id)
        if listed.returncode:
            return None
        entries = [line.partition(b"\t") for line in listed.stdout.split(b"\0")[:-1]]
        told = {path: words.split() for words, _, path in entries if not words.startswith(b"160000")}
        self.read({blob for _, _, blob in told.values()} - self.contents.keys())
        files = {
            path: File(mode.decode(), self.contents.get(blob, b"")) for path, (mode, _, blob) in told.items()
        }
        folders = {path.rpartition(b"/")[0] for path in files}
        built = {path: file for path, file in self.ignored.items() if path.rpartition(b"/")[0] in folders}
        return {path: File("100644", file.read_bytes()) for path, file in built.items()} | files

    def read(self, blobs: set[bytes]) -> None:
        """Read some objects; one that is missing in a clone stays unread."""
        run = self.run("cat-file", "--batch", stdin=b"".join(b"%b\n" % blob for blob in blobs))
        if run.returncode:
            raise EnvironmentProblem(f"git cannot read {self.folder}: try `git fsck` there")
        out = io.BytesIO(run.stdout)
        while head := out.readline().split():
            if head[1:] != [b"missing"]:
                self.contents[head[0]] = out.read(int(head[2]))
                out.readline()

    @cached_property
    def ignored(self) -> dict[bytes, Path]:
        """The Python files of the folder that git ignores, by their paths in a tree."""
        top = Path(self.said("rev-parse", "--show-toplevel"))
        words = ("ls-files", "--others", "--ignored", "--exclude-standard", "--full-name", "-z")
        paths = self.run(*words).stdout.split(b"\0")
        return {path: top / os.fsdecode(path) for path in paths if path.endswith(b".py")}

    def commits(self, asked: str, *, merged: bool = False) -> list[Commit]:
        """List the commits of a range, the oldest first; without a range, those of the branch.

        They are followed by their first parents; with `merged`, those of merged branches come in place of the
        merges. Raises UsageError if the range names nothing, and if there are no commits in it.
        """
        how = ["--topo-order", "--no-merges"] if merged else ["--first-parent"]
        told = self.said(*LOG, *how, *(self.range(asked) if asked else self.default()), "--").split("\0")
        if told == [""]:
            how_to = "RANGE= takes a commit, or two branches, main..feature"
            raise UsageError(f"there is no commit in {asked or self.folder}: {how_to}")
        return [*map(read_commit, filter(None, told))]

    def default(self) -> list[str]:
        """All of the current branch, or what it has since it left the default branch.

        Of a merge that is checked out without a branch, as a CI does for a pull request, that merge alone. Of
        a shallow clone, the commits whose parents are there.
        """
        head = self.said("rev-parse", "--abbrev-ref", "HEAD")
        if head == "HEAD" and self.named("HEAD^2"):
            return ["--max-count=1", "HEAD"]
        file = self.folder / self.said("rev-parse", "--git-path", "shallow")
        ranges = [["HEAD", *(f"^{id}" for id in file.read_text().split())]] if file.is_file() else []
        remote = self.said("symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD")
        names = [remote.removeprefix("origin/"), "main", "master", remote, "origin/main", "origin/master"]
        main = next((name for name in names if name and self.named(name)), head)
        if main.removeprefix("origin/") != head:
            ranges.insert(0, ["HEAD", f"^{main}"])
        there = (words for words in ranges if self.said("rev-list", "--count", *words) not in ("", "0"))
        return next(there, ["HEAD"])

    def range(self, asked: str) -> list[str]:
        """One commit, or those of a branch that another one does not have; raises UsageError."""
        first, dots, last = asked.partition("..")
        names = [first or "HEAD", *[last.removeprefix(".") or "HEAD"] * bool(dots)]
        ends = [self.named(name) for name in names]
        for name in (name for name, end in zip(names, ends) if not end):
            raise UsageError(f"RANGE={asked}: there is no branch or commit {name} in {self.folder}")
        return ["..".join(ends)] if dots else ["--max-count=1", *ends]

    def named(self, name: str) -> str:
        """The commit that a name stands for, or an empty text."""
        return self.said("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")


def read_commit(told: str) -> Commit:
    head, _, message = told.partition("\n\n")
    message = dedent(message).strip()
    (_, id), *lines = (line.split(" ", 1) for line in head.splitlines())
    parents = [words for name, words in lines if name == "parent"]
    reason = NO_RED.search(message)
    return Commit(id, parents, message.partition("\n")[0], reason[1] if reason else "")
