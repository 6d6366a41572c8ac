"""The last commit of an attempt that is kept, and what has become of the tests since then."""

from collections.abc import Sequence

from dojo.attempt.light import current_test
from dojo.attempt.snapshot import Files
from dojo.history.runs import RunState
from dojo.model.outcome import Colour
from dojo.tracing.history import TestHistory
from dojo.tracing.moment import Moment
from dojo.tracing.trace import Trace


class LastCommit:
    """The last commit of a run, and what has become of the tests since then."""

    def __init__(self, trace: Trace, state: RunState, files: Files, ids: Sequence[str]) -> None:
        self.trace, self.state, self.files = trace, state, files
        is_green = state.colour == Colour.GREEN
        self.code = self.moment(state).version.code
        # what is not green at the start is new in the commit in which it is green
        self.number = state.light.number if is_green else 0
        self.known = self.tests(state, ids) if is_green else set()
        # the tests of a red commit since then, of which its message says what there is to say
        self.explained = set[TestHistory | str]()
        # a program that is not there yet has no answer, and its first case is not green all the same
        self.unanswered = "" if is_green else current_test(state.light)

    def moment(self, state: RunState) -> Moment:
        return self.trace.moments[state.light.number]

    def tests(self, state: RunState, ids: Sequence[str]) -> set[TestHistory | str]:
        """What stands for each test: its history, for it may have another name later."""
        return {self.test(state, id) for id in ids}

    def test(self, state: RunState, id: str) -> TestHistory | str:
        found = self.moment(state).states.get(id)
        return found.history if found and found.is_own else id

    def has_other_code(self, state: RunState) -> bool:
        return self.moment(state).version.code != self.code

    def is_new(self, state: RunState, id: str) -> bool:
        """True if a test was not there in the last commit."""
        return self.test(state, id) not in self.known

    def has_failed(self, state: RunState, id: str) -> bool:
        """True if a test was not green in some run since the last commit."""
        if id == self.unanswered:
            return True
        found = self.moment(state).states.get(id)
        for earlier in found.path if found else ():
            if earlier.version.number <= self.number:
                break
            if not earlier.is_green:
                return True
        return False

    def kept(self, state: RunState, ids: Sequence[str]) -> set[str]:
        """The new tests that the code kept at once, of which no message has said it."""
        found = set()
        for id in ids:
            is_kept = self.is_new(state, id) and not self.has_failed(state, id)
            if is_kept and self.test(state, id) not in self.explained:
                found.add(id)
        return found
