"""A snapshot of an attempt: the bytes of its files, also of those that a `.gitignore` names."""

import os
import stat
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path, PurePath
from typing import NamedTuple

from dojo.wording import some_of

MAX_BYTES = 1_000_000
MAX_FILES = 200
# as git has it: the mode of a file, of one that can be run, and of a symbolic link
FILE_MODE, PROGRAM_MODE, LINK_MODE = "100644", "100755", "120000"


class File(NamedTuple):
    """A file as git keeps one: its mode and its bytes; those of a link are the path that it leads to."""

    mode: str
    content: bytes

    @property
    def is_link(self) -> bool:
        return self.mode == LINK_MODE


Files = dict[bytes, File]  # the files of a folder, by their paths in it


class Snapshot(NamedTuple):
    """The files of a folder; and the paths that were left out, with the reason."""

    files: Files
    left_out: dict[str, str]


def take_snapshot(folder: Path) -> Snapshot:
    """Read every file of a folder, but for large ones, unreadable ones, and the last of too many."""
    files: Files = {}
    left_out: dict[str, str] = {}
    # in the order to keep them: Python first, then by their depth
    for path in sorted(below(folder), key=lambda path: (path.suffix != ".py", len(path.parts), path)):
        name = path.relative_to(folder).as_posix()
        found = read(path)
        if isinstance(found, File) and len(files) < MAX_FILES:
            files[os.fsencode(name)] = found
        elif found:  # it may have gone just now
            left_out[name] = found if isinstance(found, str) else f"beyond {MAX_FILES} files"
    return Snapshot(files, left_out)


def below(folder: Path) -> Iterator[Path]:
    """Yield all paths below a folder but folders that can be opened, caches and repositories."""
    unreadable: list[OSError] = []
    for top, folders, files in os.walk(folder, onerror=unreadable.append):
        own_folders = [name for name in folders if not is_of_a_tool(name)]
        for name in files:
            if not is_of_a_tool(name):
                yield Path(top, name)
        for name in own_folders:
            # a link to a folder is not followed: it counts as a file
            if Path(top, name).is_symlink():
                yield Path(top, name)
        # the walk goes on into those that its list still has
        folders[:] = own_folders
    for error in unreadable:
        yield Path(error.filename)


def is_of_a_tool(name: str) -> bool:
    """True for bytecode, a cache, or a git of the participant's own (which our git would refuse as well)."""
    return name == "__pycache__" or name.lower() == ".git" or (name[0] == "." and name.endswith("_cache"))


def read(path: Path) -> File | str | None:
    """Return a file or a link; if it is neither, why it is left out; None if nothing is there."""
    try:
        found = path.lstat()
        if stat.S_ISLNK(found.st_mode):
            return File(LINK_MODE, os.fsencode(path.readlink()))
        if found.st_size > MAX_BYTES:
            return "larger than a megabyte"
        if stat.S_ISREG(found.st_mode):
            mode = PROGRAM_MODE if found.st_mode & stat.S_IXUSR else FILE_MODE
            return File(mode, path.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        pass
    return "cannot be read"


def name_left_out(left_out: Mapping[str, str]) -> str:
    """Return the paths that were left out, in words: the first ones with the reason, and how many more."""
    return some_of([f"{name} ({why})" for name, why in left_out.items()], most=3)


def without(files: Files, left_out: Collection[str]) -> Files:
    """Return the files that are not in the way of a path that was left out, and are not in it."""
    places = list(map(PurePath, left_out))
    apart: Files = {}
    for name, file in files.items():
        path = PurePath(os.fsdecode(name))
        if not any(overlap(path, place) for place in places):
            apart[name] = file
    return apart


def overlap(one: PurePath, other: PurePath) -> bool:
    """True if two paths are the same, or one is in the other."""
    return one.is_relative_to(other) or other.is_relative_to(one)


class Changed(Exception):
    """A file was saved meanwhile, or a folder has more files and stays; the message names it."""


def put_back(folder: Path, then: Files, *, now: Files, draft: Path) -> None:
    """Make the files of a folder what they were then; `now` is their state of now, which has a light already.

    A file that is in neither stays as it is. Each one is written to the draft, on the same disk, and renamed
    to its place, so that the old file or the new one is there. Raises Changed if a file is no longer as
    `now` has it, and OSError.
    """
    for name in sorted(now.keys() | then.keys(), key=lambda name: name in then):
        path = folder / os.fsdecode(name)
        if then.get(name) == now.get(name):
            continue
        if path.is_dir() and not path.is_symlink():
            raise Changed(f"{os.fsdecode(name)} is a folder now, and not empty")
        if read(path) != now.get(name):
            raise Changed(f"{os.fsdecode(name)} was saved just now")
        if name in then:
            path.parent.mkdir(parents=True, exist_ok=True)
            write(draft, then[name])
            draft.replace(path)
        else:
            path.unlink(missing_ok=True)
            with suppress(OSError):  # a folder that is not empty stays
                for parent in path.relative_to(folder).parents[:-1]:
                    (folder / parent).rmdir()


def write(path: Path, file: File) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    if file.is_link:
        path.symlink_to(os.fsdecode(file.content))
    else:
        path.write_bytes(file.content)
        path.chmod(0o755 if file.mode == PROGRAM_MODE else 0o644)


def write_files(folder: Path, files: Files) -> None:
    """Write all of these into a folder, which has none of them yet."""
    for name, file in files.items():
        write(folder / os.fsdecode(name), file)
