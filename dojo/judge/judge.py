"""Run tests against every right solution of a story, and against its wrong ones.

Each run is in a process of its own, with a time limit, on a copy of the tests next to that solution.
"""

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from types import FrameType
from typing import TypeVar

import pytest

from dojo.attempt.snapshot import Files, write_files
from dojo.runner.executor import Send
from dojo.runner.own_tests import run_own
from dojo.runner.reporter import Silent, pytest_arguments
from dojo.runner.result import Copy, OnDone, Result, Version, ignore_progress
from dojo.runner.run import MAX_CRASHES, Run, run_all
from dojo.runner.suite import Suite
from dojo.story.mutants import Mutant, read_mutants
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.tests import SuiteTest

STEPS_AT_ONCE = 4
QUICK = ("--assert=plain", "--maxfail=2")
"""One failure catches a mutant; a second one shows that no test is alone in that."""
One = TypeVar("One", bound=Step | Mutant)


@dataclass
class Judgement:
    """The tests by their ids, with the rule of each, and what is not green on each solution."""

    story: Story
    tests: dict[str, str] = field(default_factory=dict)
    right: dict[Step, list[Result]] = field(default_factory=dict)  # empty as long as no test runs
    wrong: dict[Mutant, set[str]] = field(default_factory=dict)  # the accepted tests that are not green
    reach: int = 0  # the first step that passes them all: mutants of later steps do not count
    crashes: list[str] = field(default_factory=list)  # the tests that hang or end Python, and how
    faults: list[Result] = field(default_factory=list)  # the files that do not run at all

    @property
    def rejected(self) -> set[str]:
        """The tests that fail on a right solution: if they fail on a mutant too, that proves nothing."""
        return {result.id for failing in self.right.values() for result in failing}

    @property
    def accepted(self) -> list[str]:
        """The tests that every right solution passes."""
        return [id for id in self.tests if id not in self.rejected]

    @property
    def accepting(self) -> list[Step]:
        """The right solutions that pass every test."""
        return [step for step, failing in self.right.items() if not failing]

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
        needed = {id for by in self.caught.values() if len(by) == 1 for id in by}
        return [id for id in self.accepted if id not in needed]


class Workbench:
    """A folder in which each solution gets a copy of the tests next to it."""

    def __init__(self, folder: str, tests: Files, story: Story) -> None:
        self.folder, self.story = Path(folder).resolve(), story
        # without links: a test could write through one
        self.tests = {name: file for name, file in tests.items() if file.mode != "120000"}
        self.aside: set[str] = set()  # the tests that do not run any more

    def run_on(
        self, solutions: Iterable[One], *, quick: bool = False, on_done: OnDone = ignore_progress
    ) -> dict[One, Run]:
        """Run the tests on each of these solutions; a quick run stops early, and traces no calls."""
        work, runs = partial(self.work, quick=quick), {}
        for one in solutions:
            version = self.lay_out(one.name, one.whole if isinstance(one, Mutant) else one.code)
            runs[one] = Run(version, work, [], version.folder, drawn=())
        run_all([*runs.values()], on_done=on_done)
        return runs

    def lay_out(self, name: str, code: str) -> Version:
        """Write a copy of the tests, and this solution as the module that they import."""
        folder = Path(mkdtemp(dir=self.folder))
        write_files(folder, self.tests)
        module = folder / f"{self.story.module}.py"
        module.write_text(code, encoding="utf-8")
        return Copy(name, folder, module)

    def work(self, run: Run, send: Send, *, quick: bool) -> None:
        """In a child: run the tests, with this as a plugin, and tell which functions they call."""
        self.send = send
        calls = set[str]() if quick else trace_calls(run.version.module)
        run_own(run, send, self.story, self, words=QUICK if quick else ())
        send(calls=sorted(calls))

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid not in self.aside]


def judge_tests(
    tests: Files, story: Story, *, wrong: list[Mutant] | None = None, on_done: OnDone = ignore_progress
) -> Judgement:
    """Judge a participant's tests, plain pytest files.

    They are tried on the mutants `wrong`, or without that on those of the steps that they reach. With
    `wrong`, pytest must have run in this process before.
    """
    judgement = Judgement(story)
    first, *others = story.designs
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        bench = Workbench(folder, tests, story)
        if wrong is None:
            # children of a process that has run pytest once run it twice as fast
            pytest.main([str(bench.folder), *pytest_arguments(story), "-c", os.devnull], plugins=[Silent()])
        while True:
            (run,) = bench.run_on([first]).values()
            found = [result for result in run.results.values() if "::" in result.id]
            fatal = [result for result in found if result.is_fatal]
            judgement.crashes += [f"“{result.rule}” {result.why}" for result in fatal]
            bench.aside |= {result.id for result in fatal}
            if not fatal or len(judgement.crashes) >= MAX_CRASHES:
                break
        judgement.faults = [result for result in run.results.values() if result not in found]
        judgement.tests = {result.id: result.rule for result in found}
        if not found or len(judgement.crashes) >= MAX_CRASHES:
            return judgement
        runs = {first: run} | bench.run_on(others)
        judgement.right = {step: run.failing for step, run in runs.items()}
        if judgement.accepted:
            bench.aside |= judgement.rejected
            if wrong is None:
                judgement.reach = find_reach(bench)
                wrong = [mutant for mutant in read_mutants(story) if mutant.step <= judgement.reach]
            # what they call may be unknown; run as a program, it shows everything
            calls = {name for note in run.notes for name in note["calls"]}
            wrong = [one for one in wrong if not one.needs or not calls or calls & (one.needs | {"main"})]
            tried = bench.run_on(wrong, quick=True, on_done=on_done)
            judgement.wrong = {one: {result.id for result in run.failing} for one, run in tried.items()}
    return judgement


def find_reach(bench: Workbench) -> int:
    """Return the number of the first step from which on all tests pass."""
    steps = [step for step in bench.story.steps if step.number < (bench.story.finished or 0)][::-1]
    for first in range(0, len(steps), STEPS_AT_ONCE):
        for step, run in bench.run_on(steps[first : first + STEPS_AT_ONCE], quick=True).items():
            if run.failing:
                return step.number + 1
    return 0


def first_catchers(suite: Suite, tests: list[SuiteTest], wrong: list[Mutant]) -> list[SuiteTest]:
    """Return the first of these suite tests that catches each of these mutants, in their order."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        runs = [suite.prepare_code(one.name, one.whole, Path(folder).resolve(), tests) for one in wrong]
        run_all(runs)
    failing = [{result.id for result in run.failing} for run in runs]
    first = {next((test.id for test in tests if test.id in ids), "") for ids in failing}
    return [test for test in tests if test.id in first]


def trace_calls(file: Path) -> set[str]:
    """In a child: collect the functions of a file that other files call from now on; as a program, `main`."""
    calls: set[str] = set()

    def note(frame: FrameType, event: str, _arg: object) -> None:
        code, caller = frame.f_code, frame.f_back
        if event == "call" and caller and code.co_filename == str(file) != caller.f_code.co_filename:
            if code.co_name != "<module>":
                calls.add(code.co_name)
            elif frame.f_globals.get("__name__") == "__main__":
                calls.add("main")

    sys.setprofile(note)
    return calls
