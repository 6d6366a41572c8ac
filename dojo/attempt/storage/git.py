"""Git without the participant's own configuration: for `make keep`, and for stores of earlier editions."""

import ast
import os
import re
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from dojo.attempt.snapshot import File, Files
from dojo.git import call_git

ANY_NAME = ("-c", "core.protectNTFS=false", "-c", "core.protectHFS=false")
"""File names that mean `.git` on another disk are allowed: these files are never checked out."""
NO_SETTINGS = {"HOME": os.devnull, "XDG_CONFIG_HOME": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"}
"""No home and no system configures git."""


class GitError(Exception):
    """The repository could not be read or written; the message is git's own, or the system's."""


@dataclass(frozen=True)
class BareRepository:
    """A git repository, by its folder."""

    folder: Path

    def git(self, *words: str, stdin: bytes = b"") -> bytes:
        """Return what a git command prints; raises GitError with its complaint."""
        command = (*ANY_NAME, "--git-dir", str(self.folder), *words)
        try:
            run = call_git(*command, settings=NO_SETTINGS, stdin=stdin)
        except OSError as error:
            raise GitError(f"git does not start: {error.strerror}") from None
        if run.returncode:
            # without the name of a file of git's own
            complaint = re.sub(r" '.*/tmp_\w+'", "", run.stderr.decode(errors="replace"))
            why = re.search(r"(?:fatal|error): (.+)", complaint)
            raise GitError(why[1] if why else f"git {words[0]} ended with {run.returncode}")
        return run.stdout

    def log(self) -> list[tuple[str, str]]:
        """Return all commits with the first lines of their messages, the oldest first; raises GitError."""
        lines = self.git("log", "--branches", "--reverse", "--format=%H %s").decode().splitlines()
        found = []
        for line in lines:
            commit, _, message = line.partition(" ")
            found.append((commit, message))
        return found

    def files(self, commits: list[str]) -> dict[str, Files]:
        """Return the files of each commit, by their paths; raises GitError."""
        if not commits:
            return {}
        words = ("--full-tree", "--show-original-ids", "--no-walk")
        stream = BytesIO(self.git("fast-export", *words, *commits))
        contents: dict[bytes, bytes] = {}
        found: dict[str, Files] = {}
        mark = b""
        files: Files = {}
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
