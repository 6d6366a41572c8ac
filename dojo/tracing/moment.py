"""What a version is in its history: to each test, and to the code that changed in it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from dojo.tracing.became import Became
from dojo.tracing.history import TestHistory
from dojo.tracing.sources import Test
from dojo.tracing.state import TestState
from dojo.tracing.version import Version
from dojo.wording import count_of

# each verb that would say more says so once
NO_LINES = "older lights do not say whether a test would have noticed what changed in green"


class InGreen(StrEnum):
    """What code that changed from green to green is, with the same tests."""

    # a test would have noticed another behaviour
    REFACTORING = "refactoring"
    # in some of it no test would have noticed a change
    UNNOTICED = "unnoticed"
    # it can do something new, and no test was red for it
    NEW_BEHAVIOUR = "new behaviour"
    # the light does not say
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Moment:
    """What a version is in its history.

    Attributes:
        base: the last one on the path that led here whose tests could say anything.
        states: the tests that there are, by their ids; what a file that cannot be read says is older.
        news: the tests that have an answer here.
        came: those of them that were never there before.
        deleted: the tests that the version before had and that are gone, as they were last.
        set_aside: those of them that were not green, or that are left out now.
        sources: the tests by their ids without rows; of a file that cannot be read, as they were before.
    """

    version: Version
    base: "Moment | None" = None
    states: dict[str, TestState] = field(default_factory=dict)
    news: list[TestState] = field(default_factory=list)
    came: list[TestState] = field(default_factory=list)
    deleted: list[TestState] = field(default_factory=list)
    set_aside: list[TestState] = field(default_factory=list)
    sources: dict[str, Test] = field(default_factory=dict)

    @property
    def path(self) -> "Iterator[Moment]":
        """Yield this one and those that led to it, the last one first."""
        moment: Moment | None = self
        while moment:
            yield moment
            moment = moment.base

    @property
    def is_silent(self) -> bool:
        """True if there are tests, and none had an answer: whatever broke says nothing of them."""
        return bool(self.version.outcomes) and not self.news

    @property
    def broken(self) -> list[TestState]:
        """Return the tests that were green, say the same, and are not, for the code has changed."""
        return [state for state in self.news if is_broken(state)]

    @property
    def in_green(self) -> InGreen | None:
        """What the change of code here is, if it changed from green to green, and no test asked for it."""
        base = self.base
        if base is None or base.version.code == self.version.code:
            return None
        if not (base.version.is_green and self.version.is_green) or self.asks_for_more:
            return None
        if self.version.grows:
            return InGreen.NEW_BEHAVIOUR
        if self.version.unnoticed is None:
            return InGreen.UNKNOWN
        return InGreen.UNNOTICED if self.version.unnoticed else InGreen.REFACTORING

    @property
    def in_green_words(self) -> str:
        """Say of code that changed in green what no test was there for; an empty text if there is nothing."""
        found = self.in_green
        if found == InGreen.NEW_BEHAVIOUR:
            return "the code can do something new, and no test was red for it"
        if found == InGreen.UNNOTICED:
            return unnoticed_in_words(self.version.unnoticed or 0)
        return ""

    @property
    def asks_for_more(self) -> bool:
        """True if there are more tests than before, or one of them asks for more."""
        version = self.version
        base = self.base.version if self.base else None
        if self.came or base is None:
            return True
        if version.number_of_tests > base.number_of_tests or version.revealed > base.revealed:
            return True
        return any(state.became not in (None, Became.REWRITTEN) for state in self.news)

    def state_of(self, history: TestHistory) -> TestState | None:
        """Return the state that a test has here, under whatever name."""
        for state in self.states.values():
            if state.history is history:
                return state
        return None


def unnoticed_in_words(lines: int) -> str:
    """Say of so many changed lines that no test is there for them: the same words in every verb."""
    return f"no test would have noticed a change in {count_of(lines, 'line')} of code"


def is_broken(state: TestState) -> bool:
    """True if a test was green, says the same, and is not green, for the code has changed."""
    before = state.previous
    if before is None or not before.is_green or state.is_green:
        return False
    return state.asks_the_same_as(before) and state.version.code != before.version.code
