"""The part of `make bench` that times the verbs, beside bare pytest on the same tests.

Each round runs every command once, in turn.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from dojo.bench_board import forget_the_board, opened
from dojo.bench_judge import judging
from dojo.bench_room import ATTEMPTS, a_room
from dojo.bench_rounds import rounds
from dojo.bench_watch import saves
from dojo.matrix import SUITE
from dojo.speed import Measured
from dojo.steps import ROOT, all_steps

PYTEST = [sys.executable, "-m", "pytest", SUITE]
ROUNDS = 5
MAKE = ["make", "--no-print-directory"]


@dataclass
class Timed:
    """Commands that are run one after the other, and the seconds that each round took, or stands for."""

    name: str
    commands: list[list[str]]
    where: Path = ROOT
    seconds: list[float] = field(default_factory=list)
    prepare: Callable[[], None] = lambda: None
    times: float = 1

    def run(self) -> None:
        self.prepare()
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "MAKE"))}
        start = time.perf_counter()
        for command in self.commands:
            subprocess.run(command, cwd=self.where, env=environment, stdout=subprocess.DEVNULL, check=True)
        self.seconds.append(self.times * (time.perf_counter() - start))


def measure_verbs() -> list[Measured]:
    """Run all of it in turn, then what watches, and what the browser opens."""
    with a_room() as room:
        found = in_turn(room)
    watch, stock, recording = saves(2 * ROUNDS)
    found += [("make watch", watch), ("pytest-watch", stock), ("a light recorded", recording)]
    judge, pytests = judging(ROUNDS)
    found += [("make judge", judge), ("pytest for each evaluator", pytests)]
    found.append(("make board", opened(ROUNDS)))
    return [Measured("verbs", name, seconds) for name, seconds in found]


def in_turn(room: Path) -> list[tuple[str, list[float]]]:
    """Every command once a round, and what it took in each."""
    steps = all_steps()
    every_fifth = [[*PYTEST, "--step", str(step.number)] for step in steps[::5]]
    singly = [[*MAKE, "where", f"NAME=tables-{number}"] for number in range(1, ATTEMPTS + 1)]
    timed = [
        Timed("make step-7 test", [[*MAKE, "step-7", "test"]]),
        Timed("pytest, step 7", [[*PYTEST, "--step", "7"]]),
        Timed("make progress", [[*MAKE, "progress"]]),
        Timed("pytest, all steps in one process", [PYTEST]),
        Timed("pytest for each step (every fifth timed)", every_fifth, times=len(steps) / len(every_fifth)),
        Timed("make board, from nothing", [[*MAKE, "board"]], prepare=forget_the_board),
        Timed("make board, nothing changed", [[*MAKE, "board"]]),
        Timed("make where NAME=all", [[*MAKE, "where", "NAME=all"]], room),
        Timed(f"{ATTEMPTS} × make where", singly, room),
    ]
    for _ in rounds("the verbs", ROUNDS):
        for one in timed:
            one.run()
    return [(one.name, one.seconds) for one in timed]
