"""Run tests against every right solution of a story, and against its wrong ones.

Each run is in a process of its own, with a time limit, on a copy of the tests next to that solution.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

import pytest

from dojo.attempt.snapshot import Files, put_back
from dojo.judge.judgement import Judgement, reachable
from dojo.runner.child.worker import Message, Send
from dojo.runner.own_tests import run_own
from dojo.runner.reporter import Silent, pytest_arguments
from dojo.runner.result import Copy, OnDone, Version, ignore_progress
from dojo.runner.run import MAX_CRASHES, Run, run_all
from dojo.runner.suite import Suite
from dojo.story.mutants import Mutant, read_mutants
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.tests import SuiteTest

STEPS_AT_ONCE = 4
FAILURES_TO_STOP_AT = 2
"""One failure catches a mutant; a second one shows that no test is alone in that."""
One = TypeVar("One", bound=Step | Mutant)
Tried = TypeVar("Tried", bound=Run)


class Workbench:
    """A folder in which each solution gets a copy of the tests next to it."""

    def __init__(self, folder: Path, tests: Files, story: Story) -> None:
        self.folder, self.tests, self.story = folder, without_links(tests), story
        self.runs = 0

    def run_on(
        self,
        solutions: Iterable[One],
        prepare: Callable[[Version], Tried],
        on_done: OnDone = ignore_progress,
    ) -> dict[One, Tried]:
        """Run the tests on each of these solutions; call `on_done` with how many of how many are done."""
        runs = {
            one: prepare(self.lay_out(one.name, one.whole if isinstance(one, Mutant) else one.code))
            for one in solutions
        }
        run_all([*runs.values()], on_done=on_done)
        return runs

    def lay_out(self, name: str, code: str) -> Version:
        """Write a copy of the tests, and this solution as the module that they import."""
        self.runs += 1
        folder = self.folder / str(self.runs)
        folder.mkdir()
        put_back(folder, self.tests, now={}, draft=self.folder / "draft")
        module = folder / f"{self.story.module}.py"
        module.unlink(missing_ok=True)
        module.write_text(code, encoding="utf-8")
        return Copy(name, folder, module)


def without_links(files: Files) -> Files:
    """Return the files that are no links: a test could write through one."""
    return {name: file for name, file in files.items() if file.mode != "120000"}


@contextmanager
def open_workbench(tests: Files, story: Story) -> Iterator[Workbench]:
    """Give a workbench in a temporary folder."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield Workbench(Path(folder).resolve(), tests, story)


class ShortRun(Run):
    """A run that ends with its second failure: more of them would prove nothing more."""

    def __init__(self, *how: Any, rejected: set[str]) -> None:
        super().__init__(*how, drawn=())
        self.rejected = rejected

    @property
    def failed(self) -> set[str]:
        """The accepted tests that have failed."""
        return {result.id for result in self.failing} - self.rejected

    @property
    def given_up(self) -> bool:
        return len(self.failed) >= FAILURES_TO_STOP_AT or super().given_up

    def receive(self, message: Message) -> None:
        if not self.given_up:  # what arrives until the child has ended depends on how busy the machine is
            super().receive(message)


class Selection:
    """A pytest plugin that reports which file is read, and deselects the tests that hang or crash."""

    def __init__(self, send: Send, aside: Collection[str]) -> None:
        self.send, self.aside = send, aside

    def pytest_collectstart(self, collector: pytest.Collector) -> None:
        if isinstance(collector, pytest.Module):
            self.send(began=collector.nodeid, rule=collector.name)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid not in self.aside]


def judge_tests(
    tests: Files,
    story: Story,
    *,
    wrong: list[Mutant] | None = None,
    on_done: OnDone = ignore_progress,
) -> Judgement:
    """Judge a participant's tests, plain pytest files.

    They are tried on the mutants `wrong`, or without that on those of the steps that they reach. With
    `wrong`, pytest must have run in this process before.
    """
    judgement, left_out = Judgement(story), set[str]()
    first, *others = story.designs

    def run_tests(run: Run, send: Send, *words: str) -> None:
        run_own(run, send, story, Selection(send, left_out), words=words)

    def run_and_trace(run: Run, send: Send) -> None:
        with trace_calls(run.version.module) as calls:
            run_tests(run, send)
        send(calls=sorted(calls))

    def run_plainly(run: Run, send: Send) -> None:
        run_tests(run, send, "--assert=plain")

    def short_run(version: Version) -> ShortRun:
        return ShortRun(version, run_plainly, [], version.folder, rejected=judgement.rejected)

    with open_workbench(tests, story) as bench:
        if wrong is None:
            warm_up(bench.folder / "warm", story)
        while True:  # again without the tests that hang or crash
            run = bench.run_on(
                [first], lambda version: Run(version, run_and_trace, [], version.folder, drawn=())
            )[first]
            crashed = {result.id for result in run.results.values() if result.crashed}
            if any("::" not in id for id in crashed):  # a file that hangs or crashes while it is read
                break
            judgement.crashes += run.crashes
            if not crashed or len(judgement.crashes) >= MAX_CRASHES:
                break
            left_out |= crashed
        judgement.calls = {name for note in run.notes for name in note["calls"]}
        judgement.faults = [result for result in run.results.values() if "::" not in result.id]
        judgement.tests = {id: result.rule for id, result in run.results.items() if "::" in id}
        if not judgement.tests or len(judgement.crashes) >= MAX_CRASHES:
            return judgement
        rest = bench.run_on(others, lambda version: Run(version, run_tests, [], version.folder, drawn=()))
        judgement.right = {step: run.failing for step, run in ({first: run} | rest).items()}
        if wrong is None:
            judgement.reach = find_reach(bench, short_run, judgement.accepted)
            wrong = up_to(story, judgement.reach)
        some = reachable(wrong, judgement.calls) if judgement.accepted else []
        runs = bench.run_on(some, short_run, on_done)
        judgement.wrong = {mutant: run.failed for mutant, run in runs.items()}
        return judgement


def find_reach(bench: Workbench, short_run: Callable[[Version], ShortRun], accepted: list[str]) -> int:
    """Return the number of the first step from which on all accepted tests pass."""
    steps = [step for step in bench.story.steps if step.number < (bench.story.finished or 0)][::-1]
    for first in range(0, len(steps), STEPS_AT_ONCE):
        for step, run in bench.run_on(steps[first : first + STEPS_AT_ONCE], short_run).items():
            if not {*accepted} <= {result.id for result in run.results.values() if result.colour == "green"}:
                return step.number + 1
    return 0


def judge_suite(suite: Suite, tests: list[SuiteTest]) -> Judgement:
    """Judge tests of the story's own suite, which knows the step of each of them."""
    story = suite.story
    judgement = Judgement(story, {test.id: test.rule for test in tests}, calls={story.module})
    judgement.reach = max(test.written for test in tests)
    with open_workbench({}, story) as bench:
        rights = bench.run_on(story.designs, lambda version: suite.prepare(version, tests, drawn=()))
        judgement.right = {step: run.failing for step, run in rights.items()}
        rejected = judgement.rejected
        runs = bench.run_on(
            up_to(story, judgement.reach),
            lambda version: ShortRun(version, suite.work, tests, story.top, rejected=rejected),
        )
        judgement.wrong = {mutant: run.failed for mutant, run in runs.items()}
    return judgement


def first_catchers(suite: Suite, tests: list[SuiteTest], wrong: list[Mutant]) -> list[SuiteTest]:
    """Return the first of these suite tests that catches each of these mutants, in their order."""
    with open_workbench({}, suite.story) as bench:
        runs = bench.run_on(wrong, lambda version: suite.prepare(version, tests, drawn=()))
    failing = [{result.id for result in run.failing} for run in runs.values()]
    first = {next((test.id for test in tests if test.id in ids), "") for ids in failing}
    return [test for test in tests if test.id in first]


def up_to(story: Story, step: int) -> list[Mutant]:
    """Return the mutants of a story up to a step."""
    return [mutant for mutant in read_mutants(story) if mutant.step <= step]


def warm_up(folder: Path, story: Story) -> None:
    """Run an empty test: children of a process that has run pytest once run it twice as fast."""
    folder.mkdir()
    (folder / "test_nothing.py").write_text("def test_nothing():\n    assert not 0\n", encoding="utf-8")
    before = sys.path[:]
    pytest.main([str(folder), *pytest_arguments(story), "-c", os.devnull], plugins=[Silent()])
    sys.modules.pop("test_nothing", None)
    sys.path[:] = before


@contextmanager
def trace_calls(file: Path) -> Iterator[set[str]]:
    """In a child: collect the functions of a file that other files call; a run as a program is `main`."""
    calls: set[str] = set()

    def note(frame: FrameType, event: str, _arg: object) -> None:
        caller = frame.f_back
        if event != "call" or frame.f_code.co_filename != str(file):
            return
        if caller is None or caller.f_code.co_filename == str(file):
            return
        if frame.f_code.co_name != "<module>":
            calls.add(frame.f_code.co_name)
        elif frame.f_globals.get("__name__") == "__main__":
            calls.add("main")

    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)
