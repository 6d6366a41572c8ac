"""`make bench`: what the verbs cost beside bare pytest on the same tests, side by side in one run.

Each round runs every command once, in turn; a figure is the median of the rounds. Ratios come
first: seconds depend on the machine, ratios hardly.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.progress import track
from rich.table import Table

from dojo.bench_board import forget_the_board, opened
from dojo.bench_judge import judging
from dojo.bench_room import ATTEMPTS, a_room
from dojo.bench_watch import saves
from dojo.matrix import SUITE
from dojo.steps import ROOT, all_steps

ROUNDS = 5
JUDGED = 3
"""Rounds of judging: to run pytest for each evaluator takes most of a minute."""
PYTEST = [sys.executable, "-m", "pytest", SUITE]
MAKE = ["make", "--no-print-directory"]


@dataclass
class Timed:
    """Commands that are run one after the other, and how many seconds each round of them took."""

    name: str
    commands: list[list[str]]
    where: Path = ROOT
    seconds: list[float] = field(default_factory=list)
    prepare: Callable[[], None] = lambda: None

    def run(self) -> None:
        self.prepare()
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "MAKE"))}
        start = time.perf_counter()
        for command in self.commands:
            subprocess.run(command, cwd=self.where, env=environment, stdout=subprocess.DEVNULL, check=True)
        self.seconds.append(time.perf_counter() - start)


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
    first = Timed("make board, from nothing", [[*MAKE, "board"]], prepare=forget_the_board)
    again = Timed("make board, nothing changed", [[*MAKE, "board"]])
    asked = Timed("make where NAME=all", [[*MAKE, "where", "NAME=all"]], room)
    singly = [[*MAKE, "where", f"NAME=tables-{number}"] for number in range(1, ATTEMPTS + 1)]
    alone = Timed(f"{ATTEMPTS} × make where", singly, room)
    compared = [
        (test, bare, 1.15),
        (progress, each, 0.25),
        (progress, one, 1.3),
        (again, first, 0.2),
        (asked, alone, 0.25),
    ]
    for _ in track(range(ROUNDS), description="rounds", console=Console(stderr=True), transient=True):
        for timed in (test, bare, progress, one, each, first, again, asked, alone):
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
    watch, stock, recording = saves(2 * ROUNDS)
    judge, pytests = map(median, judging(JUDGED))
    for a, b, most, name in [
        (watch, stock, 0.5, "a save to the bar, make watch / pytest-watch"),
        (recording, median(bare.seconds), 0.15, "a light recorded / pytest, step 7"),
        (judge, pytests, 0.25, "make judge, 40 tests / pytest, for each evaluator"),
    ]:
        table.add_row(f"{a / b:.2f}", f"{most:.2f}", name, f"{a:.2f} / {b:.2f}")
    console = Console(highlight=False)
    console.print(table)
    seconds = opened(ROUNDS)
    console.print(f"The board answers its first key {seconds:.2f} s after it is opened (at most 1).")
    console.print(f"Medians of {ROUNDS} rounds on Python {sys.version.split()[0]}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
