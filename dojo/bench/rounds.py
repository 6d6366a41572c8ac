"""Rounds: each of them times everything once, in turn, so that all share good times and bad ones."""

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from dojo.bench.timings import Figures, Measured
from dojo.errors import EnvironmentProblem
from dojo.screen.waiting import progress_bar

ROUNDS = 9


@dataclass(frozen=True, eq=False)
class Task:
    """Something to time: what runs, its work in parts, one for each round, and the units in each part.

    What runs before it is not timed. By default it runs itself, on another part: what was timed just before
    has filled the caches.
    """

    group: str
    name: str
    run: Callable[[Any], object]
    parts: Sequence[Any] = (None,)
    size: int = 1
    before: Callable[[Any], object] | None = None


def time_tasks(
    tasks: list[Task],
    label: str,
    figures: Figures,
    rounds: int = ROUNDS,
    clock: Callable[[], float] = time.process_time,
) -> None:
    """Time each task once a round: the seconds for a unit of work go into the figures.

    A task that raises an EnvironmentProblem is missing there, and does not run again. The processor time does
    not count what else the machine does meanwhile.
    """
    found: dict[Task, list[float]] = {task: [] for task in tasks}
    gc.collect()
    gc.freeze()
    with progress_bar(label, "rounds") as on_done:
        for number in range(rounds):
            on_done(number, rounds)
            for task in list(found):
                part, other = (task.parts[n % len(task.parts)] for n in (number, number + 1))
                try:
                    (task.before or task.run)(other)
                    start = clock()
                    task.run(part)
                    found[task].append((clock() - start) / task.size)
                except EnvironmentProblem as fault:
                    figures.missing[task.name] = str(fault)
                    del found[task]
    figures.measured += [Measured(task.group, task.name, each, task.size) for task, each in found.items()]
