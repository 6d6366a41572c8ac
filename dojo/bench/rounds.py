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

from dojo.figures.figures import Measured

ROUNDS = 9


@dataclass(frozen=True)
class Task:
    """Something to time: what runs, its work in parts, one for each round, and how many units are in each."""

    group: str
    name: str
    run: Callable[[Any], object]
    parts: Sequence[Any]
    size: int


def in_turn(tasks: list[Task], told: str) -> list[Measured]:
    """Time each task once a round, and give the seconds for one unit of work."""
    found: list[list[float]] = [[] for _ in tasks]
    gc.collect()
    gc.freeze()
    for number in rounds(told):
        for task, taken in zip(tasks, found):
            part, other = (task.parts[n % len(task.parts)] for n in (number, number + 1))
            task.run(other)
            taken.append(seconds(task.run, part) / task.size)
    return [Measured(task.group, task.name, taken, task.size) for task, taken in zip(tasks, found)]


def rounds(told: str, count: int = ROUNDS) -> Iterable[int]:
    """Their numbers, with a bar if somebody is looking."""
    screen = Console(stderr=True)
    return track(range(count), told, console=screen, transient=True, disable=not screen.is_terminal)


def seconds(run: Callable[[Any], object], part: Any) -> float:
    """The processor time of one run: what else the machine does meanwhile is not counted."""
    start = time.process_time()
    run(part)
    return time.process_time() - start


def slices(work: Sequence[Any], size: int) -> list[Sequence[Any]]:
    """The work in parts of a size."""
    return [work[start : start + size] for start in range(0, len(work), size)]
