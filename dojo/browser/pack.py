"""What a browser needs besides Python itself: the packages of the loop, this tooling, and a story."""

import gzip
import io
import json
import tarfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

from dojo.coach.where import columns
from dojo.story.katas import Kata
from dojo.story.story import PYTEST_INI, Story

DISTRIBUTIONS = (
    "pytest", "pluggy", "iniconfig", "packaging", "rich", "markdown-it-py", "mdurl", "pygments",
)  # fmt: skip
LEXERS = {"__init__", "_mapping", "python", "diff"}
"""Those of pygments that pytest imports; the others are two thirds of it."""
KNOWN = "columns.json"
"""At the top of the workspace: which test is green on which step, as the room has found out."""
TOOLING = Path(__file__).parent.parent
SITE, TOP = "site", "workspace"
"""The folders in the archive."""


def pack(story: Story, kata: Kata) -> bytes:
    """Return an archive with all that runs in the browser; the same files give the same bytes.

    Raises CollectionError where the suite cannot be collected.
    """
    content = io.BytesIO()
    known = json.dumps(dict(columns(story))).encode()
    with (
        gzip.GzipFile(fileobj=content, mode="wb", mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w") as archive,
    ):
        for name, path in sorted(members(story, kata)):
            add(archive, name, path.read_bytes())
        add(archive, f"{TOP}/{KNOWN}", known)
        for folder in filter(Path.is_dir, story.paths):  # it asks whether they are there
            member = tarfile.TarInfo(f"{TOP}/{folder.relative_to(story.workspace).as_posix()}")
            member.type, member.mode = tarfile.DIRTYPE, 0o755
            archive.addfile(member)
    return content.getvalue()


def add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    """Add a file without its date and its owner."""
    member = tarfile.TarInfo(name)
    member.size = len(content)
    archive.addfile(member, io.BytesIO(content))


def members(story: Story, kata: Kata) -> Iterator[tuple[str, Path]]:
    """The names in the archive, and the files."""
    for name in DISTRIBUTIONS:
        for part in distribution(name).files or []:
            if part.suffix == ".py" and (part.parent.name != "lexers" or part.stem in LEXERS):
                yield f"{SITE}/{part.as_posix()}", Path(str(part.locate()))
    top = story.workspace
    for file in files_in(TOOLING, "*.py"):
        yield f"{TOP}/dojo/{file.relative_to(TOOLING).as_posix()}", file
    files = [top / PYTEST_INI, *story.paths]
    files += [*files_in(story.folder), *files_in(story.suite), *kata.folder.glob("*.md")]
    files += [*top.glob("conftest.py"), *top.glob("tests/conftest.py")]
    for file in {file.resolve() for file in files if file.is_file()}:
        yield f"{TOP}/{file.relative_to(top.resolve()).as_posix()}", file


def files_in(folder: Path, pattern: str = "*") -> list[Path]:
    """The files below a folder, without bytecode and caches."""
    return [
        file
        for file in folder.rglob(pattern)
        if file.is_file() and not any(part.endswith(("__pycache__", "_cache")) for part in file.parts)
    ]
