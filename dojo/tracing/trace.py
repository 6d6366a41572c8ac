"""Follows each test through a history, so that every verb says the same of it.

It is pure: it runs nothing, reads no file and asks no clock. A file that cannot be read says nothing about
its tests, so a crash of the whole file changes nothing of what they did before it.
"""

from collections.abc import Iterable

from dojo.tracing.follow import Follower
from dojo.tracing.history import TestHistory
from dojo.tracing.moment import InGreen, Moment
from dojo.tracing.state import TestState
from dojo.tracing.version import Version


class Trace:
    """All versions of a history, and what each of them was to each test."""

    def __init__(self, versions: Iterable[Version]) -> None:
        self.moments: dict[int, Moment] = {}
        self.histories: list[TestHistory] = []
        # the last state of every test, on whatever path: one that was deleted may come back
        self.latest: dict[str, TestState] = {}
        for version in versions:
            self.moments[version.number] = self.follow(version)

    @property
    def last(self) -> Moment | None:
        return next(reversed(self.moments.values()), None)

    @property
    def present(self) -> list[TestState]:
        """Return the tests that the last version has."""
        return list(self.last.states.values()) if self.last else []

    @property
    def deleted(self) -> list[TestState]:
        """Return the tests that somebody deleted and that are gone, as they were last.

        Where `make back` took tests back, nobody deleted them.
        """
        present = {state.history for state in self.present}
        found: dict[TestHistory, TestState] = {}
        path = list(self.last.path) if self.last else []
        for moment in reversed(path):
            for state in (*moment.deleted, *moment.set_aside):
                if state.history not in present and state.function not in moment.version.sources:
                    # one that was deleted twice counts as it was last
                    found.pop(state.history, None)
                    found[state.history] = state
        return list(found.values())

    @property
    def lacks_lines(self) -> bool:
        """True if a light does not say whether a test would have noticed what changed in green.

        Of a program in another language no light can say it.
        """
        for moment in self.moments.values():
            if moment.in_green != InGreen.UNKNOWN:
                continue
            for test in moment.version.outcomes:
                # a case of a program has no such id
                if "::" in test:
                    return True
        return False

    def was_failing(self, test: str) -> bool:
        """True if a test of the kata was not green in some version."""
        latest = self.latest.get(test)
        states = latest.history.states if latest else []
        return any(not state.is_green for state in states)

    def is_decided_by(self, state: TestState) -> bool:
        """True if this state is the one that says of its test, as it is at the end, how it came."""
        for other in self.present:
            if other.history is state.history:
                return other.deciding_claim() is state
        return False

    def base_of(self, version: Version) -> Moment | None:
        """Return the last version on the way here whose tests could say anything."""
        moment = None if version.begins else self.moments.get(version.before)
        while moment and moment.is_silent:
            moment = moment.base
        return moment

    def follow(self, version: Version) -> Moment:
        """Return what a version is to each test, which goes into their histories."""
        moment = Moment(version, self.base_of(version))
        Follower(moment, self.histories, self.latest).follow()
        return moment
