"""Reads the files of a repository, of any commit or as they are now; and never writes to it."""

import io
import os
import subprocess
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

from dojo.attempt.snapshot import File, Files, read
from dojo.errors import EnvironmentProblem, UsageError
from dojo.git import call_git

# git neither locks nor starts anything
QUIET = ("--no-optional-locks", "--literal-pathspecs", "-c", "core.fsmonitor=false")
# what git sees of the environment: nothing of it names another repository, or a program to run
KEPT_VARIABLES = ("PATH", "HOME", "XDG_CONFIG_HOME", "LANG", "LC_ALL", "TMPDIR")
ALONE = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "", "GIT_NO_REPLACE_OBJECTS": "1"}
SUBMODULE_MODE = b"160000"


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

    def named(self, name: str) -> str:
        """Return the commit that a name stands for, or an empty text."""
        return self.output("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")


def convert_line_ends(file: File, attributes: Mapping[bytes, bytes]) -> File:
    """Return a file as a checkout has it whose attributes say `eol=crlf`; binary files stay as they are."""
    is_text = attributes.get(b"text") != b"unset" and b"\0" not in file.content
    if attributes.get(b"eol") != b"crlf" or not is_text or file.mode == "120000":
        return file
    return file._replace(content=file.content.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
