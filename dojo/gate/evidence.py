"""What the checks of the gate look at: each thing is measured once, when a check first asks for it."""

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from dojo.runner.cache import Cache
from dojo.runner.matrix import Matrix, matrix, on_mutants
from dojo.runner.repeat import Rerun, rerun
from dojo.screen.waiting import progress_bar
from dojo.story.compiled import NO_PYTHON, parse_source
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.tests import SuiteTest

PROGRAM_S = 20.0
"""Seconds that a program may take: a slow machine needs a second."""


class ParsedCode(NamedTuple):
    """A Python file of a step or of the suite, and its syntax."""

    file: Path
    name: str
    """Its path from the top, as the ids of tests begin."""
    tree: ast.Module
    step: str = ""
    """The name of its step; empty if it is of the suite."""


class Evidence:
    """A story, and what its runs show. Takes the steps to look at (all, if none are given).

    What needs runs of the suite raises CollectionError, with pytest's own words, if the suite does not run.
    """

    def __init__(self, story: Story, steps: Sequence[Step] = (), *, measured: bool = True) -> None:
        self.story, self.steps = story, list(steps or story.steps)
        self.measured = measured
        """True if the coverage of each step is measured as well."""

    @property
    def is_whole(self) -> bool:
        """True if it is about all steps of the story."""
        return self.steps == self.story.steps

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
        return next((step for step in self.story.steps if step.number == self.story.finished), self.last)

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
    def suite(self) -> list[ParsedCode]:
        """The files of the suite; without those that are not valid Python: pytest reports them."""
        files = sorted(self.story.suite.rglob("*.py"))
        return [*self.read(file for file in files if "__pycache__" not in file.parts)]

    @cached_property
    def code(self) -> list[ParsedCode]:
        """The files of the steps, without those that are not valid Python."""
        return [code for step in self.story.steps for code in self.read(step.files, step.name)]

    def read(self, files: Iterable[Path], step: str = "") -> Iterator[ParsedCode]:
        """Read those of these files that are valid Python."""
        for file in files:
            with suppress(OSError, *NO_PYTHON):
                yield ParsedCode(file, self.story.inside(file), parse_source(file.read_bytes()), step)


def remember(cache: Cache, key: str, run: Callable[[], tuple[Any, bool]]) -> Any:
    """Give what is in the cache, or else what a run gives, which also says if that may be cached."""
    if (answer := cache.read(key)) is not None:
        return answer
    answer, may_be_cached = run()
    if may_be_cached:  # what hangs on a busy machine may not hang another time
        cache.write(key, answer)
    return answer


def first_difference(old: Sequence[str], new: Sequence[str]) -> tuple[str, str]:
    """Give the first lines that differ, at best in more than space; two empty ones if none do."""
    pairs = [*zip_longest(old, new, fillvalue="")]
    other = [(was, now) for was, now in pairs if was.strip() != now.strip()]
    return next(iter(other or [(was, now) for was, now in pairs if was != now]), ("", ""))
