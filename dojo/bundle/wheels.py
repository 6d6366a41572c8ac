"""The packages of the loop's lock for each target, as they are published, each with the hash of the lock."""

import re
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from dojo.bundle import pip
from dojo.bundle.targets import Target
from dojo.errors import Trouble

LOCK = "requirements/loop.txt"
HASHES = ["--require-hashes"]
AT_ONCE = 4
PACKAGE = re.compile(r"(?m)^(?=[A-Za-z0-9])")
"""Each package of a lock begins a line; its hashes follow on lines that are indented."""


def fetch(top: Path, folder: Path, targets: Iterable[Target]) -> None:
    """Put the packages into a folder; raises Trouble, with what is missing for which target."""
    from_source = published_as_source(top, folder)
    packages = PACKAGE.split((top / LOCK).read_text(encoding="utf-8"))
    wheels = "".join(package for package in packages if not named(package) & from_source)
    with TemporaryDirectory() as place:
        lock = Path(place) / "wheels.txt"
        lock.write_text(wheels, encoding="utf-8")

        def for_target(target: Target) -> None:
            words = [*HASHES, "--only-binary", ":all:", *target.words]
            download(top, folder, str(lock), words, str(target))

        with ThreadPoolExecutor(AT_ONCE) as several:
            list(several.map(for_target, targets))


def published_as_source(top: Path, folder: Path) -> set[str]:
    """Fetch the packages for this system, and those that build others; gives those that are no wheels."""
    download(top, folder, pip.BUILD, [], "every system")
    download(top, folder, LOCK, HASHES, "this system")
    return {
        plainly(file.name.rpartition("-")[0]) for file in folder.iterdir() if file.suffix in (".gz", ".zip")
    }


def download(top: Path, folder: Path, lock: str, words: list[str], what: str) -> None:
    """Fetch the packages of a lock."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder)]
    said = pip.run(top, [*command, *words, "-r", lock], **pip.SETTINGS)
    if said.returncode:
        raise Trouble(f"could not fetch the packages for {what} (is there a network?): {pip.last_line(said)}")


def named(package: str) -> set[str]:
    """The name at the beginning of a package's lines in a lock; none in a comment."""
    return {plainly(name) for name in re.findall(r"\A([A-Za-z0-9._-]+)==", package)}


def plainly(name: str) -> str:
    """A name as all spellings of it have in common: the one of the lock, and the one of the file."""
    return re.sub(r"[-_.]+", "-", name).lower()
