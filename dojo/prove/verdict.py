"""Verdicts on tests and code, and the sentences that say them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from dojo.screen.palette import COLOURS, NOT_RUN, REFACTORING, Look
from dojo.wording import count_of

GREEN, RED, AMBER = COLOURS.values()
TIDY, LIKE = REFACTORING, Look("≈", "")
CHANGES = "it comes out differently each time"
GUARD_OR_NOTHING = "it is a guard, or it tests nothing"
# as when a fixture gets parameters
ROWS_OF_A_HELPER = "it has other rows, from a helper that changed"


class Kind(StrEnum):
    """What was found out about a test, or about the code of a version.

    Each has its look, and what is said of the test: by commits, which show that it fails without the change,
    whether or not that was seen; and by lights, which show what a participant saw, and in which order.
    """

    look: Look
    commits: str
    lights: str

    def __new__(cls, word: str, look: Look, commits: str = "", lights: str = "") -> "Kind":
        kind = str.__new__(cls, word)
        kind._value_ = word
        kind.look, kind.commits, kind.lights = look, commits, lights or commits
        return kind

    PROVEN = (
        "proven",
        GREEN,
        "caught the change: without it, {why}",
        "was red for the right reason, then green.",
    )
    BY_NAME = (
        "red by name only",
        GREEN._replace(style=""),
        "fails without the change, but only because {name} is missing there: its own assertion never failed.",
        "was red only because {name} was missing: its own assertion never failed.",
    )
    BY_CRASH = (
        "red by a crash",
        GREEN,
        "fails without the change, with a crash: {why}",
    )
    SEEN = "red, then green", GREEN._replace(style=""), "", "was red, then green."
    CRASHED = (
        "crashed, then green",
        AMBER._replace(style=""),
        "",
        "crashed ({why}), then passed: you did not see it red.",
    )
    PAYS = "pays an earlier red", GREEN, "failed before, and passes now."
    UNSEEN = (
        "came with its code",
        RED._replace(style=""),
        "",
        "came, or was changed, together with its code: you did not see it red.",
    )
    ADAPTED = "adapted", LIKE, "was adapted: names in the code changed, and it asks no more than before."
    STILL_RED = "still red", RED, "fails in this version: {why}", "is still red: {why}"
    PASSES = (
        "passes either way",
        AMBER,
        "passes either way: {why}.",
        "was green when it came: break the code once, and see it red.",
    )
    GUARD = "guards beside a red row", LIKE, "passes either way; another row of the test caught the change."
    WEAKENED = "asks less than before", AMBER, "has fewer assertions than before."
    ASKED_MORE = (
        "asked more before",
        AMBER,
        "asked more before: as it was, it fails on the code of now: {why}",
    )
    SWITCHED_OFF = "switched off", AMBER, "passed before, and is switched off now: {why}"
    BROKE = "broke a test", AMBER, "passed before this change, and fails now: {why}"
    MADE_GREEN = (
        "made green by changing the test",
        AMBER,
        "was made green by changing {name}, not the code.",
        "was made green by changing the test, not the code.",
    )
    REPAIRED = "repaired", LIKE, "crashed by itself before, and was repaired."
    REFACTORING = "refactoring", TIDY, "was rewritten, and passes before and after."
    UNTESTED = "code without a test", AMBER
    NO_ANSWER = "could not answer", NOT_RUN, "could not be answered: {why}"


SEEN_RED = {Kind.PROVEN, Kind.BY_NAME, Kind.BY_CRASH, Kind.SEEN, Kind.PAYS}
"""A test that was red, and then green."""
NOT_GREEN = {Kind.STILL_RED, Kind.NO_ANSWER, Kind.BROKE, Kind.SWITCHED_OFF, Kind.ASKED_MORE}
LIGHTS_ONLY = {Kind.SEEN, Kind.CRASHED, Kind.UNSEEN}
"""What only lights can show: in which order things were saved."""
FAIL_ON = {
    "passes": {Kind.PASSES, Kind.WEAKENED, Kind.ASKED_MORE, Kind.MADE_GREEN},
    "untested": {Kind.UNTESTED, Kind.BROKE},
    "off": {Kind.SWITCHED_OFF},
    "red": {Kind.STILL_RED},
    "unanswered": {Kind.NO_ANSWER},
}
"""The words of `FAIL_ON=`, and the kinds that each stands for."""
USUALLY = ("passes", "untested", "off")
"""The words that are meant if none is given."""
TO_LOOK_AT = FAIL_ON["passes"] | FAIL_ON["untested"] | FAIL_ON["off"]
"""What a reader should look at, unless it is explained."""


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
    cause: str = ""
    """Why it failed, or why there is no answer: one of the words of `Cause`."""
    expected_before: str = ""
    """The assertion that was changed, as it was; and as it is."""
    expected_now: str = ""
    number: int = 1
    """How many tests, or rows of one, it is about."""

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
    def is_green(self) -> bool:
        """True if it is about a test that passes in its version."""
        return bool(self.test) and self.kind not in NOT_GREEN

    @property
    def to_look_at(self) -> bool:
        """True if a reader should look at it, and it is not explained."""
        return self.kind in TO_LOOK_AT and not self.explained

    @property
    def is_open(self) -> bool:
        """True if it must not be taken for a pass: it is to look at, or has no answer."""
        return self.to_look_at or (self.kind == Kind.NO_ANSWER and not self.explained)


def say(kind: Kind, rule: str, *, by_lights: bool = False, name: str = "", **more: Any) -> Verdict:
    """Make a verdict on a test; `name` is what was missing."""
    words = kind.lights if by_lights else kind.commits
    says = f"“{rule}” {words.format(name=name or 'a name', why=more.get('why', ''))}"
    return Verdict(kind, says, rule=rule, **more)


def judge_unnoticed(changed: int, unnoticed: int, *, grows: bool = False) -> Verdict:
    """Make the verdict on code that changed in green, by the lines in which no test would notice a change.

    If it grows, it can do something new.
    """
    if not grows and not (changed and unnoticed):
        return judge_code(changed, changed)
    says = f"code without a test: {count_of(changed, 'line')} of code changed"
    if unnoticed:
        where = "here" if unnoticed >= changed else f"in {unnoticed} of them"
        says += f", and no test would have noticed a change {where}"
    if grows:
        says += ". The code can do something new, and no test was red for it"
    return Verdict(Kind.UNTESTED, f"{says}.")


def no_answer(why: str) -> Verdict:
    """Make the verdict on a version that could not be judged."""
    return Verdict(Kind.NO_ANSWER, f"could not answer: {why}", why=why)


def judge_broken(what: str, changed: int, tests: str) -> Verdict:
    """Make the verdict on a change that has broken tests which nobody touched."""
    if what == "data":
        return Verdict(Kind.BROKE, f"data changed, and broke {tests}.")
    return Verdict(Kind.BROKE, f"{count_of(changed, 'line')} of code changed, and broke {tests}.")


def judge_code(changed: int, run: int) -> Verdict:
    """Make the verdict on code that changed while no test asked for it.

    Takes how many lines changed, and how many of them the tests run. It is a refactoring if they run four
    fifths of the lines.
    """
    lines = f"{count_of(changed, 'line')} of code changed"
    if not changed:
        return Verdict(Kind.REFACTORING, "a refactoring: code was deleted, and no test changed its colour.")
    runs = "the tests run all of them" if run == changed else f"the tests run {run or 'none'} of them"
    if changed == 1:
        runs = "the tests run it" if run else "no test runs it"
    if run < changed * 4 / 5:
        return Verdict(Kind.UNTESTED, f"code without a test: {lines}, and {runs}.")
    says = f"a refactoring: {lines}, no test changed its colour, and {runs}."
    return Verdict(Kind.REFACTORING, says)
