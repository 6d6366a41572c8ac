"""The matrix: every test of a suite on every step, and what each pair of them came to."""

from dataclasses import dataclass, field

from dojo.runner.result import NOTHING, Cell, Covered
from dojo.story.mutants import Mutant
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.tests import SuiteTest

OnMutants = dict[Mutant, dict[str, Cell]]
"""What each test, by its id, comes to on each mutant."""


@dataclass
class Matrix:
    """The cells of some steps; and how much of a step its tests cover, if that was measured."""

    story: Story
    steps: list[Step]
    tests: list[SuiteTest] = field(default_factory=list)
    cells: dict[tuple[str, int], Cell] = field(default_factory=dict)
    covered: dict[int, Covered] = field(default_factory=dict)
    on_mutants: OnMutants = field(default_factory=dict)

    @property
    def is_whole(self) -> bool:
        """True if it has all steps of the story."""
        return self.steps == self.story.steps

    def cell(self, test: SuiteTest, step: Step) -> Cell:
        """What the test came to on the step; `missing` if it did not run."""
        return self.cells.get((test.id, step.number)) or Cell(test.id, test.rule, "missing")

    def on_mutant(self, test: SuiteTest, mutant: Mutant) -> Cell:
        """What the test came to on the mutant; `missing` if it did not run."""
        return self.on_mutants[mutant].get(test.id) or Cell(test.id, test.rule, "missing")

    def coverage(self, step: Step) -> Covered:
        """How much of the step its tests cover: nothing, if it does not even load."""
        return self.covered.get(step.number, NOTHING)

    def driving(self, step: Step) -> list[SuiteTest]:
        """The tests that drive this step."""
        return [test for test in self.tests if test.drives(step)]

    def seen_to_fail(self, test: SuiteTest) -> Step | Mutant | None:
        """A version on which the test's own assertion failed: a step before its own, or a mutant."""
        before = (step for step in reversed(self.steps) if step.number < test.written)
        on_step = next((step for step in before if self.cell(test, step).asserted), None)
        return on_step or next(
            (mutant for mutant in self.on_mutants if self.on_mutant(test, mutant).asserted), None
        )

    def state(self, test: SuiteTest, step: Step) -> str:
        """A cell, judged by what it had to be: green, red, not yet, luck or broken."""
        colour = self.cell(test, step).colour
        if step.number >= test.written:
            return "green" if colour == "green" else "broken"
        if test.red_on(step):
            return "red" if colour == "red" else "broken"
        if colour in ("skipped", "missing") or (step.number >= test.green_from and colour != "green"):
            return "broken"
        return "luck" if colour == "green" else "not yet"

    def by_chapter(self) -> dict[str, list[SuiteTest]]:
        """The chapters, each with the tests that were written in it, in the order of the steps."""
        chapters: dict[str, list[SuiteTest]] = {}
        chapter_of = {step.number: self.story.heading(step.chapter) for step in self.steps}
        for test in self.tests:
            if test.written in chapter_of:
                chapters.setdefault(chapter_of[test.written], []).append(test)
        return chapters
