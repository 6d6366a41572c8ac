"""Builds a program, if a file has changed since it was built last."""

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from threading import Event

from dojo.errors import EnvironmentProblem
from dojo.model.outcome import Colour
from dojo.runner.failure.status import NAMES_AN_ERROR
from dojo.runner.programs.command import run_with_input, split_command

# Building may take longer than a case: the first time may take a while.
BUILD_S = 60.0
# The file that says what the program was built from; no light has it.
BUILT = ".build_cache"


class BuildError(EnvironmentProblem):
    """A program that cannot be built; the message is a line; `complaint` is all that was said about it."""

    def __init__(self, why: str, complaint: str = "") -> None:
        super().__init__(why)
        self.complaint = complaint


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


def build_program(command: str, folder: Path, stop: Event | None = None) -> None:
    """Build the program again if a file has changed; raises BuildError, MissingFileError and CommandError."""
    if not command:
        return
    before = list_files(folder)
    note = read_build(folder)
    if note.command == command and note.files == before:
        return
    outcome = run_with_input(Path(os.devnull), "", split_command(command), folder, BUILD_S, stop)
    # what it prints does not matter
    if outcome.colour == Colour.AMBER:
        errors = [line.strip() for line in outcome.complaint.splitlines() if NAMES_AN_ERROR.search(line)]
        why = f"failed: {errors[0]}" if errors else outcome.why
        raise BuildError(f"{command}: {why}", complaint=outcome.complaint)
    after = list_files(folder)
    made = sorted({*note.made, *(after.keys() - before.keys())})
    # otherwise a source was saved meanwhile, and the program is built again the next time
    if all(name in made or before[name] == after.get(name) for name in before):
        with suppress(OSError):
            write_build(folder, BuildNote(command, after, made))


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
