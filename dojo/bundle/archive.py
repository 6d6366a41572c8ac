"""The archive: every file that git would take, below one folder, and the packages beside them."""

import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from dojo.attempt.store import clean_git_env
from dojo.errors import Trouble

FOLDER = "dojo-bundle"
"""What the archive unpacks to."""
WHEELS = "wheels"


def write(top: Path, archive: Path, wheels: Path) -> None:
    """Write the archive: it is whole, or the one that was there before stays. Raises Trouble."""
    draft = archive.with_suffix(".new")
    found = sorted(file for file in files(top) if file not in (archive, draft))
    try:
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as written:
            for file in found:
                written.write(file, f"{FOLDER}/{file.relative_to(top).as_posix()}")
            for file in sorted(wheels.iterdir()):
                written.write(file, f"{FOLDER}/{WHEELS}/{file.name}", zipfile.ZIP_STORED)
        draft.replace(archive)
    finally:
        draft.unlink(missing_ok=True)


def files(top: Path) -> Iterator[Path]:
    """Every file below a folder that no .gitignore there names; the folder need not be a repository."""
    with TemporaryDirectory() as place:
        git(["init", "--quiet", "--bare", place], top)
        listed = ["--git-dir", place, "--work-tree", str(top), "ls-files", "-zo", "--exclude-standard"]
        names = git(listed, top).split("\0")
    yield from (path for name in names if name and (path := top / name).is_file())


def git(words: list[str], top: Path) -> str:
    """What git prints, with nobody's settings; raises Trouble."""
    try:
        said = subprocess.run(["git", *words], cwd=top, env=clean_git_env(), capture_output=True, text=True)
    except OSError:
        raise Trouble("git is missing: it says which files belong to the workspace") from None
    if said.returncode:
        raise Trouble(f"git: {said.stderr.strip()}")
    return said.stdout
