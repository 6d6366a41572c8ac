"""A folder that becomes one version after the other: only what differs is written."""

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from dojo.attempt.snapshot import File, write
from dojo.prove.commits.trees.git import SUBMODULE, Entry, Tree

READABLE = 0o755


class Seen(NamedTuple):
    """A file as it was written: nobody can change it and leave all of these as they are."""

    inode: int
    size: int
    changed: int


class Folder:
    """A work folder; what a run leaves in it is gone when the next version is laid."""

    def __init__(self, path: Path, read: Callable[[str], bytes | None]) -> None:
        self.path, self.read = path, read
        self.laid: dict[str, tuple[Entry, Seen]] = {}
        path.mkdir(parents=True)

    def lay(self, tree: Tree) -> None:
        """Make the files those of a tree."""
        wanted = {os.fsdecode(name): entry for name, entry in tree.items() if is_safe(name)}
        kept = {name for name, entry in wanted.items() if self.has(name, entry)}
        self.clear(kept)
        self.laid = {name: self.laid[name] for name in kept}
        for name, entry in wanted.items():
            if name not in kept:
                self.put(name, entry)

    def has(self, name: str, entry: Entry) -> bool:
        """Is a file there, as it was written?"""
        return name in self.laid and self.laid[name] == (entry, seen(self.path / name))

    def clear(self, kept: set[str]) -> None:
        """Remove all that is not to be kept."""
        folders = {str(folder) for name in kept for folder in PurePosixPath(name).parents}
        waiting = [self.path]
        while waiting:
            for path in inside(waiting.pop()):
                name = path.relative_to(self.path).as_posix()
                if name in folders and path.is_dir() and not path.is_symlink():
                    waiting.append(path)
                elif name not in kept:
                    remove(path)

    def put(self, name: str, entry: Entry) -> None:
        """Write a file; a submodule is an empty folder."""
        path = self.path / name
        if entry.mode == SUBMODULE:
            path.mkdir(parents=True, exist_ok=True)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, File(entry.mode, self.read(entry.blob) or b""))
        self.laid[name] = entry, seen(path)


def seen(path: Path) -> Seen:
    """A file as it is now; nothing but zeros if it is not there."""
    try:
        found = path.lstat()
    except OSError:
        return Seen(0, 0, 0)
    return Seen(found.st_ino, found.st_size, found.st_ctime_ns)


def inside(folder: Path) -> list[Path]:
    """What lies in a folder, also in one that a test has made unreadable."""
    with suppress(OSError):
        folder.chmod(READABLE)
        return list(folder.iterdir())
    return []


def remove(path: Path) -> None:
    """Delete a file or a folder, whatever a test has done to it."""
    if path.is_dir() and not path.is_symlink():
        for one in inside(path):
            remove(one)
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink()


def is_safe(name: bytes) -> bool:
    """Does a path stay in its folder? A tree that somebody has forged may have others."""
    parts = name.lower().split(b"/")
    return not {b"", b".", b"..", b".git"} & set(parts)
