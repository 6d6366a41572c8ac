"""The packages of the loop's lock for each kind of laptop, as published, each with the hash of the lock."""

import re
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from dojo.bundle import pip
from dojo.errors import EnvironmentProblem

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = {
    "Linux on x86_64": ("manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64"),
    "Linux on aarch64": ("manylinux_2_28_aarch64", "manylinux_2_17_aarch64", "manylinux2014_aarch64"),
    "macOS on x86_64": ("macosx_11_0_x86_64",),
    "macOS on arm64": ("macosx_11_0_arm64",),
}
"""The tags of the wheels for each system: https://packaging.python.org/specifications/platform-compatibility-tags."""
LOCK = "requirements/loop.txt"
HASHES = ["--require-hashes"]
DOWNLOADS_AT_ONCE = 4
PACKAGE = re.compile(r"(?m)^(?=[A-Za-z0-9])")
"""Each package of a lock begins a line; its hashes follow on lines that are indented."""


class Laptop(NamedTuple):
    """A system and a Python."""

    system: str
    python: str

    @property
    def pip_options(self) -> list[str]:
        """The options that tell pip of it."""
        tags = [word for tag in SYSTEMS[self.system] for word in ("--platform", tag)]
        return [*tags, "--python-version", self.python, "--implementation", "cp"]

    def __str__(self) -> str:
        return f"{self.system}, Python {self.python}"


TARGETS = [Laptop(system, python) for system, python in product(SYSTEMS, PYTHONS)]


def fetch_wheels(top: Path, folder: Path, targets: Iterable[Laptop]) -> None:
    """Put the packages into a folder; raises EnvironmentProblem, with what is missing for which target."""
    from_source = fetch_sources(top, folder)
    packages = PACKAGE.split((top / LOCK).read_text(encoding="utf-8"))
    wheels = "".join(package for package in packages if package_name(package) not in from_source)
    with TemporaryDirectory() as place:
        lock = Path(place) / "wheels.txt"
        lock.write_text(wheels, encoding="utf-8")

        def fetch_for(target: Laptop) -> None:
            options = [*HASHES, "--only-binary", ":all:", *target.pip_options]
            download(top, folder, str(lock), options, str(target))

        with ThreadPoolExecutor(DOWNLOADS_AT_ONCE) as threads:
            list(threads.map(fetch_for, targets))


def fetch_sources(top: Path, folder: Path) -> set[str]:
    """Fetch the packages for this system, and those that build others; returns those that are no wheels."""
    download(top, folder, pip.BUILD, [], "every system")
    download(top, folder, LOCK, HASHES, "this system")
    archives = (file for file in folder.iterdir() if file.suffix in (".gz", ".zip"))
    return {normalise(file.name.rpartition("-")[0]) for file in archives}


def download(top: Path, folder: Path, lock: str, options: list[str], what: str) -> None:
    """Fetch the packages of a lock; raises EnvironmentProblem."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder)]
    run = pip.run(top, [*command, *options, "-r", lock], **pip.SETTINGS)
    if run.returncode:
        raise EnvironmentProblem(
            f"could not fetch the packages for {what} (is there a network?): {pip.last_line(run)}"
        )


def package_name(lines: str) -> str:
    """Return the name at the beginning of a package's lines in a lock; nothing for a comment."""
    name = re.match(r"[A-Za-z0-9._-]+(?===)", lines)
    return normalise(name[0]) if name else ""


def normalise(name: str) -> str:
    """Spell a name as the lock and the file names have it in common."""
    return re.sub(r"[-_.]+", "-", name).lower()
