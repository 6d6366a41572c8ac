"""The matrix on all cores: a few steps at a time, each part in the next process that is free."""

import os
from collections.abc import Callable, Iterator
from functools import partial

from dojo.matrix import Matrix, run
from dojo.processes import on_cores
from dojo.steps import Step, all_steps

PARTS_A_CORE = 4
"""Small enough to show how far it is, large enough that collecting the suite again does not count."""


def run_on_all_cores(
    on_part: Callable[[int, int], None] = lambda _done, _of: None,
    *,
    only: list[Step] | None = None,
    measured: bool = False,
) -> Matrix:
    """The matrix of all steps, or of some only, as `run` gives it.

    `on_part` hears how many of how many steps are done. Raises Broken like `run`.
    """
    steps = all_steps() if only is None else only
    cores = os.cpu_count() or 1
    whole = Matrix(steps)
    measuring = partial(run_part, measured=measured)
    done = 0
    on_part(done, len(steps))
    for part in on_cores(measuring, list(parts(steps, -(-len(steps) // (cores * PARTS_A_CORE))))):
        whole.tests = part.tests
        whole.cells |= part.cells
        whole.covered |= part.covered
        done += len(part.steps)
        on_part(done, len(steps))
    return whole


def run_part(part: list[Step], *, measured: bool) -> Matrix:
    """The matrix of a few steps."""
    return run(part[0].number, part[-1].number, measured=measured)


def parts(steps: list[Step], size: int) -> Iterator[list[Step]]:
    """The steps cut into parts of at most that many, each without a gap in its numbers."""
    part: list[Step] = []
    for step in steps:
        if part and (len(part) == size or step.number != part[-1].number + 1):
            yield part
            part = []
        part.append(step)
    if part:
        yield part
