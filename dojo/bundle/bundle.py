"""`make bundle`: one archive for twelve laptops, which they unpack and start from without a network.

It has every file that git would take, below one folder, and the packages beside them.
"""

import os
import sys
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from dojo.attempt.store import Failed, Store
from dojo.bundle.wheels import PYTHONS, SYSTEMS, TARGETS, Laptop, fetch_wheels
from dojo.errors import EnvironmentProblem

NAME = "dojo-bundle.zip"
FOLDER = "dojo-bundle"
"""What the archive unpacks to."""
WHEELS = "wheels"


def bundle(top: Path, targets: Sequence[Laptop] = TARGETS, also: Sequence[Path] = ()) -> None:
    """Write the archive to the top of the workspace, and say what to do with it.

    `also` has files that git would not take. Raises EnvironmentProblem.
    """
    print(f"Fetching the packages for {len(targets)} kinds of laptops: a minute or two.", file=sys.stderr)
    with TemporaryDirectory() as folder:
        fetch_wheels(top, Path(folder), targets)
        write_archive(top, top / NAME, Path(folder), also)
    systems = dict.fromkeys(system.partition(" ")[0] for system in SYSTEMS)
    size = (top / NAME).stat().st_size / 1_000_000
    print(
        f"{NAME}, {size:.0f} MB: for {' and '.join(systems)}, with Python {PYTHONS[0]} to {PYTHONS[-1]}.\n"
        f"On each laptop unpack it, go to {FOLDER}, and type make progress;"
        " without make, python3 -m dojo progress."
    )


def write_archive(top: Path, archive: Path, wheels: Path, also: Sequence[Path] = ()) -> None:
    """Write the archive whole, or keep the one that was there before. Raises EnvironmentProblem."""
    draft = archive.with_suffix(".new")
    files = sorted({file for file in workspace_files(top) if file not in (archive, draft)} | {*also})
    try:
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as zipped:
            for file in files:
                zipped.write(file, f"{FOLDER}/{file.relative_to(top).as_posix()}")
            for file in sorted(wheels.iterdir()):
                zipped.write(file, f"{FOLDER}/{WHEELS}/{file.name}", zipfile.ZIP_STORED)
        draft.replace(archive)
    finally:
        draft.unlink(missing_ok=True)


def workspace_files(top: Path) -> Iterator[Path]:
    """Yield every file below a folder that no .gitignore there names; it need not be a repository.

    Raises EnvironmentProblem.
    """
    with TemporaryDirectory() as place:
        store = Store(Path(place))
        try:
            store.git("init", "--quiet", "--bare")
            words = ("-C", str(top), "--work-tree", str(top), "ls-files", "-zo", "--exclude-standard")
            names = os.fsdecode(store.git(*words)).split("\0")
        except Failed as failed:
            raise EnvironmentProblem(f"git does not say what belongs to the workspace: {failed}") from None
    yield from (path for name in names if name and (path := top / name).is_file())
