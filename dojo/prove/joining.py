"""Looks at the verdicts on a version together: which rows guard, and which verdicts are said in one line."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dojo.prove.measure.outcomes import Cause
from dojo.prove.measure.weak_tests import ASSERTS_NOTHING
from dojo.prove.verdict import ROWS_OF_A_HELPER, SEEN_RED, Kind, Verdict, say
from dojo.runner.failure.reason import readable_name

# so many tests with one cause are one line
MANY_TESTS = 3
# what is said of many tests at once, if one cause has them all
ONE_LINE = {
    Kind.PASSES: "pass either way: {why}",
    Kind.NO_ANSWER: "could not be answered: {why}",
    Kind.BY_CRASH: "fail without the change, with a crash: {why}",
    Kind.SWITCHED_OFF: "passed before, and are switched off now: {why}",
    Kind.BROKE: "passed before this change, and fail now: {why}",
    Kind.STILL_RED: "fail in this version: {why}",
    Kind.ADAPTED: "were adapted: names in the code changed, and they ask no more than before.",
    Kind.REPAIRED: "crashed by themselves before, and were repaired.",
    Kind.REFACTORING: "were rewritten, and pass before and after.",
}
# the same of a test that passes either way, of many
PASS_EITHER_WAY = {
    ROWS_OF_A_HELPER: "they have other rows, from a helper that changed.",
    ASSERTS_NOTHING: "they assert nothing by themselves.",
}


def note_guards(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Return verdicts in which a row that was green at once guards, where another row of its test was red."""
    driven = {verdict.function for verdict in verdicts if verdict.kind in SEEN_RED}
    found = []
    for verdict in verdicts:
        if verdict.kind == Kind.PASSES and verdict.function in driven:
            found.append(say(Kind.GUARD, verdict.rule, test=verdict.test, line=verdict.line))
        else:
            found.append(verdict)
    return found


def join_rows(verdicts: Sequence[Verdict], rows: Mapping[str, int]) -> list[Verdict]:
    """Join the rows of a test that have the same verdict: `scores, 3 of 5 rows`; the first of them says why.

    Then join tests with one cause. Takes how many rows each test has.
    """
    groups: dict[tuple[str, ...], list[Verdict]] = {}
    for verdict in verdicts:
        why = verdict.why if verdict.kind == Kind.NO_ANSWER else ""
        groups.setdefault((verdict.function, verdict.kind, why), []).append(verdict)
    joined = []
    for (function, *_), alike in groups.items():
        joined.append(join_group(function, alike, rows.get(function, 0)) if len(alike) > 1 else alike[0])
    return join_causes(joined)


def join_group(function: str, alike: Sequence[Verdict], number_of_rows: int) -> Verdict:
    """Return one verdict for some rows of a test."""
    first, number = alike[0], len(alike)
    of = "" if number >= number_of_rows else f" of {number_of_rows}"
    rule = f"{readable_name(function.rpartition('::')[2])}, {number}{of} rows"
    says = first.says.replace(f"“{first.rule}”", f"“{rule}”")
    return replace(first, says=says, rule=rule, test=function, number=number)


def has_common_cause(verdict: Verdict) -> bool:
    """True if other tests with the same verdict, and the same words, have it for the same cause."""
    if verdict.kind not in ONE_LINE or not verdict.test:
        return False
    if verdict.kind == Kind.PASSES:
        return verdict.why in PASS_EITHER_WAY
    # two assertions may fail in the same words for two causes
    return verdict.cause != Cause.ASSERTED


def join_causes(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Return one verdict for three tests or more that have one cause; what has no answer comes last."""
    groups: dict[tuple[Kind, str], list[Verdict]] = {}
    for verdict in verdicts:
        if has_common_cause(verdict):
            groups.setdefault((verdict.kind, verdict.why), []).append(verdict)
    found = []
    for verdict in sorted(verdicts, key=lambda verdict: verdict.kind == Kind.NO_ANSWER):
        alike = groups.get((verdict.kind, verdict.why), [])
        if verdict not in alike or len(alike) < MANY_TESTS:
            found.append(verdict)
        elif verdict is alike[0]:
            number = sum(same.number for same in alike)
            why = PASS_EITHER_WAY.get(verdict.why, verdict.why)
            says = f"{len(alike)} tests {ONE_LINE[verdict.kind].format(why=why)}"
            found.append(replace(verdict, says=says, rule="", number=number))
    return found
