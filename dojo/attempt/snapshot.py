"""What is kept of an attempt: the bytes of its files, whatever any `.gitignore` says of them."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

TOO_LARGE = 1_000_000
TOO_MANY = 200


class File(NamedTuple):
    """A file as git keeps one: its mode (`100644`, `100755`, `120000` for a link) and its bytes."""

    mode: str
    content: bytes


Files = dict[bytes, File]
"""The files of a folder, by their paths in it."""


@dataclass(frozen=True)
class Snapshot:
    """The files of a folder, and the paths of what was left out."""

    files: Files
    left_out: list[str] = field(default_factory=list)


def taken(folder: Path) -> Snapshot:
    """Every file of a folder; left out are the largest, the deepest of too many, and what is no file."""
    files: Files = {}
    left_out = []
    for path in nearest_first(folder):
        name = path.relative_to(folder).as_posix()
        file = read(path) if len(files) < TOO_MANY else None
        if file:
            files[os.fsencode(name)] = file
        elif os.path.lexists(path):  # it may have gone just now
            left_out.append(name)
    return Snapshot(files, left_out)


def nearest_first(folder: Path) -> Iterator[Path]:
    """All paths below a folder that are no folders, those at the top first; no caches, no repository."""
    deeper = []
    for path in sorted(folder.iterdir()) if folder.is_dir() else []:
        if path.is_dir() and not path.is_symlink():
            if not of_a_tool(path.name):
                deeper.append(path)
        elif not of_a_tool(path.name):
            yield path
    for path in deeper:
        yield from nearest_first(path)


def of_a_tool(name: str) -> bool:
    """Bytecode, a cache, or a git of the participant's own (which our git would refuse as well)."""
    return name == "__pycache__" or name.lower() == ".git" or (name[0] == "." and name.endswith("_cache"))


def read(path: Path) -> File | None:
    """A file or a link; None for what is neither, is too large, or cannot be read."""
    try:
        kind = path.lstat()
        if stat.S_ISLNK(kind.st_mode):
            return File("120000", os.fsencode(path.readlink()))
        if not stat.S_ISREG(kind.st_mode) or kind.st_size > TOO_LARGE:
            return None
        return File("100755" if kind.st_mode & stat.S_IXUSR else "100644", path.read_bytes())
    except OSError:
        return None


class Changed(Exception):
    """A file that was saved meanwhile, and is not written over; the message names it."""


def put_back(folder: Path, then: Files, *, now: Files, draft: Path) -> None:
    """Make the files of a folder what they were then; `now` is what they are, and is kept already.

    A file that is in neither stays as it is. Each one is written to the draft, on the same disk, and renamed
    to its place: whoever looks sees the old one or the new one. Raises Changed when one is no longer as `now`
    has it.
    """
    for name in sorted(now.keys() | then.keys(), key=lambda name: name in then):
        path = folder / os.fsdecode(name)
        if then.get(name) == now.get(name):
            continue
        if read(path) != now.get(name):
            raise Changed(f"{os.fsdecode(name)} was saved just now")
        if name in then:
            path.parent.mkdir(parents=True, exist_ok=True)
            write(draft, then[name])
            draft.replace(path)
        else:
            remove(folder, path)


def remove(folder: Path, path: Path) -> None:
    """Delete a file, and the folders that are empty without it."""
    path.unlink(missing_ok=True)
    for parent in path.relative_to(folder).parents[:-1]:
        if any((folder / parent).iterdir()):
            break
        (folder / parent).rmdir()


def write(path: Path, file: File) -> None:
    """Make a file anew."""
    path.unlink(missing_ok=True)
    if file.mode == "120000":
        path.symlink_to(os.fsdecode(file.content))
    else:
        path.write_bytes(file.content)
        path.chmod(0o755 if file.mode == "100755" else 0o644)
