"""Law 9: each test has failed by its own assertion, and each mutant is the finished step with one fault."""

import ast
from collections.abc import Iterator

from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation, at_test, split
from dojo.runner.matrix import Matrix
from dojo.story.mutants import REST, Mutant, mutant_files, names_in, read_mutants
from dojo.story.steps import Step
from dojo.story.tests import SuiteTest
from dojo.story.toml import line_of_key

NEVER = "no earlier step and no mutant has failed its assertion"
"""What is wrong with a test that was not seen to fail."""
NO_NAME = "has no such name"
"""What is wrong with a mutant of a function that the finished step lacks."""


def usable(evidence: Evidence) -> Iterator[Violation]:
    """Law 9, by reading: each mutant is valid Python, and says what its fault is."""
    story = evidence.story
    if story.mutants and story.finished is None:
        what = "the key finished is missing, and mutants need a finished step"
        line = line_of_key(story.file, "mutants")
        yield Violation(9, story.file, line, what, "write the number of the first")
    if story.mutants and not (rest := story.mutants / REST).is_file():
        what = "is missing, and each mutant takes its rest from it"
        yield Violation(9, rest, 0, what, "copy the one of another story")
    for mutant in mutant_files(story):
        if mutant.fault:
            number, _, what = mutant.fault[1:].partition(": ")
            yield Violation(9, mutant.file, int(number), *split(what))
        elif not any(step.number == mutant.step for step in story.steps):
            fix = "say in which step people make this mistake"
            yield Violation(9, mutant.file, 1, f"there is no step {mutant.step}", fix)


def unfinished(evidence: Evidence) -> Iterator[Violation]:
    """What is not green on the step that story.toml calls finished: no mutant can be made from it."""
    matrix, story = evidence.matrix, evidence.story
    if story.finished is None or not evidence.is_whole:
        return
    line, fix = line_of_key(story.file, "finished"), whole_step(matrix)
    step = next((step for step in matrix.steps if step.number == story.finished), None)
    if not step:
        yield Violation(9, story.file, line, f"finished: there is no step {story.finished}", fix)
        return
    for test in matrix.tests:
        if (colour := matrix.cell(test, step).colour) != "green":
            what = f"{step.name} is said to be finished, and “{test.rule}” is {colour} there"
            yield Violation(9, story.file, line, what, fix)


def fail_each_test(evidence: Evidence) -> Iterator[Violation]:
    """Every test that nobody has seen fail by its own assertion."""
    if not evidence.is_whole:
        return
    matrix, names = evidence.matrix_with_mutants, {step.number: step.name for step in evidence.steps}
    for test in matrix.tests:
        if not matrix.seen_to_fail(test):
            fix = "add a mutant that it catches"
            yield at_test(9, test, evidence.story, NEVER, fix, step=names[test.written])


def where_it_fails(matrix: Matrix, test: SuiteTest) -> str:
    """Give a sentence on such a test: where its assertion was seen to fail."""
    match matrix.seen_to_fail(test):
        case Step() as step:
            return f"Its assertion fails on step {step.number}."
        case None:
            return "Its assertion fails on no mutant yet."
        case mutant:
            return f"Its assertion fails on a mutant: {mutant.does}"


def are_caught(evidence: Evidence) -> Iterator[Violation]:
    """Every mutant that nothing catches, or only earlier tests; or that is broken altogether, or a copy."""
    if not evidence.is_whole:
        return
    matrix = evidence.matrix_with_mutants
    first: dict[str, Mutant] = {}
    for mutant in matrix.on_mutants:
        module = ast.parse(mutant.code)
        code = "\n".join(ast.unparse(node) for node in module.body[1:])  # the first is its docstring
        if (other := first.setdefault(code, mutant)) is not mutant:
            what = f"has the code of {other.file.name}"
            yield Violation(9, mutant.file, 0, what, "give it another fault, or remove it")
        colours = {test: matrix.on_mutant(test, mutant).colour for test in matrix.tests}
        if set(colours.values()) == {"green"}:
            yield passing(mutant, evidence)
        elif all(colour == "green" for test, colour in colours.items() if test.written >= mutant.step):
            last = max(test.written for test, colour in colours.items() if colour != "green")
            what = f"no test of its step, {mutant.step}, or of a later one catches it"
            yield Violation(9, mutant.file, 1, what, f"write step: {last}, or add such a test")
        if set(colours.values()) == {"amber"}:
            fix = "let it have one fault, and work otherwise"
            yield Violation(9, mutant.file, 0, "it breaks in every test", fix)
        for test in (test for test, colour in colours.items() if colour == "missing"):
            what, fix = "missing: every test runs on every mutant", "remove what ends the run"
            yield Violation(4, mutant.file, 0, what, fix, rule=test.rule)


def passing(mutant: Mutant, evidence: Evidence) -> Violation:
    """Say why nothing catches a mutant: no test sees its fault, or it replaces a name that does not exist."""
    step = evidence.finished
    if mutant.defines and not mutant.defines.keys() & names_in(step.code).keys():
        name, line = next(iter(mutant.defines.items()))
        what = f"defines “{name}”, and the finished step, {step.number}, {NO_NAME}"
        higher = first_whole(evidence.matrix)
        fix = f"write finished = {higher.number}" if higher and name in names_in(higher.code) else ""
        fix = f"{fix}, or remove it" if fix else "replace what that step has, or remove it"
        return Violation(9, mutant.file, line, what, fix)
    fix = f"give it a fault, or add a test that catches it: {mutant.shown_by}"
    return Violation(9, mutant.file, 0, "it passes every test", fix)


def whole_step(matrix: Matrix) -> str:
    """Say what to write instead, if some step is whole."""
    if step := first_whole(matrix):
        return f"write finished = {step.number}: every test is green there"
    return "name a step on which every test is green"


def first_whole(matrix: Matrix) -> Step | None:
    """Of the steps on which every test is green, the first with the most names that mutants replace."""
    green = [
        step
        for step in matrix.steps
        if all(matrix.cell(test, step).colour == "green" for test in matrix.tests)
    ]
    replaced = {name for mutant in read_mutants(matrix.story) for name in mutant.defines}
    return max(green, key=lambda step: len(replaced & names_in(step.code).keys()), default=None)
