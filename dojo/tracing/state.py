"""A test at a version, and what became of it there: was it red first, before the code that made it green?

A state at which something became of its test is a *claim*: the test came, turned green, or was changed in
green. What a verb says of a test is what its last claim says. One that only tidied the test leaves that to
the claim before it: `deciding_claim`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import inf

from dojo.model.outcome import Colour, Outcome, Reason
from dojo.runner.failure.reason import readable_name
from dojo.story.tests import rule_of
from dojo.tracing.became import NEVER_RED, SEEN_RED, TIDIED, Became
from dojo.tracing.history import TestHistory, TestQuestion
from dojo.tracing.sources import Test
from dojo.tracing.version import Version


def own_rule(test: str) -> str:
    """Return a test of the participant in words, by its id."""
    return readable_name(test.rpartition("::")[2])


@dataclass(frozen=True, eq=False)
class TestState:
    """A test at the last version that had an answer for it.

    Attributes:
        source: what it does; None for a test of the kata, and for one that cannot be read.
        base: the version that this one was made from.
        history: all states of the test.
        previous: the state that it follows; None if it is new.
        is_known: False if it may have run before, in a light that does not say so.
    """

    outcome: Outcome
    source: Test | None
    version: Version
    base: Version | None
    is_own: bool
    history: TestHistory
    previous: "TestState | None" = None
    is_known: bool = True

    @property
    def id(self) -> str:
        return self.outcome.test

    @property
    def rule(self) -> str:
        """The test in words, in every verb: of the kata its rule, and of the participant its name."""
        return own_rule(self.id) if self.is_own else rule_of(self.id)

    @property
    def function(self) -> str:
        return self.id.partition("[")[0]

    @property
    def row(self) -> str:
        return self.id.removeprefix(self.function)

    @property
    def file(self) -> str:
        return self.id.partition("::")[0]

    @property
    def is_green(self) -> bool:
        return self.outcome.colour == Colour.GREEN

    @cached_property
    def question(self) -> TestQuestion:
        """What it asks; of a test of the kata that stands in the suite of that time."""
        if not self.is_own:
            return TestQuestion(self.version.suite, "")
        source = self.source.source if self.source else ""
        return TestQuestion(source, self.row)

    @property
    def surroundings(self) -> tuple[str, str]:
        """What the participant's test needs that is neither code nor the test itself."""
        return self.version.surroundings.get(self.file, ""), self.version.surroundings.get("", "")

    @property
    def path(self) -> Iterator["TestState"]:
        """Yield this state and those before it, the last one first."""
        state: TestState | None = self
        while state:
            yield state
            state = state.previous

    @property
    def reds(self) -> "list[TestState]":
        """Return the states since it was green last, this one included, the last one first."""
        found = []
        for state in self.path:
            if state.is_green:
                break
            found.append(state)
        return found

    @property
    def last_green(self) -> "TestState | None":
        """Return the state in which it was green before."""
        for state in self.path:
            if state is not self and state.is_green:
                return state
        return None

    def asks_the_same_as(self, other: "TestState") -> bool:
        """True if the test does the same in both; the name of its function may differ."""
        # what the kata asks is not the participant's: one who mends a test of it has changed no test
        return not self.is_own or self.question.is_same_as(other.question)

    def is_as_at(self, other: "TestState") -> bool:
        """True if the participant's test does the same in both, and what it shares with others does so."""
        return self.is_own and self.asks_the_same_as(other) and self.surroundings == other.surroundings

    def more_asserts_than(self, other: "TestState") -> int:
        """Count how many assertions it has more than it had, less than 0 if it has fewer.

        A row with other values asks for more, and so does what cannot be read: that counts as 1.
        """
        if other.source is None or self.source is None:
            return 1
        if self.row and self.row != other.row:
            return 1
        return self.source.asserts - other.source.asserts

    @cached_property
    def became(self) -> Became | None:
        """Was it red first, by its own assertion, before the code that made it green?

        None if nothing has become of it: it is not green, or it was green before and says the same, or it had
        its proof before.
        """
        if not self.is_green or self.version.begins or not self.is_known:
            return None
        if self.previous is None:
            return came_green(self)
        if self.previous.is_green:
            return edited_in_green(self, self.previous)
        found = turned_green(self, self.previous)
        return None if found in SEEN_RED and self.had_its_proof else found

    @property
    def had_its_proof(self) -> bool:
        """True if it was red first before, and asked the same."""
        before = self.last_green
        claim = before.claim if before else None
        while claim:
            if claim.became == Became.RED_FIRST and claim.asks_the_same_as(self):
                return True
            claim = claim.claim_before
        return False

    @cached_property
    def claim(self) -> "TestState | None":
        """The state, this one or an earlier one, that says how the test came to be green as it is."""
        if not self.is_green:
            green = self.last_green
            return green.claim if green else None
        if self.became is not None and self.became != Became.UNSTEADY:
            return self
        return self.claim_before

    @property
    def claim_before(self) -> "TestState | None":
        """The claim of the last time that it was green before."""
        green = self.last_green
        return green.claim if green else None

    def deciding_claim(self, until: float = inf) -> "TestState | None":
        """Return the claim that says whether it was red first, by all versions up to a number.

        One that was only tidied goes by the claim before it. None if it is not green, and asks something
        else than when it was green last: it is not judged yet.
        """
        green = self if self.is_green else self.last_green
        if green is None or not self.asks_the_same_as(green):
            return None
        claim = green.claim
        while claim and claim.became in TIDIED and not claim.was_red(until):
            claim = claim.claim_before
        return claim

    def was_red(self, until: float = inf) -> bool:
        """True if a version up to a number has seen it red, when it asked the same."""
        return self.history.was_red_at(self.question, until)

    def is_never_red(self, until: float = inf) -> bool:
        """True if no version up to a number shows that it can be red as it is."""
        claim = self.deciding_claim(until)
        return claim is not None and claim.became in NEVER_RED and not claim.was_red(until)

    def is_red_first(self, until: float = inf) -> bool:
        """True if a version up to a number has seen it red as it is, and it was green after that."""
        claim = self.deciding_claim(until)
        if claim is None or self.outcome.colour == Colour.RED:
            return False
        return claim.was_red(until) or claim.became in SEEN_RED


def came_green(state: TestState) -> Became | None:
    """Say what became of a test that was green when it came."""
    if not state.is_own:
        # that the code was there already is a question only where a test of the kata needed code
        return Became.GREEN_AT_ONCE if state.id in state.version.opens else None
    code = state.base.code if state.base else ""
    return Became.GREEN_AT_ONCE if state.version.code == code else Became.WITH_ITS_CODE


def turned_green(state: TestState, before: TestState) -> Became | None:
    """Say what became of a test that was red, or crashed, and is green now."""
    green = state.last_green
    was_taken_back = green is not None and state.is_as_at(green) and not state.is_as_at(before)
    # the participant edited it, and then made it what it was when it was green
    if was_taken_back:
        return None
    if state.version.code == before.version.code:
        return turned_green_by_itself(state, before)
    if not state.asks_the_same_as(before):
        return Became.WITH_ITS_CODE
    reasons = set()
    for red in before.reds:
        # what was amber was not red
        if red.outcome.colour == Colour.RED:
            reasons.add(red.outcome.reason)
    if Reason.ASSERTED in reasons:
        return Became.RED_FIRST
    # an old light says that a test was red, and not why
    if Reason.UNKNOWN in reasons:
        return Became.RED_UNKNOWN
    if green and not state.asks_the_same_as(green) and state.more_asserts_than(green) <= 0:
        return Became.ADAPTED
    return Became.RED_BY_NAME if Reason.MISSING_NAME in reasons else Became.CRASHED_FIRST


def turned_green_by_itself(state: TestState, before: TestState) -> Became | None:
    """Say what became of a test that was not green, and is green now with the same code."""
    if not state.is_own:
        is_shared = state.version.surroundings.get("") == before.version.surroundings.get("")
        return Became.UNSTEADY if is_shared and state.question == before.question else None
    if state.is_as_at(before):
        return Became.UNSTEADY
    for red in before.reds:
        if red.outcome.colour == Colour.RED and red.outcome.reason != Reason.MISSING_NAME:
            return Became.MADE_GREEN
    # a slip in the test, or in what it needs, was no red
    green = state.last_green
    return edited_in_green(state, green) if green else Became.GREEN_AT_ONCE


def edited_in_green(state: TestState, before: TestState) -> Became | None:
    """Say what became of a test that was green, and is green; None if nobody changed it."""
    if state.asks_the_same_as(before):
        return None
    more = state.more_asserts_than(before)
    if more < 0:
        return Became.WEAKENED
    return came_green(state) if more else Became.REWRITTEN
