"""`make bundle`: one archive for twelve laptops, which they unpack and start from without a network."""

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from dojo.bundle import archive, wheels
from dojo.bundle.targets import PYTHONS, SYSTEMS, TARGETS, Target

NAME = "dojo-bundle.zip"


def bundle(top: Path, targets: Sequence[Target] = TARGETS) -> None:
    """Write it to the top of the workspace, and say what to do with it; raises Trouble."""
    print(f"Fetching the packages for {len(targets)} kinds of laptops: a minute or two.", file=sys.stderr)
    with TemporaryDirectory() as folder:
        wheels.fetch(top, Path(folder), targets)
        archive.write(top, top / NAME, Path(folder))
    systems = dict.fromkeys(system.partition(" ")[0] for system in SYSTEMS)
    size = (top / NAME).stat().st_size / 1_000_000
    print(
        f"{NAME}, {size:.0f} MB: for {' and '.join(systems)}, with Python {PYTHONS[0]} to {PYTHONS[-1]}.\n"
        f"On each laptop unpack it, go to {archive.FOLDER}, and type make progress;"
        " without make, python3 -m dojo progress."
    )
