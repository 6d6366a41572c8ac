"""Writes files and moves folders: all of it or nothing, and no file is lost."""

import shutil
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import mkdtemp

from dojo.errors import Trouble, plainly

Undo = list[tuple[Path, Path | None]]
"""What was moved, and where it was before: None for a new folder."""


@dataclass
class Changes:
    """What to move, and then what to write."""

    moved: list[tuple[Path, Path]] = field(default_factory=list)
    files: dict[Path, bytes] = field(default_factory=dict)
    """By their paths after the move."""


def write(changes: Changes, beside: Path) -> None:
    """Make the changes, with a folder for drafts beside them; raises Trouble, and then all is as before."""
    try:
        drafts = Path(mkdtemp(prefix=".draft-", dir=beside))
    except OSError as error:
        raise Trouble(f"nothing is written: {plainly(error)}") from None
    undo: Undo = []
    try:
        make(changes, drafts, undo)
    except BaseException as error:
        take_back(undo)
        shutil.rmtree(drafts, ignore_errors=True)
        if isinstance(error, OSError):
            raise Trouble(f"nothing is written: {plainly(error)}") from None
        raise
    shutil.rmtree(drafts, ignore_errors=True)


def make(changes: Changes, drafts: Path, undo: Undo) -> None:
    """Write all drafts first, which may fill the disk; after that, things are only moved."""
    for number, content in enumerate(changes.files.values()):
        (drafts / f"{number}.new").write_bytes(content)
    for old, new in changes.moved:
        move(old, new, undo)
    for number, file in enumerate(changes.files):
        draft = drafts / f"{number}.new"
        if file.exists():
            shutil.copymode(file, draft)
            move(file, drafts / f"{number}.old", undo)
        make_folder(file.parent, undo)
        move(draft, file, undo)


def move(old: Path, new: Path, undo: Undo) -> None:
    """Move a file or a folder to a place that is free."""
    if new.exists():
        raise Trouble(f"nothing is written: {new} is there already")
    old.rename(new)
    undo.append((new, old))


def make_folder(folder: Path, undo: Undo) -> None:
    """Make a folder, and those above it."""
    if not folder.is_dir():
        make_folder(folder.parent, undo)
        folder.mkdir()
        undo.append((folder, None))


def take_back(undo: Undo) -> None:
    """Put everything back; raises OSError, and then the drafts stay, with all that they hold."""
    for here, before in reversed(undo):
        if before:
            here.rename(before)
        else:
            here.rmdir()
