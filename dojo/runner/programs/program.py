"""A program in any language: what it makes of the cases of a kata."""

import os
import re
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import TypeVar

from dojo.model.outcome import Colour
from dojo.runner.programs.build import build_program
from dojo.runner.programs.command import (
    CommandError,
    MissingFileError,
    ProgramOutcome,
    run_with_input,
    split_command,
)
from dojo.story.katas import Case

WAIT_S = 0.05
CASE_S = 5.0
MAX_CASE_S = 3600

Tried = tuple[Case, ProgramOutcome]
Result = TypeVar("Result")


@dataclass(frozen=True)
class Program:
    """What starts it, in which folder; what builds it, if it has to be built; the seconds for a case.

    While it is built or runs, `on_wait` is called many times a second; what that raises ends it.
    """

    command: str
    folder: Path
    build: str = ""
    limit: float = CASE_S
    on_wait: Callable[[], None] | None = None

    def run_on(self, cases: list[Case]) -> Generator[Tried, None, None]:
        """Yield each case and its outcome, in order; as many run at a time as there are cores.

        Raises BuildError, CommandError, and MissingFileError if the program's own file does not exist.
        """
        stop = Event()

        def run(case: Case) -> ProgramOutcome:
            return run_with_input(
                case.file, case.expected, command, self.folder, self.limit, stop, complaints=case.complaints
            )

        # in threads, so that this one can do something else while it waits
        pool = ThreadPoolExecutor(os.cpu_count())
        try:
            self.result_of(pool.submit(build_program, self.build, self.folder, stop))
            command = split_command(self.command)
            futures = [pool.submit(run, case) for case in cases]
            for case, future in zip(cases, futures, strict=True):
                outcome = self.result_of(future)
                if outcome.colour == Colour.AMBER:
                    file = find_missing(command, self.folder, outcome.complaint)
                    if file:
                        raise MissingFileError(file)
                yield case, outcome
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)

    def result_of(self, future: Future[Result]) -> Result:
        """Return the result of a future, or raise its error."""
        while self.on_wait and not wait([future], WAIT_S).done:
            self.on_wait()
        return future.result()


def read_limit(limit: str) -> float:
    """Read the time that a case may take; raises CommandError."""
    if not limit:
        return CASE_S
    try:
        given = float(limit)
    except ValueError:
        given = 0
    if not 0 < given <= MAX_CASE_S:
        raise CommandError(f"LIMIT is the seconds for a case, for example LIMIT=5, not {limit}")
    return given


def find_missing(command: list[str], folder: Path, complaint: str) -> str:
    """Name the file in a command that does not exist, if the program complains about that."""
    for word in command:
        is_file_name = re.search(r"\w\.[a-z]+$", word) is not None
        if is_file_name and not (folder / word).exists() and Path(word).name in complaint:
            return word
    return ""
