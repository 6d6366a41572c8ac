"""The verdicts on a version, from what was measured of it. It is pure: nothing runs, and no file is read."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from dojo.prove.joining import join_rows, note_guards
from dojo.prove.measure.evidence import CodeEvidence, CommitEvidence, TestEvidence
from dojo.prove.measure.outcomes import OFF, Cause, TestResult
from dojo.prove.past import NEVER_RED, Past
from dojo.prove.rules import FAILS_BY_ITSELF, TestCase, find_rule
from dojo.prove.verdict import (
    CHANGES,
    GUARD_OR_NOTHING,
    ROWS_OF_A_HELPER,
    SEEN_RED,
    Kind,
    Verdict,
    judge_broken,
    judge_code,
    no_answer,
    say,
)
from dojo.runner.failure.reason import readable_name
from dojo.tracing.sources import file_of
from dojo.wording import first_of

NOT_PYTHON = "{} is not Python, so its tests are not known"
HIDDEN = "a hook of the repository reports its failure as something else"
HOLDS_CODE = "its file holds the code as well"


class JudgedCommit(NamedTuple):
    """The verdicts on a version, and sentences about it that are no verdicts."""

    verdicts: list[Verdict]
    remarks: list[str]


def judge(
    evidence: CommitEvidence,
    pasts: Mapping[str, Past],
    unstable: Collection[str] = (),
) -> JudgedCommit:
    """Judge all tests of a version, and its code if no test asked for it.

    Takes what is known of the tests before, by their ids, and those that came out differently anywhere in the
    range: they prove nothing.
    """
    verdicts = []
    for test in evidence.tests:
        case = TestCase(test, pasts.get(test.id, NEVER_RED), evidence)
        verdict = judge_test(case, unstable)
        if verdict:
            verdicts.append(verdict)
    verdicts = note_guards(verdicts)
    if not any(verdict.kind in SEEN_RED for verdict in verdicts):
        verdicts += judge_deleted(evidence, unstable)
    verdicts = join_skipped(verdicts, evidence)
    found = [no_answer(NOT_PYTHON.format(path)) for path in evidence.unread_files]
    found += join_rows(verdicts, evidence.rows)
    if evidence.fault and not any(verdict.kind == Kind.NO_ANSWER for verdict in found):
        found.append(no_answer(evidence.fault))
    if all(verdict.kind == Kind.REFACTORING for verdict in found) and evidence.code:
        found += judge_code_evidence(evidence, evidence.code, unstable)
    return JudgedCommit(found, remarks_on(evidence))


def judge_test(case: TestCase, unstable: Collection[str]) -> Verdict | None:
    """Judge a test; None if nothing is to be said of it."""
    kind = find_rule(case).kind
    if kind is None:
        return None
    test = case.test
    # what comes out differently proves nothing, pays nothing, and is not accused
    if test.id in unstable:
        return say(Kind.NO_ANSWER, rule_of(test.id), test=test.id, why=CHANGES, line=test.test.line)
    shown = test.on_parent if test.on_parent and test.on_parent.is_failure else None
    failed = shown or test.now
    before = failure_before(case, kind)
    return say(
        kind,
        rule_of(test.id),
        name=name_in(case, kind) or failed.missing,
        test=test.id,
        why=why_of(case, kind) or failed.why,
        failure_before=before,
        failure_now=test.now.failure,
        line=test.test.line,
        expected_before=test.expected[0],
        expected_now=test.expected[1],
        cause=cause_of(case, failed),
    )


def failure_before(case: TestCase, kind: Kind) -> str:
    """Return how a test failed without the change, as pytest shows it."""
    if kind == Kind.ASKED_MORE and case.test.old_on_new:
        return case.test.old_on_new.failure
    if kind == Kind.MADE_GREEN and case.past.red:
        return case.past.red.failure
    return case.on_parent.failure if case.on_parent else ""


def cause_of(case: TestCase, failed: TestResult) -> str:
    """Return the one cause that a program reads: why it failed, or why there is no answer."""
    for result in (failed, case.on_parent):
        if result and result.cause:
            return str(result.cause)
    return ""


def name_in(case: TestCase, kind: Kind) -> str:
    """Return what was changed to make a test green."""
    if kind != Kind.MADE_GREEN:
        return ""
    return "what it uses" if case.test.is_same else "the test"


def why_of(case: TestCase, kind: Kind) -> str:
    """Say why, where that is not the failure itself."""
    test = case.test
    if kind == Kind.PASSES:
        return test.cannot_fail or (ROWS_OF_A_HELPER if has_rows_of_a_helper(test) else GUARD_OR_NOTHING)
    if kind == Kind.ASKED_MORE and test.old_on_new:
        return test.old_on_new.why
    if kind == Kind.SWITCHED_OFF:
        return f"{HIDDEN}: {test.now.why}" if case.is_hidden else test.now.why
    return why_no_answer(case) if kind == Kind.NO_ANSWER else ""


def has_rows_of_a_helper(test: TestEvidence) -> bool:
    """True if a test says what it said, and has other values from a fixture or a table."""
    is_unchanged = test.old is not None and test.old.source == test.test.source
    return is_unchanged and not test.same_row and test.helpers_changed


def why_no_answer(case: TestCase) -> str:
    """Say why there is no answer: the test cannot run now, or could not run without the change."""
    test, file = case.test, file_of(case.test.id)
    if not test.now.is_answer:
        return test.now.reason
    if file in case.commit.unread_before:
        return NOT_PYTHON.format(f"before, {file}")
    if test.on_parent and test.on_parent.reason:
        return f"on the code before, {test.on_parent.reason}"
    return HOLDS_CODE


def join_skipped(verdicts: Sequence[Verdict], evidence: CommitEvidence) -> list[Verdict]:
    """Return one verdict in place of those on the new tests, if every one of them is skipped."""
    new = {test.id: test.now.cause for test in evidence.tests if test.is_new}
    if len(new) < 2 or set(new.values()) != {Cause.SKIPPED}:
        return list(verdicts)
    others = [verdict for verdict in verdicts if verdict.test not in new]
    first = next(verdict for verdict in verdicts if verdict.test in new)
    says = f"none of the {len(new)} new tests runs: {first.why}"
    return [*others, replace(first, says=says, rule="", number=len(new))]


def judge_deleted(evidence: CommitEvidence, unstable: Collection[str]) -> list[Verdict]:
    """Judge the tests that were deleted, and that fail on the code of now."""
    found = []
    for test in evidence.deleted:
        result = test.old_on_new
        if result and result.cause in FAILS_BY_ITSELF and test.id not in unstable:
            rule = rule_of(test.id)
            verdict = Verdict(
                Kind.ASKED_MORE,
                f"“{rule}” was deleted, and fails on the code of now: {result.why}",
                test=test.id,
                rule=rule,
                why=result.why,
                failure_before=result.failure,
                cause=str(result.cause),
            )
            found.append(verdict)
    return found


def judge_code_evidence(
    evidence: CommitEvidence, code: CodeEvidence, unstable: Collection[str]
) -> list[Verdict]:
    """Judge code and data that changed alone: does any test change its colour, and who runs the lines?"""
    if code.fault:
        return [no_answer(code.fault)]
    found = judge_flips(evidence, code, unstable)
    # data that changes no colour, and code that went with its tests, is no question
    if found or code.what == "data" or code.is_deleted_with_tests:
        return found
    verdict = judge_code(code.changed, code.run)
    return [no_answer(code.unread) if code.unread and verdict.kind == Kind.UNTESTED else verdict]


def judge_flips(evidence: CommitEvidence, code: CodeEvidence, unstable: Collection[str]) -> list[Verdict]:
    """Judge the tests that nobody touched, and that have another colour; one line has all that are broken."""
    broken = []
    for test in code.flips:
        if test.was_green and test.now.is_failure and test.id not in unstable:
            broken.append(rule_of(test.id))
    if broken:
        return [judge_broken(code.what, code.changed, first_of(broken))]
    verdicts = [judge_flip(test, evidence, unstable) for test in code.flips]
    return join_rows([verdict for verdict in verdicts if verdict], {})


def judge_flip(test: TestEvidence, evidence: CommitEvidence, unstable: Collection[str]) -> Verdict | None:
    """Judge a test that nobody touched, and that has another colour."""
    if test.was_green and not test.now.is_answer and test.now.cause not in OFF and test.id not in unstable:
        why = test.now.reason
        return say(Kind.NO_ANSWER, rule_of(test.id), test=test.id, why=why, cause=str(test.now.cause))
    return judge_test(TestCase(test, NEVER_RED, evidence), unstable)


def remarks_on(evidence: CommitEvidence) -> list[str]:
    """Say what became of tests that are not there any more, and what a reader has to know of the runs."""
    aside = set(evidence.set_aside)
    deleted = list(
        dict.fromkeys(test.id.partition("[")[0] for test in evidence.deleted if test.id not in aside)
    )
    found = []
    for words, tests in (("Set aside while red:", evidence.set_aside), ("Deleted:", deleted)):
        if tests:
            found.append(f"{words} {first_of([rule_of(test) for test in tests])}.")
    return [*found, *evidence.remarks]


def rule_of(test: str) -> str:
    """Return a test in words."""
    function, bracket, row = test.partition("[")
    if "::" not in test:
        return row.removesuffix("]")
    return readable_name(function.rpartition("::")[2] + bracket + row)
