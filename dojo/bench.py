"""`make bench`: what the verbs cost beside bare pytest on the same tests, side by side in one run.

Each round runs every command once, in turn; a figure is the median of the rounds. Ratios come
first: seconds depend on the machine, ratios hardly.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.progress import track
from rich.table import Table

from dojo.matrix import SUITE
from dojo.start import start
from dojo.steps import ROOT, all_steps

ROUNDS = 5
PYTEST = [sys.executable, "-m", "pytest", SUITE]
MAKE = ["make", "--no-print-directory"]
ROOM = 20
"""So many attempts are asked where they are."""


@dataclass
class Timed:
    """Commands that are run one after the other, and how many seconds each round of them took."""

    name: str
    commands: list[list[str]]
    where: Path = ROOT
    seconds: list[float] = field(default_factory=list)

    def run(self) -> None:
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "MAKE"))}
        start = time.perf_counter()
        for command in self.commands:
            subprocess.run(command, cwd=self.where, env=environment, stdout=subprocess.DEVNULL, check=True)
        self.seconds.append(time.perf_counter() - start)


@contextmanager
def a_room() -> Iterator[Path]:
    """A copy of the workspace with a room's attempts in it, each at another step of chapters 1 to 9."""
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        for name in ("Makefile", "pytest.ini", "dojo", "katas", "requirements", "steps", "tests"):
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, room / name)
        shutil.rmtree(room / "katas" / "holdem" / "attempts", ignore_errors=True)
        (room / ".venv").symlink_to(ROOT / ".venv")
        for number, step in enumerate(all_steps()[: 2 * ROOM : 2], 1):
            start(f"tables-{number}", "holdem", room).module.write_text(step.code, encoding="utf-8")
        yield room


def main() -> int:
    with a_room() as room:
        return compare(room)


def compare(room: Path) -> int:
    """Run all of it in turn, and show the table."""
    test = Timed("make step-7 test", [[*MAKE, "step-7", "test"]])
    bare = Timed("pytest, step 7", [[*PYTEST, "--step", "7"]])
    progress = Timed("make progress", [[*MAKE, "progress"]])
    one = Timed("pytest, all steps in one process", [PYTEST])
    each = Timed("pytest, a process for each step", [[*PYTEST, "--step", str(s.number)] for s in all_steps()])
    asked = Timed("make where NAME=all", [[*MAKE, "where", "NAME=all"]], room)
    singly = [[*MAKE, "where", f"NAME=tables-{number}"] for number in range(1, ROOM + 1)]
    alone = Timed(f"{ROOM} × make where", singly, room)
    compared = [(test, bare, 1.15), (progress, each, 0.25), (progress, one, 1.3), (asked, alone, 0.25)]
    for _ in track(range(ROUNDS), description="rounds", console=Console(stderr=True), transient=True):
        for timed in (test, bare, progress, one, each, asked, alone):
            timed.run()
    table = Table(box=None, pad_edge=False)
    for name, side in [
        ("ratio", "right"),
        ("at most", "right"),
        ("", "left"),
        ("seconds", "right"),
    ]:
        table.add_column(name, justify=side)  # type: ignore[arg-type]
    for ours, theirs, most in compared:
        a, b = median(ours.seconds), median(theirs.seconds)
        table.add_row(f"{a / b:.2f}", f"{most:.2f}", f"{ours.name} / {theirs.name}", f"{a:.2f} / {b:.2f}")
    console = Console(highlight=False)
    console.print(table)
    console.print(f"Medians of {ROUNDS} rounds on Python {sys.version.split()[0]}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
