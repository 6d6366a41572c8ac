"""What a program was built from: it is built again only if a file has changed."""

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

# The file that says what the program was built from; no light has it.
BUILT = ".build_cache"


@dataclass(frozen=True)
class BuildNote:
    """How a program was built last.

    Attributes:
        command: what built it.
        files: the size and the date of each file after that.
        made: the files that building has made.
    """

    command: str = ""
    files: dict[str, list[int]] = field(default_factory=dict)
    made: list[str] = field(default_factory=list)


def read_build(folder: Path) -> BuildNote:
    """Return how the program in a folder was built last; an empty note if that is not known."""
    try:
        return BuildNote(**json.loads((folder / BUILT).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return BuildNote()


def write_build(folder: Path, note: BuildNote) -> None:
    """Note how the program in a folder was built; raises OSError."""
    (folder / BUILT).write_text(json.dumps(asdict(note)), encoding="utf-8")


def list_files(folder: Path) -> dict[str, list[int]]:
    """Return the size and the date of each file, but for those of tools, with a dot in front."""
    found = {}
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name[0] != "."]
        for name in names:
            path = Path(parent, name)
            if name[0] == ".":
                continue
            # it may have gone just now
            with suppress(OSError):
                status = path.lstat()
                found[str(path.relative_to(folder))] = [status.st_size, status.st_mtime_ns]
    return found
