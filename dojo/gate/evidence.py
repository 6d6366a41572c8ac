"""What the checks of the gate look at: each thing is measured once, when a check first asks for it."""

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import zip_longest
from pathlib import Path

from dojo.runner.cache import Cache, digest
from dojo.runner.matrix import Matrix, matrix, on_mutants
from dojo.runner.programs.command import OF_MAKE, WRITES_NO_BYTECODE, ProgramOutcome, run_with_input
from dojo.runner.recorder.dependencies import environment_to_record
from dojo.runner.recorder.recording import read_dependencies, temporary_folder
from dojo.runner.repeat import Rerun, rerun
from dojo.screen.waiting import progress_bar
from dojo.story.source import SourceFile, read_sources
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.tests import SuiteTest

PROGRAM_S = 20.0  # the time limit of a program: a slow machine needs a second


class Evidence:
    """A story, and what its runs show. Takes the steps to look at (all, if none are given).

    What needs runs of the suite raises CollectionError, with pytest's own words, if the suite does not run.

    Attributes:
        story: the story.
        steps: the steps to look at.
        measured: True if the coverage of each step is measured as well.
    """

    def __init__(self, story: Story, steps: Sequence[Step] = (), *, measured: bool = True) -> None:
        self.story = story
        self.steps = list(steps or story.steps)
        self.measured = measured

    @property
    def tests(self) -> list[SuiteTest]:
        """The tests that ran."""
        return self.matrix.tests

    @property
    def last(self) -> Step:
        """The last step of the story."""
        return self.story.steps[-1]

    @property
    def finished(self) -> Step:
        """The step that is whole; the last one if story.toml names none."""
        for step in self.story.steps:
            if step.number == self.story.finished:
                return step
        return self.last

    @cached_property
    def matrix(self) -> Matrix:
        """Every test on each step."""
        with progress_bar() as on_done:
            return matrix(self.story, only=self.steps, measured=self.measured, on_done=on_done)

    @cached_property
    def matrix_with_mutants(self) -> Matrix:
        """The same, and every test on each mutant."""
        with progress_bar("every test on every mutant", "mutants") as on_done:
            return replace(self.matrix, on_mutants=on_mutants(self.matrix.story, on_done))

    @cached_property
    def reruns(self) -> dict[Step, Rerun]:
        """Every test again on each step, alone, in reverse order and so on; and what is seen meanwhile."""
        with progress_bar("every test again, alone") as on_done:
            return rerun(self.matrix, on_done)

    @cached_property
    def suite(self) -> list[SourceFile]:
        """The files of the suite."""
        return read_sources(sorted(self.story.suite.rglob("*.py")))


def run_once(
    story: Story,
    kind: str,
    files: Iterable[Path],
    call: Sequence[str],
    given: Path = Path(os.devnull),
    expected: str = "",
    complaints: Sequence[str] = (),
    suite: str = "",
    limit: float | None = None,
    is_right: Callable[[ProgramOutcome], bool] | None = None,
) -> ProgramOutcome:
    """Run a program on a file, from the top; from the cache if it depends on nothing that has changed.

    Args:
        story: whose program it is.
        kind: the kind of answer, as the cache names it.
        files: what it is known to read.
        call: the command; it may begin with `env` and variables, as it does in a shell.
        given: what it reads from standard input.
        expected: what it has to print.
        complaints: what it has to say on standard error.
        suite: the key of the suite, if it runs tests.
        limit: its time limit, in seconds; PROGRAM_S if none is given.
        is_right: says whether an outcome is right. A wrong one is not cached: the next call runs again.
    """
    texts = [sys.version, *call, expected, repr(complaints), suite, "its dependencies are recorded"]
    cache = Cache(story.workspace, kind)
    key = digest([*files, given], story.workspace, texts)
    known = cache.read(key)
    if known:
        return ProgramOutcome(*known)
    with temporary_folder() as folder:
        report = folder / "report"
        environment = WRITES_NO_BYTECODE | environment_to_record(report)
        # pytest tidies up what others left in a folder for all, and warns if another run is in its way
        environment["TMPDIR"] = str(folder)
        outcome = run_with_input(
            given,
            expected,
            call,
            story.top,
            PROGRAM_S if limit is None else limit,
            environment=environment,
            complaints=complaints,
        )
        # what we set ourselves is in the key, or does not matter
        own_variables = {*environment, *OF_MAKE, *(word.partition("=")[0] for word in call)}
        depends_on = read_dependencies(report, own_variables.__contains__)
    # what hangs on a busy machine may not hang another time
    if not outcome.hangs and (is_right is None or is_right(outcome)):
        cache.write(key, outcome, depends_on)
    return outcome


def first_difference(old: Sequence[str], new: Sequence[str]) -> tuple[str, str]:
    """Return the first lines that differ; two empty ones if none do."""
    for was, now in zip_longest(old, new, fillvalue=""):
        if was != now:
            return was, now
    return "", ""
