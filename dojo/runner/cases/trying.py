"""What a program comes to on some cases."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

from dojo.runner.cases.command import Missing, missing
from dojo.runner.child.program import Outcome, feed
from dojo.story.cases import Case

Tried = tuple[Case, Outcome]


def tried(cases: list[Case], command: list[str], folder: Path, limit: float) -> Iterator[Tried]:
    """Each case and its outcome, in order; as many run at a time as there are cores.

    Raises NotRun, and Missing if the program's own file does not exist.
    """
    stop = Event()
    pool = ThreadPoolExecutor(os.cpu_count())
    try:
        outcomes = [
            pool.submit(
                feed, case.file, case.expected, command, folder, limit, stop, complaints=case.complaints
            )
            for case in cases
        ]
        for case, outcome in zip(cases, outcomes, strict=True):
            result = outcome.result()
            if result.colour == "amber" and (lost := missing(command, folder, result.complaint)):
                raise Missing(lost)
            yield case, result
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)
