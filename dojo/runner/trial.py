"""What a version comes to, tried where it can do no harm: in children of this process.

The parent never imports a line of a version.
"""

import os
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

from dojo.runner.child.breakpoints import LENT
from dojo.runner.child.clock import LIMIT, PATIENCE
from dojo.runner.child.inside import Tell
from dojo.runner.child.messages import Message
from dojo.runner.child.worker import Child, wait_for
from dojo.runner.failure import reason as failures
from dojo.runner.result import Cell, Covered, colour_of, counted
from dojo.runner.version import Version
from dojo.story.tests import SuiteTest

NO_END = "began, and never ended"
NOT_BEGUN = "was collected, and never began"
FALLS = 2
"""After so many tests that hang or crash, the others are not tried: the room would wait for each one."""


class Trial:
    """One version and the tests that are tried on it: what they come to, in their order."""

    def __init__(
        self,
        version: Version,
        work: Callable[["Trial", Tell], None],
        tests: list[SuiteTest],
        home: Path,
        *,
        limit: float = LIMIT,
        patience: float = PATIENCE,
        drawn: Collection[str] | None = None,
        measured: Collection[str] | None = None,
    ) -> None:
        self.version, self.work, self.tests = version, work, tests
        self.home = home
        """Where the tests run: a file that they write by its bare name arrives there."""
        self.limit, self.patience = limit, patience
        self.drawn = drawn
        """The tests that pytest draws if they fail; without it, only the first that fails is drawn."""
        self.measured = measured
        """The tests that have to cover the version, if that is measured."""
        self.cells: dict[str, Cell] = {}
        self.covered: Covered | None = None
        self.broken = ""
        """Why the version does not load, if it does not."""
        self.in_hand = "", ""
        self.collected: list[tuple[str, str]] = []
        """The tests that the child has found, besides those that it was given: their ids and rules."""
        self.begun: set[str] = set()
        self.over: set[str] = set()
        """The tests that have come to their end."""
        self.left_out: set[str] = set()
        """A participant's tests that skip themselves."""
        self.falls: list[str] = []
        """Which tests hang or crash, and how."""

    @property
    def todo(self) -> list[SuiteTest]:
        """The tests that have come to nothing yet."""
        return [test for test in self.tests if test.id not in self.cells]

    @property
    def given_up(self) -> bool:
        return bool(self.broken) or len(self.falls) >= FALLS

    @property
    def colour(self) -> str:
        """Amber if any test is, else red if any is, else green."""
        return colour_of(counted(self.cells.values()))

    @property
    def failing(self) -> list[Cell]:
        """The tests that are not green."""
        return [cell for cell in self.cells.values() if cell.colour != "green"]

    def start(self) -> Child:
        """A child that tries what is still to do."""
        return Child(partial(self.work, self), self.limit * self.patience)

    def hear(self, message: Message) -> None:
        """Note what the child tells."""
        match message:
            case {"began": id, "rule": rule}:
                self.in_hand = id, rule
                self.begun.add(id)
            case {"left_out": True}:
                self.left_out.add(self.in_hand[0])
            case {"over": True}:
                self.over.add(self.in_hand[0])
            case {"collected": tests}:
                self.collected = [(id, rule) for id, rule in tests]
            case {"broken": True, "why": why, **told}:
                self.broken = failures.why(why)
                if (
                    self.drawn is None
                ):  # whoever writes the file is told that, and not that a test was not seen
                    self.in_hand = self.in_hand[0], self.version.module.name
                self.note("amber", why, **told)
            case {
                "colour": "green" | "red" | "amber" | "skipped" as colour,
                "why": why,
                "fell": fell,
                **told,
            }:
                if fell and not self.has_fallen:
                    self.fell(why)
                self.note(colour, why, fell=fell, **told)
            case {"covered": covered}:
                self.covered = Covered(*covered)

    def fell(self, why: str) -> None:
        """The test in hand hangs or crashes."""
        self.falls.append(f"“{self.in_hand[1]}” {failures.why(why)}")

    @property
    def has_fallen(self) -> bool:
        """Is it known that the test in hand hangs or crashes?"""
        id = self.in_hand[0]
        return id in self.cells and self.cells[id].fell

    def note(self, colour: str, why: str, *, fell: bool = False, **told: str) -> None:
        """The test in hand has come to something: itself, a subtest, or what is done after it.

        What was red or amber at first stays so.
        """
        id, rule = self.in_hand
        if id not in self.cells or self.cells[id].colour in ("green", "skipped"):
            self.cells[id] = Cell(id, rule, colour, failures.why(why), fell=fell, **told)

    def ended(self, child: Child) -> None:
        """The child has ended, well or not; nobody knows the colour of the tests that were not tried."""
        if child.fault and not self.given_up:
            self.fell(child.fault)
            self.note("amber", child.fault, printed=child.printed, fell=True)
        if self.given_up:
            for test in self.todo:
                why = self.broken or "not tried, after those that hang or crash"
                self.cells[test.id] = Cell(test.id, test.rule, "amber", why)
        elif child.done:
            self.all_over()

    def all_over(self) -> None:
        """The child says that its work is done: no test may be missing then."""
        told = self.over & (self.cells.keys() | self.left_out)
        for id, rule in [*((test.id, test.rule) for test in self.tests), *self.collected]:
            if id not in told:
                self.in_hand = id, rule
                self.note("amber", NO_END if id in self.begun else NOT_BEGUN)


def try_all(
    trials: list[Trial],
    at_once: int = os.cpu_count() or 1,
    on_done: Callable[[int, int], None] = lambda _done, _of: None,
) -> None:
    """Try them, so many at once, each in children of its own; if a child falls, another one follows.

    If a terminal is lent to them, they come one after the other, for each may stop at a breakpoint.
    `on_done` hears how many of how many are done.
    """
    at_once = 1 if LENT.terminal else at_once
    waiting = trials[::-1]
    running: dict[Trial, Child] = {}
    on_done(0, len(trials))
    try:
        while waiting or running:
            while waiting and len(running) < at_once:
                trial = waiting.pop()
                running[trial] = trial.start()
            wait_for(running.values(), 0.05)
            for trial, child in list(running.items()):
                for message in child.messages():
                    trial.hear(message)
                if trial.given_up and not child.over:
                    child.end()
                if child.over:
                    del running[trial]
                    trial.ended(child)
                    if trial.todo:
                        waiting.append(trial)
                    else:
                        on_done(len(trials) - len(waiting) - len(running), len(trials))
    finally:
        for child in running.values():
            child.end()
