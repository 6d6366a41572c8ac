"""Run tests on versions of the code, each in a forked child process: the parent never imports a version."""

import os
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import KW_ONLY, dataclass, field
from functools import partial
from pathlib import Path

from dojo.model.outcome import Colour, Reason
from dojo.model.waiting import OnDone, Slow, ignore_progress
from dojo.runner.child.clock import LIMIT, PATIENCE
from dojo.runner.child.messages import (
    Began,
    CoverageMeasured,
    Ended,
    LeftOut,
    LoadFailed,
    LoadingBegan,
    Message,
    OwnTestsFound,
    ReadingBegan,
    Send,
)
from dojo.runner.child.worker import FORKING
from dojo.runner.executor import Execution, Executor
from dojo.runner.failure import reason as failures
from dojo.runner.recorder.dependencies import Dependencies
from dojo.runner.recorder.recording import merge
from dojo.runner.result import FATAL, NOT_TRIED, CodeVersion, Covered, Result
from dojo.story.tests import SuiteTest

SLOW_S = 2.0  # a test that runs for so long, in real time, is named to whoever waits
WAIT_S = 0.05  # how long to wait for a message before looking at the clocks of all children


@dataclass(eq=False)
class Run:
    """One version and the tests that run on it; then their results, in the order of the tests.

    Attributes:
        version: what the tests run on.
        work: runs in the child, with this object and a function that sends the results to the parent.
        tests: the tests that it is given.
        home: where the tests run: a file that they write by its bare name arrives there.
        executor: what runs them.
        limit: the seconds of processor time that a test may take.
        patience: the factor on it for all the time that a test may take.
        drawn: the tests whose failures pytest draws; without it, the first one is drawn for a participant.
        measured: the tests that have to cover the version, if that is measured.
        results: the result of each test, by its id.
        covered: how much of the version the tests cover, if that is measured.
        broken: why the version does not load, if it does not.
        current: the test that runs now: its id and its rule.
        is_loading: True while the child imports the version: what ends Python then is no test.
        is_reading: True while it imports a file of tests.
        collected: the tests that the child has found, besides those that it was given: their ids and rules.
        left_out: a participant's tests that skip themselves.
        crashes: which tests hang or end Python, and how.
        notes: what the child has sent besides results.
        depends_on: what the child has opened, imported and looked up.
    """

    version: CodeVersion
    work: Callable[["Run", Send], None]
    tests: list[SuiteTest]
    home: Path
    _: KW_ONLY
    executor: Executor = FORKING
    limit: float = LIMIT
    patience: float = PATIENCE
    drawn: Collection[str] | None = None
    measured: Collection[str] | None = None
    results: dict[str, Result] = field(default_factory=dict)
    covered: Covered | None = None
    broken: str = ""
    current: tuple[str, str] = "", ""
    is_loading: bool = False
    is_reading: bool = False
    collected: list[tuple[str, str]] = field(default_factory=list)
    left_out: set[str] = field(default_factory=set)
    crashes: list[str] = field(default_factory=list)
    notes: list[Message] = field(default_factory=list)
    depends_on: Dependencies = field(default_factory=dict)

    @property
    def todo(self) -> list[SuiteTest]:
        """The tests without a result."""
        return [test for test in self.tests if test.id not in self.results]

    def split_todo(self) -> tuple[list[SuiteTest], list[SuiteTest], list[SuiteTest]]:
        """Return the tests without a result in three parts, of which the last one need not be measured.

        A version is mostly covered by the tests that drive it: they come first, and those that guard it next.
        """
        driving, guarding, others = [], [], []
        for test in self.todo:
            if test.id not in (self.measured or ()):
                others.append(test)
            elif test.kind == "drives":
                driving.append(test)
            else:
                guarding.append(test)
        return driving, guarding, others

    @property
    def given_up(self) -> bool:
        """True if no other test runs."""
        return bool(self.broken) or len(self.crashes) >= self.executor.most_crashes

    @property
    def failing(self) -> list[Result]:
        """The tests that are not green."""
        return [result for result in self.results.values() if result.colour != Colour.GREEN]

    def receive(self, message: Message) -> None:
        """Note what the child has sent."""
        match message:
            case Began(id, rule):
                self.current = id, rule
                self.is_loading = self.is_reading = False
            case LoadingBegan():
                self.is_loading = True
            case ReadingBegan():
                self.is_reading = True
            case LeftOut():
                self.left_out.add(self.current[0])
            case OwnTestsFound(tests):
                self.collected = tests
            case LoadFailed():
                self.receive_load_error(message)
            case Ended():
                self.receive_result(message)
            case CoverageMeasured(covered):
                self.covered = covered
            case _:
                self.notes.append(message)

    def receive_load_error(self, error: LoadFailed) -> None:
        """Note that the version does not load."""
        self.broken = failures.shorten_reason(error.why)
        # a participant reads the name of the file, not that of a test
        if self.drawn is None:
            self.current = self.current[0], self.version.module.name
        self.note(
            Ended(
                Colour.AMBER,
                error.why,
                failure=error.failure,
                printed=error.printed,
                reason=Reason.NOT_LOADED,
            )
        )

    def receive_result(self, ended: Ended) -> None:
        """Note the result of the current test, and whether it hangs or ends Python."""
        id, rule = self.current
        before = self.results.get(id)
        was_fatal = before is not None and before.is_fatal
        if ended.reason in FATAL and not was_fatal:
            self.crashes.append(f"“{rule}” {failures.shorten_reason(ended.why)}")
        self.note(ended)

    def note(self, ended: Ended) -> None:
        """Note the result of the current test: of itself, of a subtest, or of what is done after it.

        What was red or amber at first stays so.
        """
        id, rule = self.current
        if id not in self.results or self.results[id].colour in (Colour.GREEN, Colour.SKIPPED):
            details = {**vars(ended), "why": failures.shorten_reason(ended.why)}
            self.results[id] = Result(id, rule, **details)

    def finish(self, child: Execution) -> None:
        """Note how the child has ended: a test without a result is amber, or runs in another child."""
        self.depends_on = merge(self.depends_on, child.depends_on)
        if child.fault and not self.given_up:
            self.receive_crash(child)
        if self.given_up or child.done:
            self.fill_missing()

    def receive_crash(self, child: Execution) -> None:
        """Note why the child ended before its work was done."""
        if self.is_loading:
            self.receive_load_error(LoadFailed(f"importing it {child.fault}", printed=child.printed))
            return
        reason = Reason.ENDED_PYTHON
        if child.timed_out:
            reason = Reason.TIMED_OUT
        elif self.is_reading:
            reason = Reason.NOT_LOADED
        self.receive_result(Ended(Colour.AMBER, child.fault, printed=child.printed, reason=reason))

    def fill_missing(self) -> None:
        """Give each test without a result an amber one, which says why there is none."""
        why, reason = "was collected, and did not run to its end", Reason.NOT_TRIED
        if self.broken:
            why, reason = self.broken, Reason.NOT_LOADED
        elif self.given_up:
            why = NOT_TRIED
        tests = [(test.id, test.rule) for test in self.todo] + self.collected
        for id, rule in tests:
            if id not in self.results and id not in self.left_out:
                self.results[id] = Result(id, rule, Colour.AMBER, why, reason=reason)


def run_all(runs: list[Run], at_once: int = os.cpu_count() or 1, on_done: OnDone = ignore_progress) -> None:
    """Run them, `at_once` at a time, each in a child of its own; if a child crashes, another one goes on.

    All of them have the same executor, which may allow fewer at a time. `on_done` is called with how many of
    how many are done, and with the test that runs for longest, if that is long.
    """
    executor = runs[0].executor if runs else FORKING
    most = min(at_once, executor.most_at_once)
    waiting = runs[::-1]
    running: dict[Run, Execution] = {}
    began: dict[Run, tuple[tuple[str, str], float]] = {}
    on_done(0, len(runs))
    try:
        while waiting or running:
            while waiting and len(running) < most:
                run = waiting.pop()
                running[run] = executor.start(partial(run.work, run), run.limit * run.patience)
                began[run] = run.current, time.monotonic()
            executor.wait(running.values(), WAIT_S)
            done = len(runs) - len(waiting) - len(running)
            slow = find_slowest(running, began)
            if slow:
                on_done(done, len(runs), slow)
            for run, child in list(running.items()):
                attend(run, child)
                if not child.over:
                    continue
                del running[run]
                run.finish(child)
                # a test has ended the child: the others run in another one
                if run.todo:
                    waiting.append(run)
                else:
                    on_done(len(runs) - len(waiting) - len(running), len(runs))
    finally:
        for child in running.values():
            child.end()


def find_slowest(running: Iterable[Run], began: dict[Run, tuple[tuple[str, str], float]]) -> Slow | None:
    """Return the test that runs for longest, if that is long; note when each of the present ones began."""
    now = time.monotonic()
    slowest: Slow | None = None
    for run in running:
        current, since = began[run]
        if run.current != current:
            began[run] = run.current, now
            continue
        seconds = now - since
        if seconds >= SLOW_S and (slowest is None or seconds > slowest.seconds):
            _id, rule = run.current
            slowest = Slow(run.version.name, "" if run.is_loading else rule, seconds)
    return slowest


def attend(run: Run, child: Execution) -> None:
    """Note what the child of a run has sent, and end it if no other test runs."""
    for message in child.messages():
        run.receive(message)
    if run.given_up and not child.over:
        child.end()
