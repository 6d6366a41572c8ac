"""Files and folders that are written as a whole or not at all, whatever happens meanwhile."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from dojo.errors import EnvironmentProblem, describe_error


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


def write_file(file: Path, text: str) -> Path:
    """Write a page, or a file to hand in, in one go; gives its path. Raises EnvironmentProblem."""
    try:
        atomic_write(file, text)
    except OSError as error:
        raise EnvironmentProblem(f"{file.name} is not written: {describe_error(error)}") from error
    return file
