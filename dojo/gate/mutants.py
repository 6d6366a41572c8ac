"""Law 9: each test has failed by its own assertion, and each mutant is the finished step with one fault."""

import ast
from collections.abc import Iterator

from dojo.gate.evidence import Evidence
from dojo.gate.steps import without_words
from dojo.gate.violation import MUTANT, Violation, at_test
from dojo.runner.matrix import Matrix
from dojo.story.mutants import REST, Mutant, mutant_files, names_in
from dojo.story.steps import Step
from dojo.story.toml import line_of_key


def check_mutants(evidence: Evidence) -> Iterator[Violation]:
    """By reading: each mutant is valid Python, and says what its fault is."""
    story = evidence.story
    if story.mutants and story.finished is None:
        what = "the key finished is missing, and mutants need a finished step; write the number of the first"
        yield Violation(9, story.file, line_of_key(story.file, "mutants"), what)
    if story.mutants and not (rest := story.mutants / REST).is_file():
        what = "is missing, and each mutant takes its rest from it; copy the one of another story"
        yield Violation(9, rest, 0, what)
    for mutant in mutant_files(story):
        if mutant.fault:
            number, _, what = mutant.fault[1:].partition(": ")
            missing = MUTANT if mutant.is_draft else ""
            yield Violation(9, mutant.file, int(number), what, missing=missing)
        elif not any(step.number == mutant.step for step in story.steps):
            what = f"there is no step {mutant.step}; say in which step people make this mistake"
            yield Violation(9, mutant.file, 1, what)


def check_finished(evidence: Evidence) -> Iterator[Violation]:
    """What is not green on the step that story.toml calls finished: no mutant can be made from it."""
    matrix, story, step = evidence.matrix, evidence.story, evidence.finished
    if story.finished is None:
        return
    line, whole = line_of_key(story.file, "finished"), first_whole(matrix)
    fix = "name a step on which every test is green"
    if whole:
        fix = f"write finished = {whole.number}: every test is green there"
    if step.number != story.finished:
        yield Violation(9, story.file, line, f"finished: there is no step {story.finished}; {fix}")
        return
    for test in matrix.tests:
        if (colour := matrix.cell(test, step).colour) != "green":
            what = f"{step.name} is said to be finished, and “{test.rule}” is {colour} there"
            yield Violation(9, story.file, line, f"{what}; {fix}")


def check_each_test_fails(evidence: Evidence) -> Iterator[Violation]:
    """Every test that nobody has seen fail by its own assertion."""
    matrix = evidence.matrix_with_mutants
    what = "no earlier step and no mutant has failed its assertion; add a mutant that it catches"
    for test in (test for test in matrix.tests if not matrix.seen_to_fail(test)):
        yield at_test(9, test, evidence.story, what)._replace(missing=MUTANT)


def check_mutants_caught(evidence: Evidence) -> Iterator[Violation]:
    """Every mutant that nothing catches, or only earlier tests; or that is broken altogether, or a copy."""
    matrix, step = evidence.matrix_with_mutants, evidence.finished
    first: dict[str, Mutant] = {}
    for mutant in matrix.on_mutants:
        other = first.setdefault(without_words(ast.parse(mutant.code)), mutant)
        if other is not mutant:
            what = f"has the code of {other.file.name}; give it another fault, or remove it"
            yield Violation(9, mutant.file, 0, what)
        colours = {test: matrix.on_mutant(test, mutant).colour for test in matrix.tests}
        caught = [test.written for test, colour in colours.items() if colour != "green"]
        if not caught:
            what = f"it passes every test; give it a fault of {step.name}, or add a test that catches it"
            own = names_in(mutant.code)
            missing = "" if not own or own & names_in(step.code) else MUTANT
            yield Violation(9, mutant.file, 0, f"{what}: {mutant.fields['shown by']}", missing=missing)
        elif max(caught) < mutant.step:
            what = f"no test of its step, {mutant.step}, or of a later one catches it"
            yield Violation(9, mutant.file, 1, f"{what}; write step: {max(caught)}, or add such a test")
        if set(colours.values()) == {"amber"}:
            what = "it breaks in every test; let it have one fault, and work otherwise"
            yield Violation(9, mutant.file, 0, what)
        for test in (test for test, colour in colours.items() if colour == "missing"):
            what = "missing: every test runs on every mutant; remove what ends the run"
            yield Violation(4, mutant.file, 0, what, rule=test.rule)


def first_whole(matrix: Matrix) -> Step | None:
    """The first step on which every test is green."""
    return next(filter(matrix.is_green, matrix.steps), None)
