"""The verdicts on a history: was each test seen red, for the right reason, before its code was written?

The words are the same for the lights of an attempt and for the commits of a repository.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from dojo.attempt.snapshot import Files


class Kind(StrEnum):
    """What was seen of a test, or of a version."""

    PROVEN = "proven"
    BY_NAME = "red by name only"
    BY_CRASH = "red by a crash"
    PAYS = "pays an earlier red"
    UNSEEN = "red, but nobody saw it"
    ADAPTED = "adapted"
    STILL_RED = "still red"
    PASSES = "passes without this change"
    GUARD = "guards beside a red row"
    WEAKENED = "asks less than before"
    MADE_GREEN = "made green by changing the test"
    REFACTORING = "refactoring"
    UNTESTED = "code without a test"
    NO_ANSWER = "could not answer"


TO_LOOK_AT = {Kind.PASSES, Kind.WEAKENED, Kind.MADE_GREEN, Kind.UNTESTED}
"""What a reader should look at, unless somebody has explained it."""
FAIL_ON = {
    "passes": {Kind.PASSES, Kind.WEAKENED, Kind.MADE_GREEN},
    "untested": {Kind.UNTESTED},
    "red": {Kind.STILL_RED},
    "unanswered": {Kind.NO_ANSWER},
}
"""What a caller may ask to fail on, and the kinds that this means."""
SEEN_RED = {Kind.PROVEN, Kind.BY_NAME, Kind.BY_CRASH, Kind.PAYS}
"""A test that was red, and then green."""


@dataclass(frozen=True)
class Verdict:
    """What was seen of one test, or of a whole version if `test` is empty."""

    kind: Kind
    says: str
    """The sentence."""
    test: str = ""
    """The id of the test, as pytest has it."""
    rule: str = ""
    """The same in words."""
    why: str = ""
    """Why it was red, in a line."""
    failure: str = ""
    """The failure, as far as somebody has to see it to believe it."""
    explained: str = ""
    """The reason that somebody gave for it."""
    line: int = 0
    """The line of its file that the test begins at; 0 if that is not known."""

    @property
    def file(self) -> str:
        """The file of the test, from the top of the repository."""
        return self.test.partition("::")[0]

    @property
    def function(self) -> str:
        """The id of the test without its row."""
        return self.test.partition("[")[0]

    @property
    def to_look_at(self) -> bool:
        """Should somebody look at it, and has nobody explained it?"""
        return self.kind in TO_LOOK_AT and not self.explained


class Change(NamedTuple):
    """The files before a version and in it."""

    before: Files
    after: Files


@dataclass(frozen=True)
class Version:
    """A commit, or the run that a light recorded, and the verdicts on it."""

    name: str
    """Its short hash, or the number of its light."""
    title: str
    """The first line of its message, or when it was and what was done."""
    verdicts: tuple[Verdict, ...] = ()
    remarks: tuple[str, ...] = ()
    """Sentences about the version that are no verdicts: “You opened three tests at once.”"""
    change: Callable[[], Change] | None = field(default=None, compare=False, repr=False)
    """Reads the files, for a page; none if nobody can."""
    commit: str = ""
    """The whole hash of a commit; nothing for a light."""

    @property
    def to_look_at(self) -> list[Verdict]:
        """The verdicts on it that somebody should look at."""
        return [verdict for verdict in self.verdicts if verdict.to_look_at]


@dataclass(frozen=True)
class Proof:
    """The verdicts on a whole history."""

    title: str
    """What it is a proof of: `60 commits of bowling`, or `the lights of tables-3`."""
    versions: tuple[Version, ...] = ()
    remarks: tuple[str, ...] = ()
    """Sentences about all of it."""
    how_to_explain: str = ""
    """How somebody can explain what is open; nothing if nobody can."""
    base: str = ""
    head: str = ""
    """The whole hashes of the commit before the first one, and of the last one."""
    python: str = ""
    """The Python that ran the tests of the commits."""

    @property
    def verdicts(self) -> Iterator[Verdict]:
        """All of them, in the order of the versions."""
        return (verdict for version in self.versions for verdict in version.verdicts)

    @property
    def counts(self) -> Counter[Kind]:
        """How many there are of each kind."""
        return Counter(verdict.kind for verdict in self.verdicts)

    @property
    def open(self) -> list[Verdict]:
        """What nobody may take for a pass: what is to look at, and what could not be answered."""
        return self.found(("passes", "untested", "unanswered"))

    def found(self, words: Collection[str]) -> list[Verdict]:
        """Select the unexplained verdicts that these words of `FAIL_ON=` name.

        A test that is red in one version, and green in a later one, is not red.
        """
        kinds = {kind for word in words for kind in FAIL_ON[word]}
        last = {one.function: one for one in self.verdicts if one.test}
        return [
            one
            for one in self.verdicts
            if one.kind in kinds
            and not one.explained
            and (one.kind != Kind.STILL_RED or last[one.function].kind == Kind.STILL_RED)
        ]


def proven(rule: str, **more: Any) -> Verdict:
    """Its own assertion failed before, and it is green after."""
    return Verdict(Kind.PROVEN, f"“{rule}” was red for the right reason, then green.", rule=rule, **more)


def by_name(rule: str, name: str, **more: Any) -> Verdict:
    """Only a name was missing before, and it is green after."""
    says = f"“{rule}” was red because {name} was missing; nobody has seen its assertion fail."
    return Verdict(Kind.BY_NAME, says, rule=rule, **more)


def by_crash(rule: str, why: str, **more: Any) -> Verdict:
    """It broke inside the code before, and it is green after."""
    says = f"“{rule}” was red by a crash ({why}), then green."
    return Verdict(Kind.BY_CRASH, says, rule=rule, why=why, **more)


def unseen(rule: str, **more: Any) -> Verdict:
    """It came with its code in one save: a replay on the code before is red, and nobody has seen that."""
    says = f"“{rule}” would have been red, but you did not see it."
    return Verdict(Kind.UNSEEN, says, rule=rule, **more)


def passes(rule: str, **more: Any) -> Verdict:
    """It is green before and after."""
    asks = "a guard, written after the code, or does it test what it says?"
    return Verdict(Kind.PASSES, f"“{rule}” passes without this change: {asks}", rule=rule, **more)


def had(rule: str, **more: Any) -> Verdict:
    """A test of ours that was revealed, and green at once; our step needed code for it."""
    says = f"“{rule}” was green at once: the code for it was there before its test."
    return Verdict(Kind.PASSES, says, rule=rule, **more)


def pays(rule: str, for_how_long: str, **more: Any) -> Verdict:
    """It was red in an earlier version, and is green now: `3 lights, 4 minutes`."""
    return Verdict(Kind.PAYS, f"“{rule}” was red for {for_how_long}, and is green now.", rule=rule, **more)


def made_green(rule: str, **more: Any) -> Verdict:
    """It was edited while it was red, the code was not, and then it was green."""
    says = f"“{rule}” was made green by changing the test, not the code."
    return Verdict(Kind.MADE_GREEN, says, rule=rule, **more)


def guard(rule: str, **more: Any) -> Verdict:
    """A row that is green before and after, of a table with a row that is not."""
    says = f"“{rule}” passes without this change, beside a row of the same test that does not: a guard."
    return Verdict(Kind.GUARD, says, rule=rule, **more)


def weakened(rule: str, **more: Any) -> Verdict:
    """It was there before, is green before and after, and has fewer assertions now."""
    return Verdict(Kind.WEAKENED, f"“{rule}” asks less than before: it lost an assertion.", rule=rule, **more)


def adapted(rule: str, **more: Any) -> Verdict:
    """The code has other names now: it was green, asks no more than it did, and only a name was missing."""
    says = f"“{rule}” was adapted: the code has other names now, and it asks no more than before."
    return Verdict(Kind.ADAPTED, says, rule=rule, **more)


def still_red(rule: str, why: str, **more: Any) -> Verdict:
    """It was red before, and is red after."""
    return Verdict(Kind.STILL_RED, f"“{rule}” is still red: {why}", rule=rule, why=why, **more)


def no_answer(rule: str, why: str, **more: Any) -> Verdict:
    """It did not run, before or after, for a reason outside it; `rule` is empty for a whole version."""
    subject = f"“{rule}” could not be answered" if rule else "could not answer"
    return Verdict(Kind.NO_ANSWER, f"{subject}: {why}", rule=rule, why=why, **more)


def refactoring(lines: str, run: str) -> Verdict:
    """Code changed, and no colour: `12 lines of code`, `11 of them`."""
    return Verdict(
        Kind.REFACTORING, f"a refactoring: {lines} changed, no colour did, and the tests run {run}."
    )


def untested(lines: str, run: str) -> Verdict:
    """Code changed, no test was red, and the tests run too little of it: `12 lines of code`, `3 of them`."""
    return Verdict(Kind.UNTESTED, f"code without a test: {lines} changed, and the tests run {run}.")
