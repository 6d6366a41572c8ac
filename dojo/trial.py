"""What an attempt comes to, tried where nothing that it does can hurt: in children of this process.

The parent never imports a line of an attempt.
"""

import os
import re
import select
from collections.abc import Callable
from typing import NamedTuple

from dojo.attempts import Attempt
from dojo.child import Child, Message, Tell
from dojo.matrix import SuiteTest
from dojo.steps import ROOT

LIMIT = 2.0
"""Seconds that a test may take of the processor, of which it takes a fifth where it fills large tables."""
FALLS = 2
"""After so many tests that hang or crash the others are not tried any more: the room would wait for each."""
TOO_LONG = re.compile(r"^(dojo\.child\.)?TooLong: ")


class Result(NamedTuple):
    """What one test came to: its colour, why in a line, pytest's drawing of it, and what was printed."""

    id: str
    rule: str
    colour: str
    why: str = ""
    failure: str = ""
    printed: str = ""
    fell: bool = False
    """Did it hang or crash?"""


class Trial:
    """One attempt and the tests that are tried on it: what they come to, in their order."""

    def __init__(
        self,
        attempt: Attempt,
        work: Callable[["Trial", Tell], None],
        tests: list[SuiteTest],
        *,
        limit: float = LIMIT,
        drawn: bool = True,
    ) -> None:
        self.attempt, self.work, self.tests, self.limit, self.drawn = attempt, work, tests, limit, drawn
        self.home = ROOT
        """Where the tests run: what they write by a name alone arrives there."""
        self.results: dict[str, Result] = {}
        self.broken = ""
        """Why the attempt does not load, where it does not."""
        self.in_hand = "", ""
        self.falls: list[str] = []
        """Which tests hang or crash, and how."""

    @property
    def todo(self) -> list[SuiteTest]:
        """The tests that have come to nothing yet."""
        return [test for test in self.tests if test.id not in self.results]

    @property
    def given_up(self) -> bool:
        return bool(self.broken) or len(self.falls) >= FALLS

    @property
    def colour(self) -> str:
        """Amber if any test is, else red if any is, else green."""
        colours = {result.colour for result in self.results.values()}
        return next((colour for colour in ("amber", "red") if colour in colours), "green")

    @property
    def failing(self) -> Result | None:
        """The first test that is not green."""
        return next((result for result in self.results.values() if result.colour != "green"), None)

    def start(self) -> Child:
        """A child that tries what is still to do."""
        return Child(lambda tell: self.work(self, tell), self.limit)

    def hear(self, message: Message) -> None:
        """Note what the child tells."""
        if "why" in message:
            message["why"] = TOO_LONG.sub("", message["why"])  # the rest of it says so
        match message:
            case {"began": id, "rule": rule}:
                self.in_hand = id, rule
            case {"broken": True, "why": why, **told}:
                self.broken = why
                self.note("amber", why, **told)
            case {"colour": colour, "why": why, "fell": fell, **told}:
                if fell:
                    self.fell(why)
                self.note(colour, why, fell=fell, **told)

    def fell(self, why: str) -> None:
        """The test in hand hangs or crashes."""
        self.falls.append(f"“{self.in_hand[1]}” {why}")

    def note(self, colour: str, why: str, failure: str = "", printed: str = "", fell: bool = False) -> None:
        """The test in hand has come to something. What was not green at first stays so."""
        id, rule = self.in_hand
        if id not in self.results or self.results[id].colour == "green":
            self.results[id] = Result(id, rule, colour, why, failure, printed, fell)

    def ended(self, fault: str, printed: str) -> None:
        """The child has ended, well or not; of what is not tried any more nobody knows the colour."""
        if fault and not self.given_up:
            self.fell(fault)
            self.note("amber", fault, printed=printed, fell=True)
        if self.given_up:
            for test in self.todo:
                why = self.broken or "not tried, after those that hang or crash"
                self.results[test.id] = Result(test.id, test.rule, "amber", why)


def try_all(trials: list[Trial], at_once: int = os.cpu_count() or 1) -> None:
    """Try them, so many at once, each in children of its own; a child that falls is followed by another."""
    waiting = trials[::-1]
    running: dict[Trial, Child] = {}
    try:
        while waiting or running:
            while waiting and len(running) < at_once:
                trial = waiting.pop()
                running[trial] = trial.start()
            select.select([child.pipe for child in running.values()], [], [], 0.05)
            for trial, child in list(running.items()):
                for message in child.messages():
                    trial.hear(message)
                if trial.given_up and not child.over:
                    child.end()
                if child.over:
                    del running[trial]
                    trial.ended(child.fault, child.printed)
                    if trial.todo:
                        waiting.append(trial)
    finally:
        for child in running.values():
            child.end()
