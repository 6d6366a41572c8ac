"""Judges a suite of tests: runs it against every right solution, and against every wrong one.

Each run is in a process of its own, with a time limit, on a copy of the tests beside that solution.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

import pytest

from dojo.attempt.snapshot import Files, put_back
from dojo.jury.judgement import Judgement, showing, within_reach
from dojo.runner.child.inside import Tell
from dojo.runner.child.messages import Message
from dojo.runner.own_tests import run_own
from dojo.runner.reporter import Silent, pytest_words
from dojo.runner.suite import Suite
from dojo.runner.trial import FALLS, Trial, try_all
from dojo.runner.version import Copy, Version
from dojo.story.mutants import Mutant
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.tests import SuiteTest

AT_ONCE = 4
"""So many steps are tried together, on the way back from the last one."""
ENOUGH = 2
"""One failure catches a mutant; a second one says that no test is alone in that."""
One = TypeVar("One", bound=Step | Mutant)
Tried = TypeVar("Tried", bound=Trial)
Work = Callable[[Trial, Tell], None]
Heard = Callable[[int, int], None]


def unheard(_done: int, _of: int) -> None:
    """Nobody waits."""


class Room:
    """A folder in which each solution gets a copy of the tests beside it."""

    def __init__(self, folder: Path, tests: Files, story: Story) -> None:
        self.folder, self.tests, self.story = folder, tests, story
        self.runs = 0

    def tried(
        self, codes: Mapping[One, str], runs: Callable[[Version], Tried], on_done: Heard = unheard
    ) -> dict[One, Tried]:
        """The tests on each of these solutions; `on_done` hears how many of how many are done."""
        trials = {one: runs(self.beside(one.name, code)) for one, code in codes.items()}
        try_all([*trials.values()], on_done=on_done)
        return trials

    def beside(self, name: str, code: str) -> Version:
        """A copy of the tests, and this solution as the module that they import."""
        self.runs += 1
        folder = self.folder / str(self.runs)
        folder.mkdir()
        put_back(folder, self.tests, now={}, draft=self.folder / "draft")
        module = folder / f"{self.story.module}.py"
        module.unlink(missing_ok=True)
        module.write_text(code, encoding="utf-8")
        return Copy(name, folder, module)


class Scout(Trial):
    """The first run of some tests on a right solution: which functions they call."""

    calls: set[str]

    def hear(self, message: Message) -> None:
        if "calls" in message:
            self.calls = set(message["calls"])
        super().hear(message)


class Brief(Trial):
    """A run that is over with its second failure: more of them would tell nothing more."""

    def __init__(self, *how: Any, unsound: set[str]) -> None:
        super().__init__(*how, drawn=())
        self.unsound = unsound

    @property
    def noticed(self) -> set[str]:
        """The sound tests that have failed."""
        return {cell.id for cell in self.failing} - self.unsound

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


class Jury:
    """Tests of somebody's own, plain pytest files that import the module; `aside` are those left out."""

    def __init__(self, room: Room) -> None:
        self.room, self.story = room, room.story
        self.aside: set[str] = set()

    def work(self, words: list[str], trial: Trial, tell: Tell) -> None:
        """In a child: run the tests, in few words."""
        run_own(trial, tell, self.story, Apart(tell, self.aside), words=words)

    def scouting(self, version: Version) -> Scout:
        """A run that notes which functions are called."""
        return Scout(version, self.scout_out, [], version.folder, drawn=())

    def scout_out(self, trial: Trial, tell: Tell) -> None:
        """In a child: run the tests, and tell which functions they call."""
        with noted(trial.version.module) as calls:
            self.work([], trial, tell)
        tell(calls=sorted(calls))

    def plainly(self, version: Version) -> Trial:
        """A run of all of them, in the folder of the copies: there a test may write a file and do no harm."""
        return Trial(version, partial(self.work, []), [], version.folder, drawn=())

    def briefly(self, unsound: set[str], version: Version) -> Brief:
        """A run up to the second failure."""
        work = partial(self.work, ["--assert=plain"])
        return Brief(version, work, [], version.folder, unsound=unsound)

    def scout(self, first: Step, judgement: Judgement) -> Scout:
        """The first run, again without those that hang or crash."""
        while True:
            scout = self.room.tried({first: first.code}, self.scouting)[first]
            fallen = {cell.id for cell in scout.cells.values() if cell.fell}
            if any("::" not in id for id in fallen):  # a file that hangs or crashes while it is read
                return scout
            judgement.falls += scout.falls
            if not fallen or len(judgement.falls) >= FALLS:
                return scout
            self.aside |= fallen

    def reach(self, runs: Callable[[Version], Brief], sound: list[str]) -> int:
        """The first step from which on all sound tests pass."""
        finished = self.story.finished or 0
        steps = [step for step in self.story.steps if step.number < finished][::-1]
        for first in range(0, len(steps), AT_ONCE):
            some = steps[first : first + AT_ONCE]
            for step, trial in self.room.tried({step: step.code for step in some}, runs).items():
                green = {cell.id for cell in trial.cells.values() if cell.colour == "green"}
                if trial.noticed or not green >= set(sound):
                    return step.number + 1
        return 0


def judged(tests: Files, story: Story) -> Judgement:
    """A participant's own tests."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        room = Room(Path(folder).resolve(), tests, story)
        warm_up(room.folder / "warm", story)
        judgement, jury = Judgement(story), Jury(room)
        first, *others = story.designs
        scout = jury.scout(first, judgement)
        judgement.calls = getattr(scout, "calls", set())
        judgement.faults = [cell for cell in scout.cells.values() if "::" not in cell.id]
        judgement.tests = {id: cell.rule for id, cell in scout.cells.items() if "::" in id}
        if not judgement.tests or len(judgement.falls) >= FALLS:
            return judgement
        rest = room.tried({step: step.code for step in others}, jury.plainly)
        judgement.right = {step: trial.failing for step, trial in ({first: scout} | rest).items()}
        runs = partial(jury.briefly, judgement.unsound)
        judgement.reach = jury.reach(runs, judgement.sound)
        wrong = within_reach(story, judgement.reach, judgement.calls) if judgement.sound else []
        trials = room.tried({mutant: mutant.whole for mutant in wrong}, runs)
        judgement.wrong = {mutant: trial.noticed for mutant, trial in trials.items()}
        return judgement


def judged_anew(
    tests: Files, story: Story, *, aside: set[str], wrong: list[Mutant], on_done: Heard = unheard
) -> Judgement:
    """The new ones among a participant's own tests; the others have been judged before.

    `wrong` are the mutants that nothing has caught so far. pytest must have run in this process before.
    """
    judgement = Judgement(story)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        room = Room(Path(folder).resolve(), tests, story)
        jury = Jury(room)
        jury.aside |= aside
        first, *others = story.designs
        scout = jury.scout(first, judgement)
        judgement.calls = getattr(scout, "calls", set())
        judgement.tests = {id: cell.rule for id, cell in scout.cells.items() if "::" in id}
        if not judgement.tests or len(judgement.falls) >= FALLS:
            return judgement
        rest = room.tried({step: step.code for step in others}, jury.plainly)
        judgement.right = {step: trial.failing for step, trial in ({first: scout} | rest).items()}
        some = showing(wrong, judgement.calls) if judgement.sound else []
        runs = partial(jury.briefly, judgement.unsound)
        trials = room.tried({mutant: mutant.whole for mutant in some}, runs, on_done)
        judgement.wrong = {mutant: trial.noticed for mutant, trial in trials.items()}
    return judgement


def judged_ours(suite: Suite, tests: list[SuiteTest]) -> Judgement:
    """Tests of the story's own suite: it knows the step of each of them."""
    story = suite.story
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        room = Room(Path(folder).resolve(), {}, story)
        judgement = Judgement(story, {test.id: test.rule for test in tests}, calls={story.module})
        judgement.reach = max(test.written for test in tests)
        codes = {step: step.code for step in story.designs}
        rights = room.tried(codes, lambda version: suite.trial(version, tests, drawn=()))
        judgement.right = {step: trial.failing for step, trial in rights.items()}
        wrong = {mutant: mutant.whole for mutant in within_reach(story, judgement.reach, set())}
        trials = room.tried(
            wrong, lambda version: Brief(version, suite.work, tests, story.top, unsound=judgement.unsound)
        )
        judgement.wrong = {mutant: trial.noticed for mutant, trial in trials.items()}
        return judgement


def caught_by(suite: Suite, tests: list[SuiteTest], wrong: list[Mutant]) -> list[SuiteTest]:
    """The first of some tests of ours that catches each of these mutants, in their order."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        room = Room(Path(folder).resolve(), {}, suite.story)
        codes = {mutant: mutant.whole for mutant in wrong}
        trials = room.tried(codes, lambda version: suite.trial(version, tests, drawn=()))
    failing = [{cell.id for cell in trial.failing} for trial in trials.values()]
    first = {next((test.id for test in tests if test.id in ids), "") for ids in failing}
    return [test for test in tests if test.id in first]


def regular(files: Files) -> Files:
    """Without links: a test could write through one."""
    return {name: file for name, file in files.items() if file.mode != "120000"}


def warm_up(folder: Path, story: Story) -> None:
    """Run a test of nothing: a process that has run pytest once forks children that run it twice as fast."""
    folder.mkdir()
    (folder / "test_nothing.py").write_text("def test_nothing():\n    assert not 0\n", encoding="utf-8")
    before = sys.path[:]
    pytest.main([str(folder), *pytest_words(story), "-c", os.devnull], plugins=[Silent()])
    sys.modules.pop("test_nothing", None)
    sys.path[:] = before


@contextmanager
def noted(file: Path) -> Iterator[set[str]]:
    """In a child: the functions of a file that are called from elsewhere; a run as a program is `main`."""
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
