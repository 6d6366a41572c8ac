"""`make bundle`: one archive for twelve laptops, which they unpack and start from without a network.

It has every file that git would take, below one folder, and next to them the packages that every verb needs,
as they are published for each kind of laptop, each with the hash of the lock. An unpacked bundle has them.
"""

import os
import re
import sys
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from dojo import bootstrap
from dojo.attempt.storage.git import BareRepository, GitError
from dojo.errors import EnvironmentProblem

# The archive, and what it unpacks to.
NAME, FOLDER = "dojo-bundle.zip", "dojo-bundle"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
# The tags of the wheels for each system:
# https://packaging.python.org/specifications/platform-compatibility-tags.
SYSTEMS = {
    "Linux on x86_64": ("manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64"),
    "Linux on aarch64": ("manylinux_2_28_aarch64", "manylinux_2_17_aarch64", "manylinux2014_aarch64"),
    "macOS on x86_64": ("macosx_11_0_x86_64",),
    "macOS on arm64": ("macosx_11_0_arm64",),
}
TARGETS = list(product(SYSTEMS, PYTHONS))
# published as source only, which is for every laptop
SOURCES = ("docopt==", "pytest-watch==")
HASHES = ["--require-hashes"]


def bundle(
    top: Path,
    targets: Sequence[tuple[str, str]] = TARGETS,
    also: Sequence[Path] = (),
    pins: Sequence[Path] = (),
) -> None:
    """Write the archive to the top of the workspace, and say what to do with it.

    A target is a system and a Python; `also` has files that git would not take, and `pins` the requires.txt
    of each story that has one. Raises EnvironmentProblem.
    """
    bundled = top / "wheels"
    if bundled.is_dir():
        write_archive(top, top / NAME, bundled, also)
    else:
        print(f"Fetching the packages for {len(targets)} kinds of laptops: a minute or two.", file=sys.stderr)
        with TemporaryDirectory() as folder:
            fetch_wheels(top, Path(folder), targets, pins)
            write_archive(top, top / NAME, Path(folder), also)
    # each system once, whatever its processor
    systems = dict.fromkeys([system.partition(" ")[0] for system in SYSTEMS])
    size = (top / NAME).stat().st_size / 1_000_000
    print(
        f"{NAME}, {size:.0f} MB: for {' and '.join(systems)}, with Python {PYTHONS[0]} to {PYTHONS[-1]}.\n"
        f"On each laptop unpack it, go to {FOLDER}, and type make progress;"
        " without make, python3 -m dojo progress."
    )


def fetch_wheels(
    top: Path, folder: Path, targets: Iterable[tuple[str, str]], pins: Sequence[Path] = ()
) -> None:
    """Put the packages into a folder; raises EnvironmentProblem, with what is missing for which target."""
    download(top, folder, bootstrap.BUILD, [], "every system")
    locked = bootstrap.locked_packages(top, "loop")
    packages = re.split(r"(?m)^(?=\w)", locked)
    as_wheels = [package for package in packages if not package.startswith(SOURCES)]
    with TemporaryDirectory() as place:
        lock, whole = Path(place) / "wheels.txt", Path(place) / "all.txt"
        lock.write_text("".join(as_wheels), encoding="utf-8")
        whole.write_text(locked, encoding="utf-8")
        download(top, folder, str(whole), HASHES, "this system")

        def fetch_for(target: tuple[str, str]) -> None:
            system, python = target
            options = ["--only-binary", ":all:"]
            for tag in SYSTEMS[system]:
                options += ["--platform", tag]
            options += ["--python-version", python, "--implementation", "cp"]
            download(top, folder, str(lock), [*HASHES, *options], f"{system}, Python {python}")
            # requires.txt has versions, and no hashes
            for file in pins:
                download(top, folder, str(file), options, f"{file}: {system}, Python {python}")

        with ThreadPoolExecutor(4) as threads:
            list(threads.map(fetch_for, targets))


def download(top: Path, folder: Path, lock: str, options: list[str], what: str) -> None:
    """Fetch the packages of a lock; raises EnvironmentProblem."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder)]
    run = bootstrap.run_quietly(top, [*command, *options, "-r", lock], **bootstrap.PIP_SETTINGS)
    if run.returncode:
        why = f"(is there a network?): {bootstrap.last_line(run)}"
        raise EnvironmentProblem(f"could not fetch the packages for {what} {why}")


def write_archive(top: Path, archive: Path, wheels: Path, also: Sequence[Path] = ()) -> None:
    """Write the archive whole, or keep the one that was there before. Raises EnvironmentProblem."""
    draft = archive.with_suffix(".new")
    files = {*workspace_files(top)} - {archive, draft} | {*also}
    try:
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as zipped:
            for file in sorted(files):
                zipped.write(file, f"{FOLDER}/{file.relative_to(top).as_posix()}")
            for file in sorted(wheels.iterdir()):
                zipped.write(file, f"{FOLDER}/wheels/{file.name}", zipfile.ZIP_STORED)
        draft.replace(archive)
    finally:
        draft.unlink(missing_ok=True)


def workspace_files(top: Path) -> Iterator[Path]:
    """Yield every file below a folder that no .gitignore there names; it need not be a repository.

    Raises EnvironmentProblem.
    """
    with TemporaryDirectory() as place:
        repository = BareRepository(Path(place))
        try:
            repository.git("init", "--quiet", "--bare")
            command = ("-C", str(top), "--work-tree", str(top), "ls-files", "-zo", "--exclude-standard")
            names = os.fsdecode(repository.git(*command)).split("\0")
        except GitError as failed:
            raise EnvironmentProblem(f"git does not say what belongs to the workspace: {failed}") from None
    for name in names:
        # git names a link to a folder as well
        if name and (top / name).is_file():
            yield top / name
