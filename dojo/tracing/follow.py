"""Follows the tests of a history into one more version: which of its tests go on from which states."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from dojo.model.outcome import Colour, Outcome
from dojo.tracing.history import TestHistory, TestQuestion
from dojo.tracing.moment import Moment
from dojo.tracing.renames import match_renamed
from dojo.tracing.sources import Test, file_of
from dojo.tracing.state import TestState


class Follower:
    """Fills the moment of one version, and adds its states to the histories of all tests.

    Attributes:
        moment: the moment of the version.
        histories: the history of every test so far.
        latest: the last state of every test, by its id.
        before: the states of the version that this one was made from, by their ids.
        renamed: the old name of each test that was moved or renamed, by its new name; both without rows.
        taken: the states that a test of this version goes on from.
    """

    def __init__(self, moment: Moment, histories: list[TestHistory], latest: dict[str, TestState]) -> None:
        self.moment = moment
        self.histories = histories
        self.latest = latest
        self.before: Mapping[str, TestState] = {}
        self.renamed: dict[str, str] = {}
        if moment.base:
            self.before = moment.base.states
            self.renamed = match_renamed(moment.base.sources, dict(moment.version.sources))
        self.taken = set[TestState]()

    def follow(self) -> None:
        """Note what the version is to each test."""
        self.moment.sources.update(sources_at(self.moment))
        outcomes = self.moment.version.outcomes
        for test, outcome in outcomes.items():
            if not is_file(test) and outcome.is_answer:
                self.add(outcome, self.find_previous(test))
        for file, outcome in outcomes.items():
            if is_file(file) and outcome.colour == Colour.RED:
                self.add_tests_of(file, outcome)
        self.keep_the_others()

    def find_previous(self, test: str) -> TestState | None:
        """Return what a test was: in the version before, or when it was there last."""
        if test not in self.moment.version.own:
            return self.find_previous_of_kata(test)
        function, bracket, row = test.partition("[")
        # the test that had this name goes on under another one: this is a new test
        is_name_of_another = function in self.renamed.values()
        if not is_name_of_another:
            old_function = self.renamed.get(function, function)
            same = self.before.get(f"{old_function}{bracket}{row}") or self.before.get(old_function)
            if same is not None:
                return same
            changed = self.find_changed_row(function, old_function)
            if changed is not None:
                return changed
        return self.find_deleted(test)

    def find_previous_of_kata(self, test: str) -> TestState | None:
        """Return what a test of the kata was.

        While somebody edits the kata its tests are others: one that is as it was goes on from there.
        """
        old = self.before.get(test) or self.latest.get(test)
        if old is None:
            return None
        for state in old.path:
            if state.version.suite == self.moment.version.suite:
                return state
        return old

    def find_changed_row(self, function: str, old_function: str) -> TestState | None:
        """Return what a row of the participant was that has its place, and another name."""
        for state in self.before.values():
            is_gone = f"{function}{state.row}" not in self.moment.version.outcomes
            if state.function == old_function and is_gone and state not in self.taken:
                return state
        return None

    def find_deleted(self, test: str) -> TestState | None:
        """Return what a test was before it was deleted: it does the same, if that can be read."""
        function, bracket, row = test.partition("[")
        old = self.latest.get(test)
        source = self.moment.version.sources.get(function)
        if source is None or not source.source:
            return old
        if old and (old.source is None or old.source.source == source.source):
            return old
        return self.find_by_question(TestQuestion(source.source, f"{bracket}{row}"))

    def find_by_question(self, question: TestQuestion) -> TestState | None:
        """Return the last state of a test that asked this last, and that the version before does not have."""
        base = self.moment.base
        for history in reversed(self.histories):
            state = history.states[-1]
            # a test of this version that says the same, of another module perhaps, is not its past
            if state.question != question or state.version is self.moment.version:
                continue
            if base is None or base.state_of(history) is None:
                return state
        return None

    def add(self, outcome: Outcome, old: TestState | None) -> None:
        """Note the answer that a test has in the version, and the state that it goes on from."""
        version = self.moment.version
        base = self.moment.base.version if self.moment.base else None
        test = outcome.test
        source = version.sources.get(test.partition("[")[0])
        is_own = test in version.own or source is not None
        # a light that says nothing of the participant's tests may have had a new one already
        is_known = not is_own or base is None or base.says_own
        if old:
            is_known = old.is_known
        history = self.history_after(old)
        state = TestState(outcome, source, version, base, is_own, history, old, is_known)
        history.note(state)
        self.moment.states[test] = state
        self.moment.news.append(state)
        if old:
            self.taken.add(old)
        else:
            self.moment.came.append(state)
        self.latest[test] = state

    def history_after(self, old: TestState | None) -> TestHistory:
        """Return the history of a test that goes on from a state; a new one if there is none."""
        if old and old not in self.taken:
            return old.history
        # several rows follow a function of which only that was known: each has its past, and then its own way
        history = old.history.fork() if old else TestHistory([], {})
        self.histories.append(history)
        return history

    def add_tests_of(self, file: str, outcome: Outcome) -> None:
        """Note the new tests of a file that lacks a name: they are red. The others did not change."""
        for function, source in self.moment.version.sources.items():
            if not function.startswith(f"{file}::"):
                continue
            old_function = self.renamed.get(function, function)
            rows = [state for state in self.before.values() if state.function == old_function]
            if not has_source(rows, source):
                old = rows[0] if rows else self.find_deleted(function)
                self.add(replace(outcome, test=function), old)
                self.taken.update(rows)

    def keep_the_others(self) -> None:
        """Note the tests of the version before that have no answer here: not asked, deleted, or left out."""
        version = self.moment.version
        answered = {state.function for state in self.moment.news}
        for test, state in self.before.items():
            if state in self.taken or test in self.moment.states:
                continue
            was_not_asked = not state.is_own or test in version.outcomes or state.file in version.outcomes
            if was_not_asked or not version.says_own:
                self.moment.states[test] = state
            # otherwise it is a row that is gone, of a test that has others
            elif state.function not in answered:
                note_gone(self.moment, state)


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


def sources_at(moment: Moment) -> Mapping[str, Test]:
    """Return the sources of the tests that could answer: of a file that cannot be read they are older."""
    version = moment.version
    if moment.base is None:
        return version.sources
    unread = set()
    for file, outcome in version.outcomes.items():
        if is_file(file) and not outcome.is_answer:
            unread.add(file)
    found = {}
    for function, source in moment.base.sources.items():
        if file_of(function) in unread:
            found[function] = source
    for function, source in version.sources.items():
        if file_of(function) not in unread:
            found[function] = source
    return found


def is_file(test: str) -> bool:
    """True for the path of a file of tests that could not be read; a case of a program has brackets."""
    return "::" not in test and "[" not in test
