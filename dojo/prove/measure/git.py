"""Reads a repository, and never writes to it."""

import io
import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent
from typing import NamedTuple

from dojo.attempt.snapshot import File, Files, read
from dojo.errors import EnvironmentProblem, UsageError
from dojo.git import call_git

# git neither locks nor starts anything
QUIET = ("--no-optional-locks", "--literal-pathspecs", "-c", "core.fsmonitor=false")
# what git sees of the environment: nothing of it names another repository, or a program to run
KEPT_VARIABLES = ("PATH", "HOME", "XDG_CONFIG_HOME", "LANG", "LC_ALL", "TMPDIR")
ALONE = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "", "GIT_NO_REPLACE_OBJECTS": "1"}
# `raw` has the parents that are not there, too, in a shallow clone
LOG = ("log", "-z", "--no-show-signature", "--encoding=UTF-8", "--pretty=raw")
NO_RED = re.compile(r"^no-red:[ \t]*(\S.*?)\s*$", re.IGNORECASE | re.MULTILINE)
# the sentence that `git revert` writes
REVERTS = re.compile(r"^This reverts commit ([0-9a-f]{40,64})\b", re.MULTILINE)
SUBMODULE_MODE = b"160000"
# the range of what is in the folder and in no commit yet
WORKING_TREE = "."
WORKING_TREE_TITLE = "the working tree"


class Commit(NamedTuple):
    """A commit, as it is written down.

    Attributes:
        no_red: the reason that its message gives for a test that was not red: `no-red: a guard`.
        reverts: the commit that it takes back, as git writes it into the message of a revert.
    """

    id: str
    parents: list[str]
    title: str
    no_red: str
    reverts: str = ""


class Repository:
    """A repository that is only read."""

    def __init__(self, folder: Path) -> None:
        """Raises UsageError if there is no such folder, or no repository in it."""
        self.folder = folder
        # what has been read, by the hashes
        self.contents: dict[bytes, bytes] = {}
        found = self.run("rev-parse", "--git-dir")
        if found.returncode:
            why = found.stderr.decode(errors="replace").strip().splitlines()
            other = f" ({why[0]})" if why and "not a git repository" not in why[0] else ""
            raise UsageError(f"{folder} is no git repository{other}: REPO= is the path of one")

    def run(
        self, *words: str, stdin: bytes = b"", more: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        settings = ALONE | dict(more or {})
        command = (*QUIET, "-C", str(self.folder), *words)
        return call_git(*command, settings=settings, only=KEPT_VARIABLES, stdin=stdin)

    def output(self, *words: str) -> str:
        """Return what git prints; an empty text if it fails."""
        return self.run(*words).stdout.decode(errors="replace").strip()

    @cached_property
    def top(self) -> Path:
        return Path(self.output("rev-parse", "--show-toplevel"))

    def files(self, commit: str) -> Files | None:
        """Read the files of a commit, as a checkout has them, and what a build has written next to them.

        Of a submodule only what is checked out. None if the commit is not there, or not all of it, as in a
        shallow or a partial clone; raises EnvironmentProblem.
        """
        listed = self.run("ls-tree", "-r", "-z", "--full-tree", commit)
        if listed.returncode:
            return None
        blobs: dict[bytes, tuple[str, bytes]] = {}
        files: Files = {}
        for line in listed.stdout.split(b"\0")[:-1]:
            words, _, path = line.partition(b"\t")
            mode, _, id = words.split()
            if mode == SUBMODULE_MODE:
                files |= self.submodule_files(path, id.decode())
            else:
                blobs[path] = (mode.decode(), id)
        self.read({blob for _, blob in blobs.values()} - self.contents.keys())
        for path, (file_mode, blob) in blobs.items():
            if blob not in self.contents:
                return None
            files[path] = File(file_mode, self.contents[blob])
        files = self.with_line_ends(commit, files)
        return self.built_files(files) | files

    def read(self, blobs: set[bytes]) -> None:
        """Read some objects; one that is missing in a clone stays unread."""
        run = self.run("cat-file", "--batch", stdin=b"".join(b"%b\n" % blob for blob in blobs))
        # a partial clone would have to fetch what it lacks
        if run.returncode and not self.is_partial:
            raise EnvironmentProblem(f"git cannot read {self.folder}: try `git fsck` there")
        out = io.BytesIO(run.stdout)
        while head := out.readline().split():
            if head[1:] != [b"missing"]:
                self.contents[head[0]] = out.read(int(head[2]))
                out.readline()

    @cached_property
    def is_partial(self) -> bool:
        """True if the clone fetches some objects only when they are asked for."""
        names = r"^(extensions\.partialclone|remote\..*\.promisor)$"
        return bool(self.output("config", "--get-regexp", names))

    def submodule_files(self, path: bytes, commit: str) -> Files:
        """Return the files of a submodule, if it is checked out, and has the commit."""
        folder = self.top / os.fsdecode(path)
        if not (folder / ".git").exists():
            return {}
        files = Repository(folder).files(commit) or {}
        return {path + b"/" + name: file for name, file in files.items()}

    def with_line_ends(self, commit: str, files: Files) -> Files:
        """Return the files with the line ends that their `.gitattributes` say.

        Other filters are programs: none is started.
        """
        attributes = [name for name in files if name.rpartition(b"/")[2] == b".gitattributes"]
        if not any(b"eol" in files[name].content for name in attributes):
            return files
        with TemporaryDirectory() as folder:
            # an index of our own: git reads the attributes of the commit there, and not those of the folder
            index = {"GIT_INDEX_FILE": str(Path(folder) / "index")}
            self.run("read-tree", commit, more=index)
            words = ("check-attr", "--cached", "-z", "--stdin", "eol", "text")
            run = self.run(*words, stdin=b"".join(name + b"\0" for name in files), more=index)
        found: dict[bytes, dict[bytes, bytes]] = {}
        parts = run.stdout.split(b"\0")[:-1]
        for name, attribute, value in zip(parts[::3], parts[1::3], parts[2::3]):
            found.setdefault(name, {})[attribute] = value
        return {name: convert_line_ends(file, found.get(name, {})) for name, file in files.items()}

    def built_files(self, files: Files) -> Files:
        """Return what git ignores of Python in the folders of these files, like `_version.py`."""
        folders = {path.rpartition(b"/")[0] for path in files}
        found = {}
        for path, file in self.ignored.items():
            if path.rpartition(b"/")[0] in folders:
                found[path] = File("100644", file.read_bytes())
        return found

    @cached_property
    def ignored(self) -> dict[bytes, Path]:
        """Return the Python files of the folder that git ignores, by their paths in a tree."""
        words = ("ls-files", "--others", "--ignored", "--exclude-standard", "--full-name", "-z")
        paths = self.run(*words).stdout.split(b"\0")
        return {path: self.top / os.fsdecode(path) for path in paths if path.endswith(b".py")}

    def working_files(self) -> Files:
        """Read the files of the folder as they are now: those in the index, and new ones."""
        words = ("ls-files", "--cached", "--others", "--exclude-standard", "--full-name", "-z")
        run = self.run("-C", str(self.top), *words)
        files: Files = {}
        for name in run.stdout.split(b"\0")[:-1]:
            found = read(self.top / os.fsdecode(name))
            if isinstance(found, File):
                files[name] = found
        return self.built_files(files) | files

    def commits(self, asked: str, *, merged: bool = False) -> list[Commit]:
        """List the commits of a range, the oldest first; without a range, those of the branch.

        They are followed by their first parents; with `merged`, those of merged branches come in place of the
        merges. Raises UsageError if the range names nothing, and if there are no commits in it.
        """
        if asked == WORKING_TREE:
            return [self.working_tree()]
        how = ["--topo-order", "--no-merges"] if merged else ["--first-parent"]
        chosen = self.range(asked) if asked else self.default()
        found = list(self.log("--reverse", *how, *chosen, "--"))
        if not found:
            how_to = "RANGE= takes a commit, or two branches, main..feature"
            raise UsageError(f"there is no commit in {asked or self.folder}: {how_to}")
        return [self.with_reasons_of_branch(self.without_false_revert(commit)) for commit in found]

    def without_false_revert(self, commit: Commit) -> Commit:
        """Return a commit that takes back what it says it does, or one that says nothing of the kind.

        Anybody can write such a message: the files have to be as they were before the commit.
        """
        if not commit.reverts:
            return commit
        before = f"{commit.reverts}^"
        names = self.output("diff", "--name-only", "-z", before, commit.reverts).split("\0")
        paths = [name for name in names if name]
        is_back = paths and not self.run("diff", "--quiet", before, commit.id, "--", *paths).returncode
        return commit if is_back else commit._replace(reverts="")

    def working_tree(self) -> Commit:
        """Return what is in the folder and in no commit yet, as a commit without a hash.

        Raises UsageError.
        """
        head = self.named("HEAD")
        if not head:
            raise UsageError(f"RANGE={WORKING_TREE}: there is no commit in {self.folder} to compare with")
        return Commit("", [head], WORKING_TREE_TITLE, "")

    def log(self, *words: str) -> Iterator[Commit]:
        for text in self.output(*LOG, *words).split("\0"):
            if text:
                yield read_commit(text)

    def with_reasons_of_branch(self, commit: Commit) -> Commit:
        """Return a merge with the reasons of its branch: a CI makes the merge, and no author of it."""
        if len(commit.parents) < 2 or commit.no_red:
            return commit
        branch = self.log(commit.id, *(f"^{parent}" for parent in commit.parents[:1]), "--")
        reasons = [other.no_red for other in branch if other.no_red]
        return commit._replace(no_red="; ".join(dict.fromkeys(reasons)))

    def default(self) -> list[str]:
        """Return all of the current branch, or what it has since it left the default branch.

        Of a merge that is checked out without a branch, as a CI does for a pull request, that merge alone. Of
        a shallow clone, the commits whose parents are there.
        """
        head = self.output("rev-parse", "--abbrev-ref", "HEAD")
        if head == "HEAD" and self.named("HEAD^2"):
            return ["--max-count=1", "HEAD"]
        ranges = []
        main = self.default_branch(head)
        if main.removeprefix("origin/") != head:
            ranges.append(["HEAD", f"^{main}"])
        shallow = self.folder / self.output("rev-parse", "--git-path", "shallow")
        if shallow.is_file():
            ranges.append(["HEAD", *(f"^{commit}" for commit in shallow.read_text().split())])
        for words in ranges:
            if self.output("rev-list", "--count", *words) not in ("", "0"):
                return words
        return ["HEAD"]

    def default_branch(self, head: str) -> str:
        """Return the branch that others leave; the current one if there is none."""
        remote = self.output("symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD")
        for name in (
            remote.removeprefix("origin/"),
            "main",
            "master",
            remote,
            "origin/main",
            "origin/master",
        ):
            if name and self.named(name):
                return name
        return head

    def range(self, asked: str) -> list[str]:
        """Return one commit, or those of a branch that another one does not have; raises UsageError."""
        first, dots, last = asked.partition("..")
        names = [first or "HEAD"]
        if dots:
            names.append(last.removeprefix(".") or "HEAD")
        ends = []
        for name in names:
            end = self.named(name)
            if not end:
                raise UsageError(f"RANGE={asked}: there is no branch or commit {name} in {self.folder}")
            ends.append(end)
        return ["..".join(ends)] if dots else ["--max-count=1", *ends]

    def named(self, name: str) -> str:
        """Return the commit that a name stands for, or an empty text."""
        return self.output("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")


def read_commit(text: str) -> Commit:
    """Read a commit as `git log --pretty=raw` prints it."""
    head, _, message = text.partition("\n\n")
    message = dedent(message).strip()
    (_, commit), *lines = (line.split(" ", 1) for line in head.splitlines())
    parents = [words for name, words in lines if name == "parent"]
    reason = NO_RED.search(message)
    reverts = REVERTS.search(message)
    return Commit(
        id=commit,
        parents=parents,
        title=message.partition("\n")[0],
        no_red=reason[1] if reason else "",
        reverts=reverts[1] if reverts else "",
    )


def convert_line_ends(file: File, attributes: Mapping[bytes, bytes]) -> File:
    """Return a file as a checkout has it whose attributes say `eol=crlf`; binary files stay as they are."""
    is_text = attributes.get(b"text") != b"unset" and b"\0" not in file.content
    if attributes.get(b"eol") != b"crlf" or not is_text or file.mode == "120000":
        return file
    return file._replace(content=file.content.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
