"""Verdicts on tests and code, and the sentences that say them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from dojo.screen.words import count_of


class Kind(StrEnum):
    """What was found out about a test, or about the code of a version."""

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


SEEN_RED = {Kind.PROVEN, Kind.BY_NAME, Kind.BY_CRASH, Kind.PAYS}
"""A test that was red, and then green."""
TO_LOOK_AT = {Kind.PASSES, Kind.WEAKENED, Kind.MADE_GREEN, Kind.UNTESTED}
"""What a reader should look at, unless it is explained."""
FAIL_ON = {
    "passes": {Kind.PASSES, Kind.WEAKENED, Kind.MADE_GREEN},
    "untested": {Kind.UNTESTED},
    "red": {Kind.STILL_RED},
    "unanswered": {Kind.NO_ANSWER},
}
"""The words of `FAIL_ON=`, and the kinds that each stands for."""

COMMITS = {
    Kind.PROVEN: "“{rule}” fails without this change: {why}",
    Kind.BY_NAME: "“{rule}” fails without this change, but only because {name} is missing there: its own"
    " assertion never failed.",
    Kind.BY_CRASH: "“{rule}” fails without this change, with a crash: {why}",
    Kind.PAYS: "“{rule}” failed for {name}, and passes now.",
    Kind.PASSES: "“{rule}” passes without this change too. Either it guards what worked before, or it does"
    " not test what it says.",
    Kind.GUARD: "“{rule}” passes without this change too, beside a row of the same test that fails.",
    Kind.WEAKENED: "“{rule}” has fewer assertions than before.",
    Kind.MADE_GREEN: "“{rule}” was made green by changing the test, not the code.",
    Kind.ADAPTED: "“{rule}” was adapted: names in the code changed, and it asks no more than before.",
    Kind.STILL_RED: "“{rule}” fails in this version: {why}",
    Kind.REFACTORING: "“{rule}” was rewritten, asks as much as before, and passes before and after.",
    Kind.NO_ANSWER: "“{rule}” could not be answered: {why}",
}
"""What the commits of a repository show: a test fails without the change, whether or not it was seen."""
LIGHTS = COMMITS | {
    Kind.PROVEN: "“{rule}” was red for the right reason, then green.",
    Kind.BY_NAME: "“{rule}” was red only because {name} was missing: its own assertion never failed.",
    Kind.BY_CRASH: "“{rule}” was red by a crash ({why}), then green.",
    Kind.UNSEEN: "“{rule}” would have been red, but you did not see it.",
    Kind.PASSES: "“{rule}” was green when it came: break the code once, and see it red.",
    Kind.STILL_RED: "“{rule}” is still red: {why}",
}
"""What lights show: what a participant saw, in its order."""
GREEN_AT_ONCE = "“{rule}” was green at once: the code for it was there before its test."
"""Said of a test of the kata whose step needed code for it."""
CODE_IN_GREEN = "code changed in green"
"""What colours alone can say of such a change; only a run of the tests tells whether it is a refactoring."""


@dataclass(frozen=True)
class Verdict:
    """What was found out about one test, or about a whole version if `test` is empty."""

    kind: Kind
    says: str
    """The sentence."""
    test: str = ""
    """The id of the test, as pytest has it."""
    rule: str = ""
    """The same in words."""
    why: str = ""
    """Why it failed, in a line."""
    failure_before: str = ""
    """How it failed without the change."""
    failure_now: str = ""
    """How it fails in this version, if it does."""
    explained: str = ""
    """The reason that its commit, or a file of reasons, gives for it."""
    line: int = 0
    """The line of its file that the test begins at; 0 if that is not known."""

    @property
    def file(self) -> str:
        return self.test.partition("::")[0]

    @property
    def function(self) -> str:
        return self.test.partition("[")[0]

    @property
    def failure(self) -> str:
        """How the test failed: without the change, or else in this version."""
        return self.failure_before or self.failure_now

    @property
    def to_look_at(self) -> bool:
        """True if a reader should look at it, and it is not explained."""
        return self.kind in TO_LOOK_AT and not self.explained

    @property
    def is_open(self) -> bool:
        """True if it must not be taken for a pass: it is to look at, or has no answer."""
        return self.to_look_at or (self.kind == Kind.NO_ANSWER and not self.explained)


def say(kind: Kind, rule: str, words: dict[Kind, str] = COMMITS, *, name: str = "", **more: Any) -> Verdict:
    """Make a verdict on a test; `name` is what was missing, or for how long the test was red."""
    says = words[kind].format(rule=rule, name=name or "a name", why=more.get("why", ""))
    return Verdict(kind, says, rule=rule, **more)


def no_answer(why: str) -> Verdict:
    """Make the verdict on a version that could not be judged."""
    return Verdict(Kind.NO_ANSWER, f"could not answer: {why}", why=why)


def judge_code(changed: int, run: int, broken: str = "") -> Verdict:
    """Make the verdict on code that changed while no test asked for it.

    Takes how many lines changed, how many of them the tests run, and the green tests that the change broke.
    """
    lines = f"{count_of(changed, 'line')} of code changed"
    if broken:
        return Verdict(Kind.UNTESTED, f"code without a test: {lines}, and broke {broken}.")
    if not changed:
        return Verdict(Kind.REFACTORING, "a refactoring: code was deleted, and no test changed its colour.")
    part = "all of them" if run == changed else f"{run} of them" if run else "none of them"
    if run >= ENOUGH * changed:
        says = f"a refactoring: {lines}, no test changed its colour, and the tests run {part}."
        return Verdict(Kind.REFACTORING, says)
    return Verdict(Kind.UNTESTED, f"code without a test: {lines}, and the tests run {part}.")


ENOUGH = 4 / 5
"""The part of its lines that the tests of a refactoring run."""
