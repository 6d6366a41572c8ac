"""Run tests on versions of the code, each in a forked child process: the parent never imports a version."""

import os
from collections.abc import Callable, Collection
from dataclasses import KW_ONLY, dataclass, field
from functools import partial
from pathlib import Path

from dojo.model.outcome import Reason
from dojo.runner.child.clock import LIMIT, PATIENCE
from dojo.runner.child.worker import FORKING
from dojo.runner.executor import Execution, Executor, Message, Send
from dojo.runner.failure import reason as failures
from dojo.runner.recorder.dependencies import Dependencies
from dojo.runner.recorder.recording import merge
from dojo.runner.result import FATAL, Covered, OnDone, Result, Version, ignore_progress
from dojo.story.tests import SuiteTest

WAIT_S = 0.05  # how long to wait for a message before looking at the clocks of all children
MAX_CRASHES = 2
"""How many tests may hang or end Python before the rest are left out: a room would wait for each."""


@dataclass(eq=False)
class Run:
    """One version and the tests that run on it; then their results, in the order of the tests."""

    version: Version
    work: Callable[["Run", Send], None]
    """It runs in the child, with this object and a function that sends the results to the parent."""
    tests: list[SuiteTest]
    home: Path
    """Where the tests run: a file that they write by its bare name arrives there."""
    _: KW_ONLY
    executor: Executor = FORKING
    limit: float = LIMIT
    patience: float = PATIENCE
    drawn: Collection[str] | None = None
    """The tests whose failures pytest draws; without it, the first failure is drawn for a participant."""
    measured: Collection[str] | None = None
    """The tests that have to cover the version, if that is measured."""
    results: dict[str, Result] = field(default_factory=dict)
    covered: Covered | None = None
    broken: str = ""
    """Why the version does not load, if it does not."""
    current: tuple[str, str] = "", ""
    """The test that runs now: its id and its rule."""
    is_loading: bool = False
    """True while the child imports the version: what ends Python then is no test."""
    is_reading: bool = False
    """The same while it imports a file of tests."""
    collected: list[tuple[str, str]] = field(default_factory=list)
    """The tests that the child has found, besides those that it was given: their ids and rules."""
    left_out: set[str] = field(default_factory=set)
    """A participant's tests that skip themselves."""
    crashes: list[str] = field(default_factory=list)
    """Which tests hang or end Python, and how."""
    notes: list[Message] = field(default_factory=list)
    """What the child has sent besides results."""
    depends_on: Dependencies = field(default_factory=dict)
    """What the child has opened, imported and looked up."""

    @property
    def todo(self) -> list[SuiteTest]:
        """The tests without a result."""
        return [test for test in self.tests if test.id not in self.results]

    @property
    def given_up(self) -> bool:
        return bool(self.broken) or len(self.crashes) >= MAX_CRASHES

    @property
    def failing(self) -> list[Result]:
        """The tests that are not green."""
        return [result for result in self.results.values() if result.colour != "green"]

    def receive(self, message: Message) -> None:
        """Note what the child tells."""
        match message:
            case {"began": id, "rule": rule}:
                self.current = id, rule
                self.is_loading = self.is_reading = False
            case {"loading": True}:
                self.is_loading = True
            case {"reading": True}:
                self.is_reading = True
            case {"left_out": True}:
                self.left_out.add(self.current[0])
            case {"collected": tests}:
                self.collected = [(id, rule) for id, rule in tests]
            case {"broken": True, "why": why, **told}:
                self.broken = failures.shorten_reason(why)
                if self.drawn is None:  # a participant reads the name of the file, not that of a test
                    self.current = self.current[0], self.version.module.name
                self.note("amber", why, reason=Reason.NOT_LOADED, **told)
            case {"colour": str(colour), "why": why, **told}:
                before = self.results.get(self.current[0])
                if told.get("reason") in FATAL and not (before and before.is_fatal):
                    self.crashes.append(f"“{self.current[1]}” {failures.shorten_reason(why)}")
                self.note(colour, why, **told)
            case {"covered": covered}:
                self.covered = Covered(*covered)
            case _:
                self.notes.append(message)

    def note(self, colour: str, why: str, **told: str) -> None:
        """Note the result of the current test: of itself, of a subtest, or of what is done after it.

        What was red or amber at first stays so.
        """
        id, rule = self.current
        if id not in self.results or self.results[id].colour in ("green", "skipped"):
            self.results[id] = Result(id, rule, colour, failures.shorten_reason(why), **told)

    def finish(self, child: Execution) -> None:
        """Note how the child has ended: a test without a result is amber, or runs in another child."""
        self.depends_on = merge(self.depends_on, child.depends_on)
        if child.fault and not self.given_up:
            fault = {"why": child.fault, "printed": child.printed}
            if self.is_loading:
                self.receive({**fault, "broken": True, "why": f"importing it {child.fault}"})
            else:
                reason = Reason.NOT_LOADED if self.is_reading else Reason.ENDED_PYTHON
                reason = Reason.TIMED_OUT if child.timed_out else reason
                self.receive({**fault, "colour": "amber", "reason": reason})
        why, reason = "was collected, and did not run to its end", Reason.NOT_TRIED
        if self.broken:
            why, reason = self.broken, Reason.NOT_LOADED
        elif self.given_up:
            why = "not tried, after those that hang or end Python"
        if self.given_up or child.done:
            for id, rule in [*((test.id, test.rule) for test in self.todo), *self.collected]:
                if id not in self.results.keys() | self.left_out:
                    self.results[id] = Result(id, rule, "amber", why, reason=reason)


def run_all(runs: list[Run], at_once: int = os.cpu_count() or 1, on_done: OnDone = ignore_progress) -> None:
    """Run them, `at_once` at a time, each in a child of its own; if a child crashes, another one goes on.

    All of them have the same executor, which may allow fewer at a time. `on_done` hears how many of how many
    are done.
    """
    executor = runs[0].executor if runs else FORKING
    most = min(at_once, executor.most_at_once)
    waiting = runs[::-1]
    running: dict[Run, Execution] = {}
    on_done(0, len(runs))
    try:
        while waiting or running:
            while waiting and len(running) < most:
                run = waiting.pop()
                running[run] = executor.start(partial(run.work, run), run.limit * run.patience)
            executor.wait(running.values(), WAIT_S)
            for run, child in list(running.items()):
                for message in child.messages():
                    run.receive(message)
                if run.given_up and not child.over:
                    child.end()
                if child.over:
                    del running[run]
                    run.finish(child)
                    if run.todo:
                        waiting.append(run)
                    else:
                        on_done(len(runs) - len(waiting) - len(running), len(runs))
    finally:
        for child in running.values():
            child.end()
