"""What a history of commits says of a test before each of them: the trace of its outcomes."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dojo.model.outcome import Colour, Outcome, Reason
from dojo.prove.measure.outcomes import TestResult
from dojo.prove.measure.source_tree import SourceTree
from dojo.tracing.moment import Moment
from dojo.tracing.state import TestState
from dojo.tracing.trace import Trace
from dojo.tracing.version import Version


@dataclass(frozen=True)
class Past:
    """How a test was red before a version.

    Attributes:
        was_red: True if it was red, or crashed, when it ran last.
        asserted: True if its own assertion has failed since it was green last.
        adapts: True if it was changed for new names in the code, and is red only because they are missing.
        red: how it was red; the failure that says most.
    """

    was_red: bool = False
    asserted: bool = False
    adapts: bool = False
    red: Outcome | None = None


NEVER_RED = Past()


@dataclass(frozen=True)
class Ran:
    """What ran of a version: its results, and the files of tests that were asked.

    Attributes:
        before: the key of the version that it was made from.
    """

    key: str
    before: str
    tree: SourceTree
    results: Mapping[str, TestResult]
    files: frozenset[str] = frozenset()


@dataclass(eq=False)
class CommitTrace:
    """The trace of the commits of a range, each by its hash."""

    trace: Trace = field(default_factory=lambda: Trace([]))
    numbers: dict[str, int] = field(default_factory=dict)

    def add(self, ran: Ran, *, begins: bool = False) -> None:
        """Follow each test into one more version."""
        number = len(self.numbers) + 1
        self.numbers[ran.key] = number
        before = self.numbers.get(ran.before, 0)
        outcomes = {test: result.outcome for test, result in ran.results.items()}
        base = self.trace.moments.get(before)
        for test, state in (base.states if base else {}).items():
            # nobody asked it here: what it came to before still holds
            is_present = state.function in ran.tree.tests or state.source is None
            if test not in outcomes and is_present and state.file not in ran.files:
                outcomes[test] = Outcome(test, Colour.AMBER, Reason.NOT_TRIED)
        version = Version(
            number=number,
            before=before,
            outcomes=outcomes,
            own=frozenset(outcomes),
            sources=ran.tree.tests,
            # two versions with the same hash compute the same
            code=hashlib.sha256(repr(sorted(ran.tree.normal_code.items())).encode()).hexdigest(),
            begins=begins,
        )
        self.trace.moments[number] = self.trace.follow(version)

    def moment_of(self, key: str) -> Moment | None:
        return self.trace.moments.get(self.numbers.get(key, 0))

    def past_of(self, key: str, test: str) -> Past:
        """Say how a test was red before a version; it may have had another name then."""
        moment = self.moment_of(key)
        state = moment.states.get(test) if moment else None
        previous = state.previous if state else None
        if previous is None or previous.is_green:
            return NEVER_RED
        reds = previous.reds
        asserted = [red for red in reds if red.outcome.reason == Reason.ASSERTED]
        shown = asserted[0] if asserted else reds[0]
        return Past(True, bool(asserted), is_for_new_names(reds), shown.outcome)

    def reds_of(self, key: str) -> list[str]:
        """Return the tests that are red in a version, or that had no answer since they were."""
        moment = self.moment_of(key)
        states = moment.states.values() if moment else ()
        return [state.id for state in states if not state.is_green and is_red(state)]


def is_red(state: TestState) -> bool:
    return any(
        red.outcome.reason in (Reason.ASSERTED, Reason.MISSING_NAME, Reason.CRASHED) for red in state.reds
    )


def is_for_new_names(reds: Sequence[TestState]) -> bool:
    """True if a test turned red when it was changed to names that the code lacks, and asks no more."""
    first = reds[-1]
    green = first.previous
    if green is None or any(red.outcome.reason != Reason.MISSING_NAME for red in reds):
        return False
    return not first.asks_the_same_as(green) and first.more_asserts_than(green) <= 0
