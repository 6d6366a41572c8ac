"""Run tests against every right solution of a story, and against its wrong ones.

Each run is in a process of its own, with a time limit, on a copy of the tests next to that solution.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import TypeVar

import pytest

from dojo.attempt.snapshot import Files, write_files
from dojo.judge.judgement import Judgement
from dojo.runner.child.worker import Send
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
QUICK = ("--assert=plain", "--maxfail=2")
"""One failure catches a mutant; a second one shows that no test is alone in that."""
One = TypeVar("One", bound=Step | Mutant)


class Workbench:
    """A folder in which each solution gets a copy of the tests next to it."""

    def __init__(self, folder: Path, tests: Files, story: Story) -> None:
        self.folder, self.tests, self.story = folder, without_links(tests), story
        self.aside: set[str] = set()
        """The tests that do not run any more."""
        self.runs = 0

    def run_on(
        self,
        solutions: Iterable[One],
        *words: str,
        traced: bool = False,
        on_done: OnDone = ignore_progress,
    ) -> dict[One, Run]:
        """Run the tests on each of these solutions; `words` are options of pytest."""
        work, runs = partial(self.work, words=words, traced=traced), {}
        for one in solutions:
            version = self.lay_out(one.name, one.whole if isinstance(one, Mutant) else one.code)
            runs[one] = Run(version, work, [], version.folder, drawn=())
        run_all([*runs.values()], on_done=on_done)
        return runs

    def lay_out(self, name: str, code: str) -> Version:
        """Write a copy of the tests, and this solution as the module that they import."""
        self.runs += 1
        folder = self.folder / str(self.runs)
        folder.mkdir()
        write_files(folder, self.tests)
        module = folder / f"{self.story.module}.py"
        module.unlink(missing_ok=True)
        module.write_text(code, encoding="utf-8")
        return Copy(name, folder, module)

    def work(self, run: Run, send: Send, *, words: tuple[str, ...], traced: bool) -> None:
        """In a child: run the tests; if they are traced, tell which functions of the solution they call."""
        with trace_calls(run.version.module) if traced else nullcontext() as calls:
            run_own(run, send, self.story, Selection(send, self.aside), words=words)
        if calls is not None:
            send(calls=sorted(calls))


def without_links(files: Files) -> Files:
    """Return the files that are no links: a test could write through one."""
    return {name: file for name, file in files.items() if file.mode != "120000"}


@contextmanager
def open_workbench(tests: Files, story: Story) -> Iterator[Workbench]:
    """Give a workbench in a temporary folder."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield Workbench(Path(folder).resolve(), tests, story)


class Selection:
    """A pytest plugin that reports which file is read, and deselects the tests that were set aside."""

    def __init__(self, send: Send, aside: set[str]) -> None:
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
    judgement = Judgement(story)
    first, *others = story.designs
    with open_workbench(tests, story) as bench:
        if wrong is None:
            warm_up(bench.folder / "warm", story)
        while True:
            (run,) = bench.run_on([first], traced=True).values()
            found = [result for result in run.results.values() if "::" in result.id]
            crashed = [result for result in found if result.crashed]
            judgement.crashes += [f"“{result.rule}” {result.why}" for result in crashed]
            if not crashed or len(judgement.crashes) >= MAX_CRASHES:
                break
            bench.aside |= {result.id for result in crashed}
        judgement.faults = [result for result in run.results.values() if result not in found]
        judgement.tests = {result.id: result.rule for result in found}
        if not found or len(judgement.crashes) >= MAX_CRASHES:
            return judgement
        judgement.calls = {name for note in run.notes for name in note["calls"]}
        runs = {first: run} | bench.run_on(others)
        judgement.right = {step: run.failing for step, run in runs.items()}
        if judgement.accepted:
            bench.aside |= judgement.rejected
            if wrong is None:
                judgement.reach = find_reach(bench)
                wrong = [mutant for mutant in read_mutants(story) if mutant.step <= judgement.reach]
            tried = bench.run_on(reachable(wrong, judgement.calls), *QUICK, on_done=on_done)
            judgement.wrong = {one: {result.id for result in run.failing} for one, run in tried.items()}
    return judgement


def find_reach(bench: Workbench) -> int:
    """Return the number of the first step from which on all tests pass."""
    steps = [step for step in bench.story.steps if step.number < (bench.story.finished or 0)][::-1]
    for first in range(0, len(steps), STEPS_AT_ONCE):
        for step, run in bench.run_on(steps[first : first + STEPS_AT_ONCE], *QUICK).items():
            if run.failing:
                return step.number + 1
    return 0


def reachable(wrong: list[Mutant], calls: set[str]) -> list[Mutant]:
    """Return the mutants that show through these functions; all of them if the functions are unknown."""
    return [one for one in wrong if not one.needs or not calls or calls & (one.needs | {"main"})]


def first_catchers(suite: Suite, tests: list[SuiteTest], wrong: list[Mutant]) -> list[SuiteTest]:
    """Return the first of these suite tests that catches each of these mutants, in their order."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        place = Path(folder).resolve()
        runs = [suite.prepare_code(mutant.name, mutant.whole, place, tests) for mutant in wrong]
        run_all(runs)
    failing = [{result.id for result in run.failing} for run in runs]
    first = {next((test.id for test in tests if test.id in ids), "") for ids in failing}
    return [test for test in tests if test.id in first]


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
        code, caller = frame.f_code, frame.f_back
        if event == "call" and caller and code.co_filename == str(file) != caller.f_code.co_filename:
            if code.co_name != "<module>":
                calls.add(code.co_name)
            elif frame.f_globals.get("__name__") == "__main__":
                calls.add("main")

    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)
