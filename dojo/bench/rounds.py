"""Rounds: each of them times everything once, in turn, so that all share good times and bad ones.

Before a task is timed, it runs on another part of its work: the one before it has filled the caches.
"""

import gc
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.progress import track

from dojo.bench.timings import Measured

ROUNDS = 9


@dataclass(frozen=True)
class Task:
    """Something to time: what runs, its work in parts, one for each round, and the units in each part."""

    group: str
    name: str
    run: Callable[[Any], object]
    parts: Sequence[Any]
    size: int


def time_tasks(tasks: list[Task], label: str) -> list[Measured]:
    """Time each task once a round; returns the seconds for one unit of work."""
    found: list[list[float]] = [[] for _ in tasks]
    gc.collect()
    gc.freeze()
    for number in numbered_rounds(label):
        for task, per_unit in zip(tasks, found):
            part, other = (task.parts[n % len(task.parts)] for n in (number, number + 1))
            task.run(other)
            per_unit.append(seconds(task.run, part) / task.size)
    return [Measured(task.group, task.name, per_unit, task.size) for task, per_unit in zip(tasks, found)]


def numbered_rounds(label: str, count: int = ROUNDS) -> Iterable[int]:
    """Count the rounds, with a progress bar on a terminal."""
    screen = Console(stderr=True)
    return track(range(count), label, console=screen, transient=True, disable=not screen.is_terminal)


def seconds(run: Callable[[Any], object], part: Any) -> float:
    """Return the processor time of one run: what else the machine does meanwhile is not counted."""
    start = time.process_time()
    run(part)
    return time.process_time() - start


def slices(work: Sequence[Any], size: int) -> list[Sequence[Any]]:
    """Cut the work into parts of a size."""
    return [work[start : start + size] for start in range(0, len(work), size)]
