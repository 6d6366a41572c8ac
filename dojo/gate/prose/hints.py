"""Law 7: the hints, one for each test that drives a step."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from dojo.gate.evidence import Evidence
from dojo.gate.violation import IS_A_DRAFT, SAY_IT, Fault, Law, Missing, Violation
from dojo.story.source import scope_of_hint
from dojo.story.steps import DRAFT, read_text
from dojo.story.tests import Hint, SuiteTest, driving_tests, read_hints


def check_hints(evidence: Evidence) -> Iterator[Violation]:
    """What is wrong with the hints, if a story has any: each test that drives a step has one of its own."""
    file = evidence.story.hints
    if file is None or not file.is_file():
        return
    hinted: set[str] = set()
    hinted_scopes: set[str] = set()
    lines_of_words: dict[str, int] = {}
    for hint in read_hints(read_text(file), evidence.tests):
        fault = check_hint(hint, hinted, lines_of_words)
        if fault:
            missing = Missing.HINT if fault.problem == IS_A_DRAFT else None
            step = evidence.story.name_of_step(hint.step)
            yield Violation(Law.TRUE_WORDS, file, *fault, seen_on=step, missing=missing)
        if hint.test:
            hinted.add(hint.test.id)
            hinted_scopes.add(scope_of_hint(hint.test.id, evidence.story.top))
        lines_of_words.setdefault(hint.words, hint.line)
    for number, drivers in sorted(driving_tests(evidence.tests).items()):
        for test in drivers:
            scope = scope_of_hint(test.id, evidence.story.top)
            if scope not in hinted_scopes:
                hinted_scopes.add(scope)
                yield explain_missing_hint(test, drivers[0], file, evidence.story.name_of_step(number))


def check_hint(hint: Hint, hinted: set[str], lines_of_words: Mapping[str, int]) -> Fault | None:
    """Say what is wrong with a hint; None if nothing is.

    Takes the ids of the tests that have a hint above it, and the lines of the words above it.
    """
    if not hint.test:
        problem = f"is for no test that drives step {hint.step}: {hint.words}"
        mend = "write a step's number and words, or the rule of such a test, a colon and words"
        return Fault(hint.line, problem, mend)
    if hint.test.id in hinted:
        problem = f"“{hint.test.rule}” of step {hint.step} has a hint already"
        return Fault(hint.line, problem, "keep one of them")
    if hint.words == DRAFT:
        return Fault(hint.line, IS_A_DRAFT, SAY_IT)
    if hint.words in lines_of_words:
        problem = f"says the same as line {lines_of_words[hint.words]}"
        return Fault(hint.line, problem, "say what helps with this test")
    return None


def explain_missing_hint(test: SuiteTest, first: SuiteTest, file: Path, step: str) -> Violation:
    """Say that a test has no hint; that of the first test of a step is the hint of the step."""
    number = test.written
    if test == first:
        problem = f"a test drives step {number}, which has no hint"
        mend, rule = f"add a line {number} and its words", ""
    else:
        problem = f"drives step {number} and has no hint"
        mend, rule = f"indented below line {number} add its rule, a colon and words", test.rule
    return Violation(Law.TRUE_WORDS, file, 0, problem, mend, step, rule, Missing.HINT)
