"""Follows each test through a history, so that every verb says the same of it.

It is pure: it runs nothing, reads no file and asks no clock. A file that cannot be read says nothing about
its tests, so a crash of the whole file changes nothing of what they did before it.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from dojo.model.outcome import Colour, Outcome
from dojo.tracing.moment import InGreen, Moment
from dojo.tracing.renames import match_renamed
from dojo.tracing.sources import Test
from dojo.tracing.state import Question, TestHistory, TestState
from dojo.tracing.version import Version


class Trace:
    """All versions of a history, and what each of them was to each test."""

    def __init__(self, versions: Iterable[Version]) -> None:
        self.moments: dict[int, Moment] = {}
        self.histories: list[TestHistory] = []
        # the last state of every test, on whatever way: one that was deleted may come back
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
        state = self.latest.get(test)
        if state is None:
            return False
        return not all(other.is_green for other in state.history.states)

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
        """Return what a version is to each test."""
        base = self.base_of(version)
        moment = Moment(version, base)
        moment.sources.update(sources_at(moment))
        renamed: dict[str, str] = {}
        if base:
            renamed = match_renamed(base.sources, dict(version.sources))
        taken = set[TestState]()
        for test, outcome in version.outcomes.items():
            if not is_file(test) and outcome.is_answer:
                self.add(moment, outcome, self.find_previous(moment, test, renamed, taken), taken)
        for file, outcome in version.outcomes.items():
            if is_file(file) and outcome.colour == Colour.RED:
                self.add_tests_of(moment, file, outcome, renamed, taken)
        self.keep_the_others(moment, taken)
        return moment

    def find_previous(
        self, moment: Moment, test: str, renamed: Mapping[str, str], taken: Collection[TestState]
    ) -> TestState | None:
        """Return what a test was: in the version before, or when it was there last."""
        if test not in moment.version.own:
            return self.find_previous_of_kata(moment, test)
        function, bracket, row = test.partition("[")
        before = moment.base.states if moment.base else {}
        old_function = renamed.get(function, function)
        is_taken_over = function in renamed.values() and function not in renamed
        if not is_taken_over:
            same = before.get(f"{old_function}{bracket}{row}") or before.get(old_function)
            if same is not None:
                return same
            changed = find_changed_row(moment, function, old_function, taken)
            if changed is not None:
                return changed
        return self.find_deleted(moment, test)

    def find_previous_of_kata(self, moment: Moment, test: str) -> TestState | None:
        """Return what a test of the kata was.

        While somebody edits the kata its tests are others: one that is as it was goes on from there.
        """
        before = moment.base.states.get(test) if moment.base else None
        old = before or self.latest.get(test)
        for state in old.path if old else ():
            if state.version.suite == moment.version.suite:
                return state
        return old

    def find_deleted(self, moment: Moment, test: str) -> TestState | None:
        """Return what a test was before it was deleted: it does the same, if that can be read."""
        function, bracket, row = test.partition("[")
        old, source = self.latest.get(test), moment.version.sources.get(function)
        if source is None or not source.source:
            return old
        if old and (old.source is None or old.source.source == source.source):
            return old
        return self.find_by_question(moment, (source.source, f"{bracket}{row}"))

    def find_by_question(self, moment: Moment, question: Question) -> TestState | None:
        """Return the last state of a test that asked this last, and that the version before does not have."""
        base = moment.base
        for history in reversed(self.histories):
            state = history.states[-1]
            # a test of this version that says the same, of another module perhaps, is not its past
            if state.question != question or state.version is moment.version:
                continue
            if base is None or base.state_of(history) is None:
                return state
        return None

    def add(
        self,
        moment: Moment,
        outcome: Outcome,
        old: TestState | None,
        taken: set[TestState],
        *,
        is_own: bool = False,
    ) -> None:
        """Note the answer that a test has in a version."""
        version, base = moment.version, moment.base.version if moment.base else None
        test = outcome.test
        source = version.sources.get(test.partition("[")[0])
        is_own = is_own or test in version.own or source is not None
        is_known = old.is_known if old else base is None or base.says_own or not is_own
        if old is None:
            history = TestHistory([], {})
            self.histories.append(history)
        elif old in taken:
            # several rows follow a function of which only that was known
            history = old.history.fork()
            self.histories.append(history)
        else:
            history = old.history
        state = TestState(outcome, source, version, base, is_own, history, old, is_known)
        history.note(state)
        moment.states[test] = state
        moment.news.append(state)
        if old:
            taken.add(old)
        else:
            moment.came.append(state)
        self.latest[test] = state

    def add_tests_of(
        self, moment: Moment, file: str, outcome: Outcome, renamed: Mapping[str, str], taken: set[TestState]
    ) -> None:
        """Note the new tests of a file that lacks a name: they are red. The others did not change."""
        before = moment.base.states.values() if moment.base else ()
        for function, source in moment.version.sources.items():
            if not function.startswith(f"{file}::"):
                continue
            old_function = renamed.get(function, function)
            rows = [state for state in before if state.function == old_function]
            if not has_source(rows, source):
                old = rows[0] if rows else self.find_deleted(moment, function)
                self.add(moment, replace(outcome, test=function), old, taken, is_own=True)
                taken.update(rows)

    def keep_the_others(self, moment: Moment, taken: Collection[TestState]) -> None:
        """Note the tests of the version before that have no answer here: not asked, deleted, or left out."""
        if moment.base is None:
            return
        version = moment.version
        unread = {file for file in version.outcomes if is_file(file)}
        answered = {state.function for state in moment.news}
        for test, state in moment.base.states.items():
            if state in taken or test in moment.states:
                continue
            is_unasked = not state.is_own or test in version.outcomes or state.file in unread
            if is_unasked or not version.says_own:
                moment.states[test] = state
            # otherwise it is a row that is gone, of a test that has others
            elif state.function not in answered:
                note_gone(moment, state)


def note_gone(moment: Moment, state: TestState) -> None:
    """Note a test that is not there any more: left out, or deleted."""
    if state.function in moment.version.sources or not state.is_green:
        moment.set_aside.append(state)
    else:
        moment.deleted.append(state)


def has_source(states: Iterable[TestState], source: Test) -> bool:
    """True if one of the states says that its test does the same."""
    known = [state.source.source for state in states if state.source]
    return source.source in known


def find_changed_row(
    moment: Moment, function: str, old_function: str, taken: Collection[TestState]
) -> TestState | None:
    """Return what a row of the participant was that has its place, and another name."""
    for state in moment.base.states.values() if moment.base else ():
        is_gone = f"{function}{state.row}" not in moment.version.outcomes
        if state.function == old_function and is_gone and state not in taken:
            return state
    return None


def sources_at(moment: Moment) -> Mapping[str, Test]:
    """Return the sources of the tests that could answer: of a file that cannot be read they are older."""
    version = moment.version
    if moment.base is None:
        return version.sources
    found = {}
    unread = set()
    for file, outcome in version.outcomes.items():
        if is_file(file) and not outcome.is_answer:
            unread.add(file)
    for function, source in moment.base.sources.items():
        if function.partition("::")[0] in unread:
            found[function] = source
    for function, source in version.sources.items():
        if function.partition("::")[0] not in unread:
            found[function] = source
    return found


def is_file(test: str) -> bool:
    """True for the path of a file of tests that could not be read; a case of a program has brackets."""
    return "::" not in test and "[" not in test
