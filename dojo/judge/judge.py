"""Run tests against every right solution of a story, and against its wrong ones.

Each run has a time limit, and is on a copy of the tests next to that solution: in a process of its own, or
as another executor runs it.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from dojo.attempt.snapshot import Files
from dojo.judge.workbench import FunctionsCalled, Workbench, without_solution
from dojo.model.waiting import OnDone, ignore_progress
from dojo.runner.child.worker import FORKING
from dojo.runner.executor import Executor
from dojo.runner.reporter import Silent, pytest_arguments
from dojo.runner.result import Result
from dojo.runner.run import Run, run_all
from dojo.runner.suite import Suite
from dojo.story.mutants import PROGRAM, Mutant, read_mutants
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.tests import SuiteTest

STEPS_AT_ONCE = 4
# of right solutions, before the rest are left out
MAX_CRASHES = 2
# what was judged last on the right solutions alone, by all that it depends on: no other one is kept
last_on_designs: dict[tuple[object, ...], "Judgement"] = {}


@dataclass
class Judgement:
    """What some tests come to on right solutions and on wrong ones.

    Attributes:
        story: whose solutions they are.
        tests: the rule of each test, by its id.
        right: what is not green on each right solution; empty if no test runs.
        wrong: the ids of the accepted tests that are not green on each mutant.
        reach: the number of the first step from which on every step passes all tests; mutants of later
            steps do not count.
        crashes: the tests that hang or end Python, and how.
        faults: the files that do not run at all.
    """

    story: Story
    tests: dict[str, str] = field(default_factory=dict)
    right: dict[Step, list[Result]] = field(default_factory=dict)
    wrong: dict[Mutant, set[str]] = field(default_factory=dict)
    reach: int = 0
    crashes: list[str] = field(default_factory=list)
    faults: list[Result] = field(default_factory=list)

    @property
    def rejected(self) -> set[str]:
        """The tests that fail on a right solution: if they fail on a mutant too, that proves nothing."""
        ids: set[str] = set()
        for failing in self.right.values():
            ids |= ids_of(failing)
        return ids

    @property
    def accepted(self) -> list[str]:
        """The tests that every right solution passes."""
        rejected = self.rejected
        return [id for id in self.tests if id not in rejected]

    @property
    def passing_solutions(self) -> list[Step]:
        """The right solutions that pass every test."""
        return [step for step, failing in self.right.items() if not failing]

    def failures_of(self, test: str) -> dict[Step, Result]:
        """Return how a test fails, by its id, on each right solution that does not pass it."""
        failures: dict[Step, Result] = {}
        for step, failing in self.right.items():
            for result in failing:
                if result.id == test:
                    failures[step] = result
        return failures

    @property
    def caught(self) -> dict[Mutant, set[str]]:
        """The mutants that fail some test, with the tests that each fails."""
        return {mutant: failing for mutant, failing in self.wrong.items() if failing}

    @property
    def alive(self) -> list[Mutant]:
        """The mutants that pass all tests, in the order of their steps."""
        return [mutant for mutant, failing in self.wrong.items() if not failing]

    @property
    def idle(self) -> list[str]:
        """The accepted tests that catch nothing that no other one catches."""
        needed: set[str] = set()
        for catchers in self.caught.values():
            if len(catchers) == 1:
                needed |= catchers
        return [id for id in self.accepted if id not in needed]


def judge_tests(
    tests: Files,
    story: Story,
    *,
    wrong: list[Mutant] | None = None,
    on_done: OnDone = ignore_progress,
    executor: Executor = FORKING,
) -> Judgement:
    """Judge a participant's tests, plain pytest files; the executor runs them.

    They run on the mutants `wrong`, or without that on those of the steps that they reach. With `wrong`,
    pytest must have run in this process before.
    """
    judgement = Judgement(story)
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        bench = Workbench(folder, tests, story, executor)
        if wrong is None:
            # children of a process that has run pytest once run it twice as fast
            pytest.main([str(bench.folder), *pytest_arguments(story), "-c", os.devnull], plugins=[Silent()])
        first_run = run_on_right_solutions(bench, judgement)
        # on a mutant, a test that fails on a right solution proves nothing
        bench.left_out |= judgement.rejected
        if first_run is None or not judgement.accepted:
            return judgement
        if wrong is None:
            judgement.reach = find_reach(bench)
            wrong = mutants_up_to(judgement.reach, story)
        mutants = choose_mutants(wrong, first_run)
        for mutant, run in bench.run_on(mutants, quick=True, on_done=on_done).items():
            judgement.wrong[mutant] = ids_of(run.failing)
    return judgement


def judge_on_designs(tests: Files, story: Story, executor: Executor = FORKING) -> Judgement:
    """Judge a participant's tests on the right solutions alone; pytest must have run in this process before.

    While code is written for a red test, the tests are the same in each run: they are judged once.
    """
    depends_on: list[object] = [story, *sorted(without_solution(tests, story).items())]
    for step in story.designs:
        for file in step.files:
            depends_on.append(file.read_bytes())
    key = tuple(depends_on)
    if key not in last_on_designs:
        judgement = judge_tests(tests, story, wrong=[], executor=executor)
        last_on_designs.clear()
        last_on_designs[key] = judgement
    return last_on_designs[key]


def run_on_right_solutions(bench: Workbench, judgement: Judgement) -> Run | None:
    """Run the tests on each right solution, and note what is not green there; return the first run.

    None if there is nothing to judge: there is no test, or too many of them crash.
    """
    first_design, *other_designs = bench.story.designs
    first_run = run_without_crashes(bench, first_design, judgement)
    if not judgement.tests or len(judgement.crashes) >= MAX_CRASHES:
        return None
    judgement.right[first_design] = first_run.failing
    for step, run in bench.run_on(other_designs).items():
        judgement.right[step] = run.failing
    return first_run


def run_without_crashes(bench: Workbench, design: Step, judgement: Judgement) -> Run:
    """Run the tests on a right solution until none of them hangs or ends Python; note those that did.

    A test that crashes keeps the others from running: it is left out from then on. Notes as well which tests
    there are, and which files do not run.
    """
    while True:
        run = bench.run_on([design])[design]
        # what an earlier round saw is not complete
        judgement.tests = {}
        judgement.faults = []
        has_crashed = False
        for result in run.results.values():
            # the id of a file, which has no test in it, is its name alone
            if "::" not in result.id:
                judgement.faults.append(result)
                continue
            judgement.tests[result.id] = result.rule
            if result.is_fatal:
                has_crashed = True
                judgement.crashes.append(f"“{result.rule}” {result.why}")
                bench.left_out.add(result.id)
        if not has_crashed or len(judgement.crashes) >= MAX_CRASHES:
            return run


def mutants_up_to(step: int, story: Story) -> list[Mutant]:
    """Return the mutants of a story's steps, up to the one with this number."""
    return [mutant for mutant in read_mutants(story) if mutant.step <= step]


def choose_mutants(mutants: list[Mutant], run: Run) -> list[Mutant]:
    """Return the mutants that the tests may notice, by the functions that they call in a run."""
    calls: set[str] = set()
    for note in run.notes:
        if isinstance(note, FunctionsCalled):
            calls.update(note.names)
    # what they call may be unknown
    if not calls:
        return mutants
    chosen = []
    for mutant in mutants:
        # a program may call any function, and a mutant that names no function may show in any test
        shows_anyway = PROGRAM in calls or not mutant.needs
        if shows_anyway or not calls.isdisjoint(mutant.needs):
            chosen.append(mutant)
    return chosen


def find_reach(bench: Workbench) -> int:
    """Return the number of the first step from which on every step passes all tests."""
    finished = bench.story.finished or 0
    unfinished_steps = [step for step in bench.story.steps if step.number < finished]
    # The last one first: the step above the first failure is the answer, and no earlier one has to run.
    # A few run at once, for each is in a process of its own.
    unfinished_steps.reverse()
    for first in range(0, len(unfinished_steps), STEPS_AT_ONCE):
        batch = unfinished_steps[first : first + STEPS_AT_ONCE]
        for step, run in bench.run_on(batch, quick=True).items():
            if run.failing:
                return step.number + 1
    return 0


def first_catchers(suite: Suite, tests: list[SuiteTest], mutants: list[Mutant]) -> list[SuiteTest]:
    """Return the suite tests, in their order, that are the first to catch one of these mutants."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        place = Path(folder).resolve()
        runs = []
        for mutant in mutants:
            runs.append(suite.prepare_code(mutant.name, mutant.whole, place, tests, mutant.beside))
        run_all(runs)
    catchers = set()
    for run in runs:
        failing = ids_of(run.failing)
        for test in tests:
            if test.id in failing:
                catchers.add(test.id)
                break
    return [test for test in tests if test.id in catchers]


def ids_of(results: Iterable[Result]) -> set[str]:
    """Return the ids of the tests that these are results of."""
    return {result.id for result in results}
