"""Files that are written as a whole or not at all, those that are missing, and paths as texts."""

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from dojo.errors import EnvironmentProblem, describe_error


def is_missing(path: Path) -> bool:
    """True if nothing is at a path; raises OSError if that cannot be known.

    From Python 3.14 on, `exists()` and `is_file()` are also False for what we may not look at.
    """
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    return False


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Give a draft that becomes this folder at the end; raises OSError."""
    with TemporaryDirectory(prefix=".draft-", dir=folder.parent, ignore_cleanup_errors=True) as place:
        draft = Path(place)
        draft.chmod(0o755)
        yield draft
        draft.rename(folder)


def atomic_write(file: Path, text: str) -> None:
    """Write a file in one go: a reader sees the old one or the new one. Raises OSError."""
    draft = file.with_name(f".{file.name}-{os.getpid()}.draft")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


def copy_into(folder: Path, files: Mapping[str, Path]) -> None:
    """Copy files into a folder, each to its path from there, as they are. Raises OSError."""
    for name, file in files.items():
        copy = folder / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)


def hide_from_git(folder: Path) -> None:
    """Make git ignore all that is in a folder: it may be in a repository that knows nothing of us."""
    ignore = folder / ".gitignore"
    if not ignore.exists():
        atomic_write(ignore, "*\n")


def write_file(file: Path, text: str) -> Path:
    """Write a page, or a file to hand in, in one go; gives its path. Raises EnvironmentProblem."""
    try:
        atomic_write(file, text)
    except OSError as error:
        raise EnvironmentProblem(f"{file.name} is not written: {describe_error(error)}") from error
    return file


def relative_path(top: Path, path: Path) -> str:
    """Return a path as it is written in a folder; if it is elsewhere, relative or absolute, as is shorter."""
    if path.is_relative_to(top):
        return path.relative_to(top).as_posix()
    relative, absolute = Path(os.path.relpath(path, top)).as_posix(), path.as_posix()
    return relative if len(relative) <= len(absolute) else absolute
