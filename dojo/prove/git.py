"""Reads a repository, and never writes to it."""

import os
import re
import subprocess
import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from hashlib import sha1
from pathlib import Path
from typing import NamedTuple

from dojo.errors import EnvironmentProblem, UsageError

SUBMODULE = "160000"
SETTINGS = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null")
QUIET = ("--no-optional-locks", "--literal-pathspecs", *SETTINGS)
KEPT = ("PATH", "HOME", "XDG_CONFIG_HOME", "LANG", "LC_ALL", "TMPDIR")
"""What git sees of the environment: nothing of it names another repository, or a program to run."""
ALONE = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
}
NO_RED = re.compile(r"^no-red:[ \t]*(\S.*?)\s*$", re.IGNORECASE | re.MULTILINE)


class TreeEntry(NamedTuple):
    """A file as a commit has it."""

    mode: str
    blob: str


Tree = dict[bytes, TreeEntry]
"""The files of a commit, by their paths; a submodule is an entry, too."""
Read = Callable[[str], bytes | None]
"""Reads an object of a repository; None if it is not there."""


class Commit(NamedTuple):
    """A commit, as it is written down."""

    id: str
    parents: tuple[str, ...]
    when: int
    """In seconds: when it was committed."""
    message: str

    @property
    def title(self) -> str:
        return next(iter(self.message.strip().splitlines()), "")

    @property
    def no_red(self) -> str:
        """The reason that its message gives for a test that was not red: `no-red: a guard`."""
        found = NO_RED.search(self.message)
        return found[1] if found else ""


class Repository:
    """A repository that is only read; a context, which ends the process that reads."""

    def __init__(self, folder: Path) -> None:
        """Raises UsageError if there is no such folder, or no repository in it."""
        if not folder.is_dir():
            raise UsageError(f"there is no folder {folder}: REPO= is the path of a git repository")
        self.folder = folder
        self.environment = {name: os.environ[name] for name in KEPT if name in os.environ} | ALONE
        found = self.run("rev-parse", "--git-dir")
        if found.returncode:
            why = found.stderr.decode(errors="replace").strip().splitlines()
            other = f" ({why[0]})" if why and "not a git repository" not in why[0] else ""
            raise UsageError(f"{folder} is no git repository{other}: REPO= is the path of one")
        self.built: dict[str, bytes] = {}
        """What a build has written, by its hash."""
        self.one_at_a_time = threading.Lock()
        self.reader = subprocess.Popen(
            self.command("cat-file", "--batch"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=self.environment,
        )

    def __enter__(self) -> "Repository":
        return self

    def __exit__(self, *_: object) -> None:
        self.reader.kill()
        self.reader.communicate()

    def command(self, *words: str) -> list[str]:
        """A call of git that neither locks nor starts anything."""
        return ["git", *QUIET, "-C", str(self.folder), *words]

    def run(self, *words: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(self.command(*words), capture_output=True, env=self.environment)

    def said(self, *words: str) -> str:
        """What git prints, in a line; an empty text if it fails."""
        return self.run(*words).stdout.decode(errors="replace").strip()

    def read(self, id: str) -> bytes | None:
        """What is in an object; None if it is not there, as in a shallow clone."""
        if id in self.built:
            return self.built[id]
        with self.one_at_a_time:
            if self.reader.poll() is not None:  # a page is drawn when the process that reads has ended
                found = self.run("cat-file", "blob", id)
                return None if found.returncode else found.stdout
            assert self.reader.stdin
            assert self.reader.stdout
            os.write(self.reader.stdin.fileno(), f"{id}\n".encode())
            head = self.reader.stdout.readline().split()
            if head[1:] == [b"missing"]:
                return None
            if len(head) != 3:
                raise EnvironmentProblem(f"git cannot read {self.folder}: try `git fsck` there")
            return self.reader.stdout.read(int(head[2]) + 1)[:-1]

    def commit(self, id: str) -> Commit | None:
        content = self.read(id)
        if content is None:
            return None
        head, _, message = content.decode(errors="replace").partition("\n\n")
        lines = [line.partition(" ")[::2] for line in head.splitlines()]
        parents = tuple(value for name, value in lines if name == "parent")
        when = next((int(value.split()[-2]) for name, value in lines if name == "committer"), 0)
        return Commit(id, parents, when, message)

    def tree(self, id: str) -> Tree:
        """The files of a commit, and what a build has written beside them, as `_version.py`."""
        tree: Tree = {}
        for line in self.run("ls-tree", "-r", "-z", "--full-tree", id).stdout.split(b"\0")[:-1]:
            told, _, path = line.partition(b"\t")
            mode, _, blob = told.decode().split(" ")
            tree[path] = TreeEntry(mode, blob)
        folders = {path.rpartition(b"/")[0] for path in tree}
        for path in self.ignored.keys() - tree.keys():
            if path.rpartition(b"/")[0] in folders:
                content = self.ignored[path].read_bytes()
                blob = sha1(content, usedforsecurity=False).hexdigest()
                self.built[blob] = content
                tree[path] = TreeEntry("100644", blob)
        return tree

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
        words = self.range(asked) if asked else self.default()
        how = ["--topo-order", "--no-merges"] if merged else ["--first-parent"]
        ids = self.said("rev-list", *how, "--reverse", *words, "--").split()
        if found := [commit for id in ids if (commit := self.commit(id))]:
            return found
        where = f"in {asked}" if asked else f"in {self.folder}"
        raise UsageError(f"there is no commit {where}: RANGE= takes a commit, or two branches, main..feature")

    def default(self) -> Sequence[str]:
        """All of the current branch, or what it has since it left the default branch.

        Of a merge that is checked out without a branch, as a CI does for a pull request, that merge alone. Of
        a shallow clone, the commits whose parents are there.
        """
        head, main = self.said("rev-parse", "--abbrev-ref", "HEAD"), self.default_branch()
        if not self.named("HEAD"):
            return ["--max-count=0", "--all"]
        if head == "HEAD" and self.named("HEAD^2"):
            return ["--max-count=1", "HEAD"]
        if main and main.removeprefix("origin/") != head:
            base = self.said("merge-base", main, "HEAD")
            if base and self.said("rev-list", "--count", f"{base}..HEAD") != "0":
                return [f"{base}..HEAD"]
        file = self.folder / self.said("rev-parse", "--git-path", "shallow")
        oldest = [f"^{id}" for id in file.read_text().split()] if file.is_file() else []
        return ["HEAD", *oldest] if self.said("rev-list", "--count", "HEAD", *oldest) != "0" else ["HEAD"]

    def default_branch(self) -> str:
        """The branch that others start from; an empty text if nobody can tell."""
        remote = self.said("symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD")
        names = [remote.removeprefix("origin/"), "main", "master", remote, "origin/main", "origin/master"]
        there = (name for name in names if name and self.named(name))
        return next(there, "")

    def range(self, asked: str) -> Sequence[str]:
        """From where two branches part to the end of the second; raises UsageError."""
        first, dots, last = asked.partition("..")
        last = last.removeprefix(".") or "HEAD"
        ends = [self.named(name) for name in (first or "HEAD", last if dots else first)]
        if not all(ends):
            name = last if ends[0] else first
            raise UsageError(f"RANGE={asked}: there is no branch or commit {name} in {self.folder}")
        if not dots:
            return ["--max-count=1", ends[0]]
        base = self.said("merge-base", *ends)
        if not base:
            raise UsageError(f"RANGE={asked}: {first} and {last} have no commit in common")
        return [f"{base}..{ends[1]}"]

    def named(self, name: str) -> str:
        """The commit that a name stands for, or an empty text."""
        return self.said("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
