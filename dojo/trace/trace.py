"""Follows each test through a history: the one answer to the question whether it was red first.

It is pure: it runs nothing, reads no file and asks no clock. A file that cannot be read says nothing about
its tests, so a crash of the whole file changes nothing of what they did before it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from dojo.model.outcome import Colour, Outcome, Reason
from dojo.trace.sources import Test, match_renamed


@dataclass(frozen=True)
class Version:
    """A run in a history: its outcomes, and what its tests and its code were.

    Attributes:
        before: the number of the version that it was made from; 0 if it is the first.
        own: the tests that the participant wrote; the others are of the kata.
        sources: the participant's tests by their ids without rows, as far as they can be read.
        code: what stands for the code: two versions with the same text compute the same.
        surroundings: the same for all that is no code: what the tests need.
        begins: True if it was there at the start: nobody claims to have seen its tests come.
        says_own: False for an old light that does not say what the participant's tests came to.
        opens: the tests of the kata that were revealed here, and that open a step.
    """

    number: int
    before: int
    outcomes: Mapping[str, Outcome]
    own: frozenset[str]
    sources: Mapping[str, Test]
    code: str
    surroundings: str = ""
    begins: bool = False
    says_own: bool = True
    opens: frozenset[str] = frozenset()


class Became(Enum):
    """What became of a test that is green now, with a version in which something changed for it."""

    RED_FIRST = auto()  # its own assertion failed, and then the code made it green
    RED_BY_NAME = auto()  # it was red only because a name was missing
    CRASHED_FIRST = auto()
    RED_UNKNOWN = auto()  # it was red, and the light is too old to say why
    GREEN_AT_ONCE = auto()
    WITH_ITS_CODE = auto()  # it came, or was changed, in one save with the code: nobody saw it red
    MADE_GREEN = auto()  # its own assertion failed, and then the test was changed
    ADAPTED = auto()  # it was changed for new names in the code, and asks no more than before
    REWRITTEN = auto()
    WEAKENED = auto()
    UNSTEADY = auto()  # nothing has changed, and it has another colour


# what was known of the test still holds
TIDIED = (Became.ADAPTED, Became.REWRITTEN, Became.WEAKENED)
# what only crashed was amber: its own assertion was never seen to fail
NEVER_RED = (Became.GREEN_AT_ONCE, Became.WITH_ITS_CODE, Became.CRASHED_FIRST)


@dataclass(frozen=True, eq=False)
class TestState:
    """A test at the last version that had an answer for it.

    Attributes:
        source: what it does; None for a test of the kata, and for one that cannot be read.
        base: the version that this one was made from.
        previous: the state that it follows; None if it is new.
        is_known: False if it may have run before, in a light that does not say so.
    """

    id: str
    outcome: Outcome
    source: Test | None
    version: Version
    base: Version | None
    is_own: bool
    previous: "TestState | None" = None
    is_known: bool = True

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

    @property
    def path(self) -> Iterator["TestState"]:
        """Yield this state and those before it, the last one first."""
        state: TestState | None = self
        while state:
            yield state
            state = state.previous

    @property
    def reds(self) -> list["TestState"]:
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
        texts = [state.source.source if state.source else "" for state in (self, other)]
        # where the file could not be read, its rows are not known
        rows = {state.row for state in (self, other) if state.row}
        return texts[0] == texts[1] and len(rows) < 2

    def more_asserts_than(self, other: "TestState | None") -> int:
        """Count how many assertions it has more than it had; a new row asks for more."""
        if other is None or other.source is None or self.source is None:
            return 1
        return 1 if self.row and self.row != other.row else self.source.asserts - other.source.asserts

    @property
    def became(self) -> Became | None:
        """Was it red first, by its own assertion, before the code that made it green?

        None if nothing has become of it: it is not green, or it was green before and says the same.
        """
        if not self.is_green or self.version.begins or not self.is_known:
            return None
        if self.previous is None:
            return came_green(self)
        if self.previous.is_green:
            return edited_in_green(self, self.previous)
        return turned_green(self, self.previous)


def came_green(state: TestState) -> Became:
    """Say what became of a test that was green when it came."""
    code = state.base.code if state.base else ""
    return Became.GREEN_AT_ONCE if state.version.code == code else Became.WITH_ITS_CODE


def turned_green(state: TestState, before: TestState) -> Became | None:
    """Say what became of a test that was red, or crashed, and is green now."""
    # an old light says that a test was red, and not why; what was amber was not red
    reasons = {state.outcome.reason for state in before.reds if state.outcome.colour == Colour.RED}
    green = state.last_green
    is_same = state.asks_the_same_as(before)
    if state.version.code == before.version.code:
        if is_same and state.version.surroundings == before.version.surroundings:
            return Became.UNSTEADY
        if reasons & {Reason.ASSERTED, Reason.UNKNOWN}:
            return Became.MADE_GREEN
        # a slip in the test, or in what it needs, was no red
        return edited_in_green(state, green) if green else Became.GREEN_AT_ONCE
    if not is_same:
        return Became.WITH_ITS_CODE
    if Reason.ASSERTED in reasons:
        return Became.RED_FIRST
    if green and not state.asks_the_same_as(green) and state.more_asserts_than(green) <= 0:
        return Became.ADAPTED
    if Reason.MISSING_NAME in reasons:
        return Became.RED_BY_NAME
    return Became.RED_UNKNOWN if Reason.UNKNOWN in reasons else Became.CRASHED_FIRST


def edited_in_green(state: TestState, before: TestState) -> Became | None:
    """Say what became of a test that was green, and is green; None if nobody changed it."""
    if state.asks_the_same_as(before):
        return None
    more = state.more_asserts_than(before)
    if more < 0:
        return Became.WEAKENED
    return came_green(state) if more else Became.REWRITTEN


@dataclass(frozen=True)
class Moment:
    """What a version is in its history.

    Attributes:
        states: the tests that there are, by their ids; what a file that cannot be read says is older.
        news: the tests that have an answer here.
        came: those of them that were never there before.
        deleted: the tests that the version before had and that are gone, as they were last.
        set_aside: those of them that were not green, or that are left out now.
    """

    version: Version
    base: "Moment | None" = None
    states: dict[str, TestState] = field(default_factory=dict)
    news: list[TestState] = field(default_factory=list)
    came: list[TestState] = field(default_factory=list)
    deleted: list[TestState] = field(default_factory=list)
    set_aside: list[TestState] = field(default_factory=list)

    @property
    def is_silent(self) -> bool:
        """True if there are tests, and none had an answer: whatever broke says nothing of them."""
        return bool(self.version.outcomes) and not self.news

    @property
    def broken(self) -> list[TestState]:
        """Return the tests that were green, say the same, and are not, for the code has changed."""
        return [state for state in self.news if is_broken(state)]


def is_broken(state: TestState) -> bool:
    """True if a test was green, says the same, and is not green, for the code has changed."""
    before = state.previous
    if before is None or not before.is_green or state.is_green:
        return False
    return state.asks_the_same_as(before) and state.version.code != before.version.code


@dataclass(frozen=True)
class TestHistory:
    """What a history says of one test.

    Attributes:
        states: all of its states, the first one first, under all of its names, on every way.
        last: the one in the last version, or else the one that it had last.
        is_there: True if the last version has it.
    """

    states: Sequence[TestState]
    last: TestState
    is_there: bool

    @property
    def first_seen(self) -> int:
        """Return the number of the first version that has it."""
        return self.states[0].version.number

    @property
    def red_at(self) -> list[int]:
        """Return the numbers of the versions at which it was red."""
        return [state.version.number for state in self.states if state.outcome.colour == Colour.RED]

    def was_red_as(self, state: TestState) -> bool:
        """True if it was red at any time and did the same as in this state."""
        same = [other for other in self.states if other.asks_the_same_as(state)]
        return any(other.outcome.colour == Colour.RED for other in same)

    @property
    def is_never_red(self) -> bool:
        """True if no version shows that it can be red as it is: it was green when it came or was changed."""
        for state in self.last.path:
            if self.was_red_as(state):
                return False
            if state.became and state.became not in TIDIED:
                return state.became in NEVER_RED
        return False

    @property
    def is_known(self) -> bool:
        """True if it came in this history, or was seen red in it."""
        first = self.states[0]
        return bool(self.red_at) or (first.is_known and not (first.version.begins and first.is_green))


class Trace:
    """All versions of a history, and what each of them was to each test."""

    def __init__(self, versions: Iterable[Version]) -> None:
        self.moments: dict[int, Moment] = {}
        # the last state of every test, on whatever way: one that was deleted may come back
        self.latest: dict[str, TestState] = {}
        # of each state all states of its test: an id may have been that of another test before
        self.lives: dict[TestState, list[TestState]] = {}
        for version in versions:
            self.moments[version.number] = self.follow(version)

    @property
    def last(self) -> Moment | None:
        return next(reversed(self.moments.values()), None)

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
        renamed: dict[str, str] = {}
        if base:
            renamed = match_renamed(dict(base.version.sources), dict(version.sources))
        taken = set[str]()
        for test, outcome in version.outcomes.items():
            if not is_file(test) and outcome.is_answer:
                old = self.find_previous(moment, test, renamed, taken)
                if old:
                    taken.add(old.id)
                self.add(moment, outcome, old)
        for file, outcome in version.outcomes.items():
            if is_file(file) and outcome.colour == Colour.RED:
                self.add_tests_of(moment, file, outcome, renamed, taken)
        self.keep_the_others(moment, taken)
        return moment

    def find_previous(
        self, moment: Moment, test: str, renamed: Mapping[str, str], taken: Collection[str]
    ) -> TestState | None:
        """Return what a test was: in the version before, or when it was there last."""
        function, bracket, row = test.partition("[")
        before = moment.base.states if moment.base else {}
        old_function = renamed.get(function, function)
        is_taken_over = function in renamed.values() and function not in renamed
        if not is_taken_over:
            same = before.get(f"{old_function}{bracket}{row}") or before.get(old_function)
            if same is not None:
                return same
            # a row of the participant that was changed has its place, and another name
            for state in before.values() if test in moment.version.own else ():
                is_gone = f"{function}{state.row}" not in moment.version.outcomes
                if state.function == old_function and is_gone and state.id not in taken:
                    return state
        old, source = self.latest.get(test), moment.version.sources.get(function)
        if old is None or source is None or old.source is None:
            return old
        return old if old.source.source == source.source else None

    def add(self, moment: Moment, outcome: Outcome, old: TestState | None) -> None:
        """Note the answer that a test has in a version."""
        version, base = moment.version, moment.base.version if moment.base else None
        test = outcome.test
        source = version.sources.get(test.partition("[")[0])
        is_own = test in version.own or source is not None
        is_known = old.is_known if old else base is None or base.says_own or not is_own
        state = TestState(test, outcome, source, version, base, is_own, old, is_known)
        moment.states[test] = state
        moment.news.append(state)
        if old is None:
            moment.came.append(state)
        self.latest[test] = state
        life = self.lives[old] if old else []
        life.append(state)
        self.lives[state] = life

    def add_tests_of(
        self, moment: Moment, file: str, outcome: Outcome, renamed: Mapping[str, str], taken: set[str]
    ) -> None:
        """Note the new tests of a file that lacks a name: they are red. The others did not change."""
        before = moment.base.states.values() if moment.base else ()
        for function, source in moment.version.sources.items():
            if not function.startswith(f"{file}::"):
                continue
            old_function = renamed.get(function, function)
            olds = [state for state in before if state.function == old_function]
            if not any(state.source and state.source.source == source.source for state in olds):
                taken.update(state.id for state in olds)
                self.add(moment, replace(outcome, test=function), olds[0] if olds else None)

    def keep_the_others(self, moment: Moment, taken: Collection[str]) -> None:
        """Note the tests of the version before that have no answer here: not asked, deleted, or left out."""
        version = moment.version
        unread = {file for file in version.outcomes if is_file(file)}
        answered = {state.function for state in moment.news}
        for test, state in (moment.base.states if moment.base else {}).items():
            if test in taken or test in moment.states:
                continue
            is_unasked = not state.is_own or test in version.outcomes or state.file in unread
            if is_unasked or not version.says_own:
                moment.states[test] = state
            elif state.function in answered:
                continue  # a row that is gone
            elif state.function in version.sources or not state.is_green:
                moment.set_aside.append(state)
            else:
                moment.deleted.append(state)

    def history_of(self, state: TestState) -> TestHistory:
        """Return what the history says of the test that has this state."""
        states = self.lives[state]
        there = [other for other in self.present if other in states]
        return TestHistory(states, there[-1] if there else states[-1], bool(there))

    @property
    def present(self) -> list[TestState]:
        """Return the tests that the last version has."""
        return list(self.last.states.values()) if self.last else []

    @property
    def tests(self) -> dict[str, TestHistory]:
        """What the history says of each test, by its last id; a test of the kata is one as well.

        Where two had the same id, one after the other, it is the one that is there.
        """
        histories: dict[str, TestHistory] = {}
        for states in {id(states): states for states in self.lives.values()}.values():
            history = self.history_of(states[-1])
            other = histories.get(history.last.id)
            if other is None or not other.is_there:
                histories[history.last.id] = history
        return histories


def is_file(test: str) -> bool:
    """True for the path of a file of tests that could not be read; a case of a program has brackets."""
    return "::" not in test and "[" not in test
