"""What the checks of the gate look at: each thing is measured once, when a check first asks for it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from dojo.gate.observed import Observation, observe
from dojo.gate.suite.source import SuiteSource
from dojo.runner.columns import matrix
from dojo.runner.matrix import Matrix
from dojo.runner.proof.mutants import on_mutants
from dojo.runner.proof.repeat import Rerun, rerun
from dojo.screen.waiting import with_a_bar
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.tests import SuiteTest


class Evidence:
    """A story, and what its runs show. Takes the steps to look at (all, if none are given).

    Whatever needs runs of the suite raises Broken, with pytest's own words, if the suite does not run.
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

    @cached_property
    def matrix(self) -> Matrix:
        """Every test on each step."""
        with with_a_bar() as on_done:
            return matrix(self.story, only=self.steps, measured=self.measured, on_done=on_done)

    @cached_property
    def matrix_with_mutants(self) -> Matrix:
        """The same, and every test on each mutant."""
        with with_a_bar("every test on every mutant", "mutants") as on_done:
            return replace(self.matrix, on_mutants=on_mutants(self.matrix.story, on_done))

    @cached_property
    def reruns(self) -> dict[Step, Rerun]:
        """Every test again on each step: alone, in reverse order, a second time, under other hash seeds."""
        with with_a_bar("every test again, alone") as on_done:
            return rerun(self.matrix, on_done)

    @cached_property
    def observations(self) -> dict[Step, Observation]:
        """What each step does while it is imported, and which lines of the suite run on the last step."""
        return observe(self.matrix.story, self.steps)

    @cached_property
    def suite(self) -> SuiteSource:
        """The suite as it is written."""
        return SuiteSource(self.story)
