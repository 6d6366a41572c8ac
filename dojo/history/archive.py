"""`make retro ARCHIVE=1`: the code of all pairs that share it, a git repository for each, in one zip file."""

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

from dojo.attempt.snapshot import File, Files
from dojo.attempt.storage.git import BareRepository, GitError, commit_command
from dojo.errors import EnvironmentProblem, describe_error
from dojo.room.changes import sources_at
from dojo.room.models import Record, Report

# Windows and macOS read other spellings as `.git`, too. Whoever unpacks the archive runs git in its folders,
# so no file that a pair sends may end up there as a setting or a hook.
GIT_FOLDER, SHORT_GIT_FOLDER = ".git", "git~"
PROTECTED = ("-c", "core.protectNTFS=true", "-c", "core.protectHFS=true")


def write_archive(records: Sequence[Record], file: Path) -> list[str]:
    """Write the repositories of pairs; return a line for each pair of which there can be none.

    The file is written as a whole, or stays as it was. Raises EnvironmentProblem.
    """
    draft = file.with_name(f".{file.name}-{os.getpid()}.draft")
    faults = []
    try:
        with TemporaryDirectory() as place, ZipFile(draft, "w", ZIP_DEFLATED) as zipped:
            for record in records:
                folder = Path(place) / record.pair.name
                try:
                    write_repository(record, folder)
                except GitError as fault:
                    faults.append(f"the code of {record.pair.name} is not in {file.name}: {fault}")
                else:
                    add_folder(zipped, folder, f"{file.stem}/{record.pair.name}")
                shutil.rmtree(folder, ignore_errors=True)
        # without git there is none of them
        if len(faults) == len(records):
            raise EnvironmentProblem(faults[0])
        draft.replace(file)
    except OSError as error:
        raise EnvironmentProblem(f"{file.name} is not written: {describe_error(error)}") from error
    finally:
        draft.unlink(missing_ok=True)
    return faults


def write_repository(record: Record, folder: Path) -> None:
    """Write the lights of a pair as a git repository, a commit for each. Raises GitError, OSError."""
    name = record.pair.name
    author = f"{name} <{name}@localhost>"
    commits = []
    for light, sources in zip(record.lights, sources_at(record.lights), strict=True):
        files, left_out = safe_files(sources)
        message = describe_light(light, name, left_out)
        commits.append(commit_command("main", author, message, light.when, files))
    folder.mkdir()
    repository = BareRepository(folder / ".git")
    repository.git("init", "--quiet", "--template=", "--initial-branch=main")
    repository.git("fast-import", "--quiet", "--done", stdin=b"".join([*commits, b"done\n"]))
    repository.git(*PROTECTED, "--work-tree", str(folder), "reset", "--quiet", "--hard", "main")


def describe_light(light: Report, name: str, left_out: Sequence[str]) -> str:
    """Return the message of a commit: the colour and the test, and below them the rest of the light."""
    subject = light.colour if light.judged else light.verb
    if light.to:
        subject += f" to light {light.to}"
    if light.test:
        subject += f": {light.test}"
    lines = [subject, "", f"Light {light.number} of {name}, make {light.verb}."]
    if light.judged:
        lines.append(f"{light.green} of {light.tests} tests were green.")
    if light.expected:
        lines.append(f"The pair expected {light.expected}.")
    for path in left_out:
        lines.append(f"A file that git does not take: {path}")
    return "\n".join(lines)


def safe_files(sources: Mapping[str, str]) -> tuple[Files, list[str]]:
    """Return the files that may be in a repository, and the paths of the others."""
    files: Files = {}
    left_out = []
    for path, text in sources.items():
        if is_safe(path):
            files[os.fsencode(path)] = File("100644", text.encode(errors="replace"))
        else:
            left_out.append(path)
    return files, left_out


def is_safe(path: str) -> bool:
    """True if a path stays in its folder, and means nothing to git, on any disk."""
    if "\\" in path or ":" in path:
        return False
    for part in path.split("/"):
        # Windows takes dots and blanks at the end away
        plain = part.rstrip(". ").casefold()
        if not plain or plain == GIT_FOLDER or plain.startswith(SHORT_GIT_FOLDER):
            return False
    return True


def add_folder(zipped: ZipFile, folder: Path, name: str) -> None:
    """Add all files of a folder to an archive, under another name. Raises OSError."""
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            zipped.write(file, f"{name}/{file.relative_to(folder).as_posix()}")
