"""What two outcomes of a test mean, before its commit and in it: the table of verdicts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from dojo.prove.commits.running import Outcome
from dojo.prove.proving import verdict
from dojo.prove.proving.verdict import SEEN_RED, TO_LOOK_AT, Kind, Verdict
from dojo.story.tests import rule_of

MANY = 3
LEFT_OUT = "it is skipped, or expected to fail"
CHANGES = "it comes out differently each time"


class Asks(Enum):
    """How much a test asserts, compared with what it was."""

    NEW = "more, or it was not there"
    SAME = "as much"
    LESS = "less"


@dataclass(frozen=True)
class Case:
    """A test, or a row of one, and what was seen of it."""

    rule: str
    id: str
    before: Outcome
    after: Outcome
    was: str = ""
    """Its id in the version before, if it was red there, with another text."""
    asserted: bool = False
    """Has an earlier version seen its assertion fail?"""
    asks: Asks = Asks.NEW
    """How much it asserts, compared with the test that it was, or with the tests that it replaces."""
    old_green: bool = False
    """Is the test that it was green in the version before, as that was?"""
    is_flaky: bool = False
    """Does it come out differently, before or after, when it runs a second time?"""
    has_code: bool = False
    """Does its file hold the code as well?"""


def red(outcome: Outcome) -> Kind | None:
    """Red by its assertion, by a name, or by a crash; None if it is green, or no answer."""
    if outcome.colour == "red":
        return Kind.PROVEN
    if outcome.missing:
        return Kind.BY_NAME
    in_code = outcome.where == "code" and outcome.error != "SyntaxError"
    on_its_answer = outcome.where == "test"  # which has no such key, or is nothing at all
    return Kind.BY_CRASH if outcome.colour == "amber" and (in_code or on_its_answer) else None


def reason(outcome: Outcome) -> str:
    """Why an outcome answers nothing; an empty text if it does."""
    if outcome.colour == "green" or red(outcome):
        return ""
    if outcome.colour == "left out":
        return LEFT_OUT
    if outcome.error == "ModuleNotFoundError" and outcome.where == "elsewhere":
        package = outcome.why.partition("'")[2].partition("'")[0]
        return f"it needs {package}, which PYTHON does not have"
    places = {
        "fixture": "its fixture broke",
        "file": "its file cannot be read",
        "code": "the code cannot be read",
    }
    return ": ".join(part for part in (places.get(outcome.where, ""), outcome.why) if part)


def verdict_of(case: Case) -> Verdict:
    """What is said of a test."""
    found = {"test": case.id, "failure": case.before.failure}
    if why := reason(case.after):
        return verdict.no_answer(case.rule, why, test=case.id, failure=case.after.failure)
    if red(case.after):
        return still_red(case)
    if why := reason(case.before):
        return verdict.no_answer(case.rule, f"before, {why}", **found)
    kind = red(case.before)
    if kind is None:
        return green_before(case)
    if case.is_flaky:
        return verdict.no_answer(case.rule, CHANGES, **found)
    if kind == Kind.BY_NAME and case.old_green and case.asks != Asks.NEW:
        return verdict.adapted(case.rule, why=case.before.why, **found)
    if kind == Kind.PROVEN or case.asserted:
        return verdict.proven(case.rule, why=case.before.why, **found)
    if kind == Kind.BY_NAME:
        return verdict.by_name(case.rule, case.before.missing, why=case.before.why, **found)
    return verdict.by_crash(case.rule, case.before.why, **found)


def green_before(case: Case) -> Verdict:
    """It is green in this version, and on the code of the version before."""
    if case.was:
        return verdict.made_green(case.rule, test=case.id)
    if case.has_code:
        return verdict.no_answer(case.rule, "its file holds the code as well", test=case.id)
    if case.asks == Asks.LESS:
        return verdict.weakened(case.rule, test=case.id)
    if case.asks == Asks.SAME:
        says = f"“{case.rule}” was written anew, and is green before and after: the test was tidied."
        return Verdict(Kind.REFACTORING, says, test=case.id, rule=case.rule)
    return verdict.passes(case.rule, test=case.id)


def still_red(case: Case) -> Verdict:
    """It is red in this version: perhaps a later one makes it green."""
    now = case.after
    says = f"“{case.rule}” is red here: {now.why}"
    return Verdict(Kind.STILL_RED, says, test=case.id, rule=case.rule, why=now.why, failure=now.failure)


def explained(one: Verdict, why: str) -> Verdict:
    """A verdict, with the reason that its commit gives if there is anything to explain."""
    return replace(one, explained=why) if one.kind in {*TO_LOOK_AT, Kind.NO_ANSWER} else one


def together(verdicts: Iterable[tuple[str, Verdict]], rows: Mapping[str, int]) -> list[Verdict]:
    """The verdicts, one for all rows of a test that have the same: `scores, 3 of 5 rows`.

    Takes each verdict with the id of its test, and how many rows each test has. Tests that could not be
    answered for the same reason have one verdict together.
    """
    groups: dict[tuple[str, ...], list[Verdict]] = {}
    for function, one in verdicts:
        same = one.says.replace(f"“{one.rule}”", "")
        groups.setdefault((function, one.kind, same), []).append(one)
    found = [joined(group, function, rows.get(function, 1)) for (function, *_), group in groups.items()]
    unanswered: dict[str, list[Verdict]] = {}
    for one in found:
        if one.kind == Kind.NO_ANSWER:
            unanswered.setdefault(one.why, []).append(one)
    told = [one for one in found if len(unanswered.get(one.why, [])) < MANY or one.kind != Kind.NO_ANSWER]
    return told + [at_once(why, group) for why, group in unanswered.items() if len(group) >= MANY]


def with_guards(verdicts: Iterable[tuple[str, Verdict]]) -> list[tuple[str, Verdict]]:
    """The verdicts; a row that passes without the change is a guard if another row of its test does not."""
    found = list(verdicts)
    driven = {function for function, one in found if one.kind in SEEN_RED}
    return [
        (function, verdict.guard(one.rule, test=one.test))
        if one.kind == Kind.PASSES and function in driven
        else (function, one)
        for function, one in found
    ]


def at_once(why: str, group: list[Verdict]) -> Verdict:
    """One verdict for many tests that could not be answered for the same reason."""
    says = f"{len(group)} tests could not be answered: {why}"
    return Verdict(Kind.NO_ANSWER, says, test=group[0].test, why=why, failure=group[0].failure)


def joined(group: list[Verdict], function: str, rows: int) -> Verdict:
    """One verdict for several rows."""

    first = group[0]
    if len(group) == 1:
        return first
    number = f"{len(group)} rows" if len(group) == rows else f"{len(group)} of {rows} rows"
    rule = f"{rule_of(function)}, {number}"
    return replace(first, says=first.says.replace(f"“{first.rule}”", f"“{rule}”"), rule=rule, test=function)
