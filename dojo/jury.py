"""Judges a suite of tests: runs it against every right evaluator, and against every wrong one.

Each run is in a process of its own, with a time limit, on a copy of the tests beside that evaluator.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest

from dojo.attempts import Attempt
from dojo.calls import noted
from dojo.child import Message, Tell
from dojo.judgement import Judgement, within_reach
from dojo.matrix import SuiteTest
from dojo.own import own_work
from dojo.snapshot import Files, put_back
from dojo.steps import Step, all_steps
from dojo.suite import Suite
from dojo.telling import PYTEST, Silent
from dojo.trial import FALLS, Result, Trial, try_all
from dojo.wrong import Wrong, all_right, finished

AT_ONCE = 4
"""So many steps are tried together, on the way back from the last one."""
ENOUGH = 2
"""One failure catches a wrong evaluator; a second one says that no test is alone in that."""
One = TypeVar("One", bound=Step | Wrong)
Tried = TypeVar("Tried", bound=Trial)
Work = Callable[[Trial, Tell], None]


class Room:
    """A folder in which each evaluator gets a copy of the tests beside it."""

    def __init__(self, folder: Path, tests: Files) -> None:
        self.folder, self.tests = folder, tests
        self.runs = 0

    def tried(self, codes: Mapping[One, str], runs: Callable[[Attempt], Tried]) -> dict[One, Tried]:
        """The tests on each of these evaluators."""
        trials = {one: runs(self.beside(code)) for one, code in codes.items()}
        try_all([*trials.values()])
        return trials

    def beside(self, code: str) -> Attempt:
        """A copy of the tests, and this evaluator as their `poker`."""
        self.runs += 1
        attempt = Attempt(self.folder / str(self.runs))
        attempt.folder.mkdir()
        put_back(attempt.folder, self.tests, now={}, draft=self.folder / "draft")
        attempt.module.unlink(missing_ok=True)
        attempt.module.write_text(code, encoding="utf-8")
        return attempt


class Scout(Trial):
    """The first run of some tests on a right evaluator: which functions they call."""

    calls: set[str]

    def hear(self, message: Message) -> None:
        if "calls" in message:
            self.calls = set(message["calls"])
        super().hear(message)


class Brief(Trial):
    """A run that is over with its second failure: more of them would tell nothing more."""

    def __init__(self, attempt: Attempt, work: Work, tests: list[SuiteTest], unsound: set[str]) -> None:
        super().__init__(attempt, work, tests, drawn=False)
        self.unsound = unsound

    @property
    def noticed(self) -> set[str]:
        """The sound tests that have failed."""
        return {result.id for result in failing(self)} - self.unsound

    @property
    def enough(self) -> bool:
        return len(self.noticed) >= ENOUGH

    @property
    def given_up(self) -> bool:
        return self.enough or super().given_up

    @property
    def todo(self) -> list[SuiteTest]:
        return [] if self.enough else super().todo

    def hear(self, message: Message) -> None:
        if not self.enough:  # what is told until the child has ended depends on how busy the machine is
            super().hear(message)


class Apart:
    """A pytest plugin that tells which file is read, and leaves out the tests that hang or crash."""

    def __init__(self, tell: Tell, aside: set[str]) -> None:
        self.tell, self.aside = tell, aside

    def pytest_collectstart(self, collector: pytest.Collector) -> None:
        if isinstance(collector, pytest.Module):
            self.tell(began=collector.nodeid, rule=collector.name)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid not in self.aside]


def judged(tests: Files) -> Judgement:
    """A participant's own tests, plain pytest files that import `poker`."""
    with tempfile.TemporaryDirectory() as folder:
        room = Room(Path(folder), tests)
        warm_up(room.folder / "warm")
        judgement, aside = Judgement(), set[str]()
        first, *others = all_right()
        while True:
            scout = room.tried({first: first.code}, partial(scouting, without=aside))[first]
            fallen = {result.id for result in scout.results.values() if result.fell}
            if any("::" not in id for id in fallen):  # a file that hangs or crashes while it is read
                break
            judgement.falls += scout.falls
            if not fallen or len(judgement.falls) >= FALLS:
                break
            aside |= fallen
        judgement.calls = getattr(scout, "calls", set())
        judgement.faults = [result for result in scout.results.values() if "::" not in result.id]
        judgement.tests = {id: result.rule for id, result in scout.results.items() if "::" in id}
        if not judgement.tests or len(judgement.falls) >= FALLS:
            return judgement
        rest = room.tried({step: step.code for step in others}, partial(plainly, without=aside))
        judgement.right = {step: failing(trial) for step, trial in ({first: scout} | rest).items()}
        runs = partial(briefly, without=aside, unsound=judgement.unsound)
        judgement.reach = reach(room, runs, judgement.sound)
        wrongs = within_reach(judgement.reach, judgement.calls) if judgement.sound else []
        trials = room.tried({wrong: wrong.whole for wrong in wrongs}, runs)
        judgement.wrong = {wrong: trial.noticed for wrong, trial in trials.items()}
        return judgement


def judged_ours(suite: Suite, tests: list[SuiteTest]) -> Judgement:
    """Tests of our own suite, which knows which step each of them belongs to."""
    with tempfile.TemporaryDirectory() as folder:
        room = Room(Path(folder), {})
        judgement = Judgement({test.id: test.rule for test in tests}, calls={"poker"})
        judgement.reach = max(test.written for test in tests)
        codes = {step: step.code for step in all_right()}
        rights = room.tried(codes, lambda attempt: suite.trial(attempt, tests, drawn=False))
        judgement.right = {step: failing(trial) for step, trial in rights.items()}
        wrongs = {wrong: wrong.whole for wrong in within_reach(judgement.reach, set())}
        trials = room.tried(wrongs, lambda attempt: Brief(attempt, suite.work, tests, judgement.unsound))
        judgement.wrong = {wrong: trial.noticed for wrong, trial in trials.items()}
        return judgement


def warm_up(folder: Path) -> None:
    """Run a test of nothing: a process that has run pytest once forks children that run it twice as fast."""
    folder.mkdir()
    (folder / "test_nothing.py").write_text("def test_nothing():\n    assert not 0\n", encoding="utf-8")
    before = sys.path[:]
    pytest.main([str(folder), "-c", os.devnull, *PYTEST], plugins=[Silent()])
    sys.modules.pop("test_nothing", None)
    sys.path[:] = before


def scouting(attempt: Attempt, without: set[str]) -> Scout:
    def work(trial: Trial, tell: Tell) -> None:
        with noted(attempt.module) as calls:
            own_work(trial, tell, Apart(tell, without))
        tell(calls=sorted(calls))

    return at_its_place(Scout(attempt, work, [], drawn=False))


def plainly(attempt: Attempt, without: set[str]) -> Trial:
    def work(trial: Trial, tell: Tell) -> None:
        own_work(trial, tell, Apart(tell, without))

    return at_its_place(Trial(attempt, work, [], drawn=False))


def briefly(attempt: Attempt, without: set[str], unsound: set[str]) -> Brief:
    def work(trial: Trial, tell: Tell) -> None:
        own_work(trial, tell, Apart(tell, without), words=["--assert=plain"])

    return at_its_place(Brief(attempt, work, [], unsound))


def at_its_place(trial: Tried) -> Tried:
    """Run among the copies: what a test writes by a name alone is not written into the workspace."""
    trial.home = trial.attempt.folder
    return trial


def failing(trial: Trial) -> list[Result]:
    """The tests that are not green."""
    return [result for result in trial.results.values() if result.colour != "green"]


def reach(room: Room, runs: Callable[[Attempt], Brief], sound: list[str]) -> int:
    """The first step from which on all sound tests pass."""
    steps = [step for step in all_steps() if step.number < finished().FINISHED][::-1]
    for first in range(0, len(steps), AT_ONCE):
        some = steps[first : first + AT_ONCE]
        for step, trial in room.tried({step: step.code for step in some}, runs).items():
            green = {result.id for result in trial.results.values() if result.colour == "green"}
            if trial.noticed or not green >= set(sound):
                return step.number + 1
    return 0
