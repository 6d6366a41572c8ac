"""Run tests against every right solution of a story, and against its wrong ones.

Each run is in a process of its own, with a time limit, on a copy of the tests next to that solution.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

import pytest

from dojo.attempt.snapshot import Files, put_back
from dojo.judge.judgement import Judgement, reachable
from dojo.runner.child.worker import Message, Tell
from dojo.runner.own_tests import run_own
from dojo.runner.reporter import Silent, pytest_words
from dojo.runner.result import Copy, Version
from dojo.runner.suite import Suite
from dojo.runner.trial import MAX_CRASHES, Trial, try_all
from dojo.story.mutants import Mutant, read_mutants
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.tests import SuiteTest

STEPS_AT_ONCE = 4
FAILURES_TO_STOP_AT = 2
"""One failure catches a mutant; a second one shows that no test is alone in that."""
One = TypeVar("One", bound=Step | Mutant)
Tried = TypeVar("Tried", bound=Trial)
OnDone = Callable[[int, int], None]


def ignore_progress(_done: int, _of: int) -> None:
    """Show nothing."""


class Workbench:
    """A folder in which each solution gets a copy of the tests next to it."""

    def __init__(self, folder: Path, tests: Files, story: Story) -> None:
        self.folder, self.tests, self.story = folder, tests, story
        self.runs = 0

    def run_on(
        self,
        codes: Mapping[One, str],
        make_trial: Callable[[Version], Tried],
        on_done: OnDone = ignore_progress,
    ) -> dict[One, Tried]:
        """Run the tests on each of these solutions; call `on_done` with how many of how many are done."""
        trials = {one: make_trial(self.lay_out(one.name, code)) for one, code in codes.items()}
        try_all([*trials.values()], on_done=on_done)
        return trials

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


@contextmanager
def open_workbench(tests: Files, story: Story) -> Iterator[Workbench]:
    """Give a workbench in a temporary folder."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield Workbench(Path(folder).resolve(), tests, story)


class FirstRun(Trial):
    """The first run of some tests on a right solution: it also learns which functions they call."""

    calls: frozenset[str] = frozenset()

    def hear(self, message: Message) -> None:
        if "calls" in message:
            self.calls = frozenset(message["calls"])
        super().hear(message)


class ShortRun(Trial):
    """A run that ends with its second failure: more of them would prove nothing more."""

    def __init__(self, *how: Any, rejected: set[str]) -> None:
        super().__init__(*how, drawn=())
        self.rejected = rejected

    @property
    def failed(self) -> set[str]:
        """The accepted tests that have failed."""
        return {cell.id for cell in self.failing} - self.rejected

    @property
    def enough(self) -> bool:
        return len(self.failed) >= FAILURES_TO_STOP_AT

    @property
    def given_up(self) -> bool:
        return self.enough or super().given_up

    @property
    def todo(self) -> list[SuiteTest]:
        return [] if self.enough else super().todo

    def hear(self, message: Message) -> None:
        if not self.enough:  # what arrives until the child has ended depends on how busy the machine is
            super().hear(message)


class Selection:
    """A pytest plugin that reports which file is read, and deselects the tests that hang or crash."""

    def __init__(self, tell: Tell, aside: Collection[str]) -> None:
        self.tell, self.aside = tell, aside

    def pytest_collectstart(self, collector: pytest.Collector) -> None:
        if isinstance(collector, pytest.Module):
            self.tell(began=collector.nodeid, rule=collector.name)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid not in self.aside]


class Judge:
    """Runs a participant's tests, plain pytest files that import the module; `aside` are left out."""

    def __init__(self, bench: Workbench, aside: Collection[str]) -> None:
        self.bench, self.story = bench, bench.story
        self.aside = set(aside)

    def run(self, words: list[str], trial: Trial, tell: Tell) -> None:
        """In a child: run the tests, with more words for pytest."""
        run_own(trial, tell, self.story, Selection(tell, self.aside), words=words)

    def run_and_trace(self, trial: Trial, tell: Tell) -> None:
        """In a child: run the tests, and report which functions they call."""
        with trace_calls(trial.version.module) as calls:
            self.run([], trial, tell)
        tell(calls=sorted(calls))

    def first_trial(self, version: Version) -> FirstRun:
        return FirstRun(version, self.run_and_trace, [], version.folder, drawn=())

    def trial(self, version: Version) -> Trial:
        """A run of all tests, in the folder of the copies: there a test may write a file and do no harm."""
        return Trial(version, partial(self.run, []), [], version.folder, drawn=())

    def short_trial(self, rejected: set[str], version: Version) -> ShortRun:
        work = partial(self.run, ["--assert=plain"])
        return ShortRun(version, work, [], version.folder, rejected=rejected)

    def run_first(self, first: Step, judgement: Judgement) -> FirstRun:
        """Run the tests on a right solution, and again without those that hang or crash."""
        while True:
            run = self.bench.run_on({first: first.code}, self.first_trial)[first]
            crashed = {cell.id for cell in run.cells.values() if cell.crashed}
            if any("::" not in id for id in crashed):  # a file that hangs or crashes while it is read
                return run
            judgement.crashes += run.crashes
            if not crashed or len(judgement.crashes) >= MAX_CRASHES:
                return run
            self.aside |= crashed

    def find_reach(self, short_trial: Callable[[Version], ShortRun], accepted: list[str]) -> int:
        """Return the number of the first step from which on all accepted tests pass."""
        finished = self.story.finished or 0
        steps = [step for step in self.story.steps if step.number < finished][::-1]
        for first in range(0, len(steps), STEPS_AT_ONCE):
            some = steps[first : first + STEPS_AT_ONCE]
            for step, trial in self.bench.run_on({step: step.code for step in some}, short_trial).items():
                green = {cell.id for cell in trial.cells.values() if cell.colour == "green"}
                if trial.failed or not green >= set(accepted):
                    return step.number + 1
        return 0


def judge_tests(
    tests: Files,
    story: Story,
    *,
    aside: Collection[str] = (),
    wrong: list[Mutant] | None = None,
    on_done: OnDone = ignore_progress,
) -> Judgement:
    """Judge a participant's tests, without those `aside`, which were judged before.

    They are tried on the mutants `wrong`, or without that on those of the steps that they reach. With
    `wrong`, pytest must have run in this process before.
    """
    with open_workbench(tests, story) as bench:
        if wrong is None:
            warm_up(bench.folder / "warm", story)
        judgement, judge = Judgement(story), Judge(bench, aside)
        first, *others = story.designs
        run = judge.run_first(first, judgement)
        judgement.calls = set(run.calls)
        judgement.faults = [cell for cell in run.cells.values() if "::" not in cell.id]
        judgement.tests = {id: cell.rule for id, cell in run.cells.items() if "::" in id}
        if not judgement.tests or len(judgement.crashes) >= MAX_CRASHES:
            return judgement
        rest = bench.run_on({step: step.code for step in others}, judge.trial)
        judgement.right = {step: trial.failing for step, trial in ({first: run} | rest).items()}
        short_trial = partial(judge.short_trial, judgement.rejected)
        if wrong is None:
            judgement.reach = judge.find_reach(short_trial, judgement.accepted)
            wrong = up_to(story, judgement.reach)
        some = reachable(wrong, judgement.calls) if judgement.accepted else []
        trials = bench.run_on({mutant: mutant.whole for mutant in some}, short_trial, on_done)
        judgement.wrong = {mutant: trial.failed for mutant, trial in trials.items()}
        return judgement


def judge_suite(suite: Suite, tests: list[SuiteTest]) -> Judgement:
    """Judge tests of the story's own suite, which knows the step of each of them."""
    story = suite.story
    with open_workbench({}, story) as bench:
        judgement = Judgement(story, {test.id: test.rule for test in tests}, calls={story.module})
        judgement.reach = max(test.written for test in tests)
        codes = {step: step.code for step in story.designs}
        rights = bench.run_on(codes, lambda version: suite.trial(version, tests, drawn=()))
        judgement.right = {step: trial.failing for step, trial in rights.items()}
        wrong = {mutant: mutant.whole for mutant in up_to(story, judgement.reach)}
        rejected = judgement.rejected
        trials = bench.run_on(
            wrong, lambda version: ShortRun(version, suite.work, tests, story.top, rejected=rejected)
        )
        judgement.wrong = {mutant: trial.failed for mutant, trial in trials.items()}
        return judgement


def first_catchers(suite: Suite, tests: list[SuiteTest], wrong: list[Mutant]) -> list[SuiteTest]:
    """Return the first of these suite tests that catches each of these mutants, in their order."""
    with open_workbench({}, suite.story) as bench:
        codes = {mutant: mutant.whole for mutant in wrong}
        trials = bench.run_on(codes, lambda version: suite.trial(version, tests, drawn=()))
    failing = [{cell.id for cell in trial.failing} for trial in trials.values()]
    first = {next((test.id for test in tests if test.id in ids), "") for ids in failing}
    return [test for test in tests if test.id in first]


def up_to(story: Story, step: int) -> list[Mutant]:
    """Return the mutants of a story up to a step."""
    return [mutant for mutant in read_mutants(story) if mutant.step <= step]


def without_links(files: Files) -> Files:
    """Return the files that are no links: a test could write through one."""
    return {name: file for name, file in files.items() if file.mode != "120000"}


def warm_up(folder: Path, story: Story) -> None:
    """Run an empty test: children of a process that has run pytest once run it twice as fast."""
    folder.mkdir()
    (folder / "test_nothing.py").write_text("def test_nothing():\n    assert not 0\n", encoding="utf-8")
    before = sys.path[:]
    pytest.main([str(folder), *pytest_words(story), "-c", os.devnull], plugins=[Silent()])
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
