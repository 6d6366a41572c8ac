"""Law 9: a mutant is the finished step with one fault. That step passes every test, and no mutant does."""

import ast
from collections.abc import Iterator

from dojo.gate.evidence import Evidence
from dojo.gate.solved import finished_step
from dojo.gate.violation import Violation, split
from dojo.runner.matrix import Matrix
from dojo.story.mutants import Mutant, mutants, names_in
from dojo.story.steps import Step
from dojo.story.toml import line_of_key


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every mutant that nothing catches, or only earlier tests; or that is broken altogether, or a copy."""
    matrix = evidence.matrix_with_mutants
    yield from alike(matrix)
    for mutant in matrix.on_mutants:
        colours = {test: matrix.on_mutant(test, mutant).colour for test in matrix.tests}
        if set(colours.values()) == {"green"}:
            yield from passing(mutant, matrix)
        elif all(colour == "green" for test, colour in colours.items() if test.written >= mutant.step):
            last = max(test.written for test, colour in colours.items() if colour != "green")
            what = f"no test of its step, {mutant.step}, or of a later one catches it"
            yield Violation(9, mutant.file, 1, what, f"write step: {last}, or add such a test")
        if set(colours.values()) == {"amber"}:
            what = "it breaks in every test; let it have one fault, and work otherwise"
            yield Violation(9, mutant.file, 0, *split(what))
        for test in (test for test, colour in colours.items() if colour == "missing"):
            what = "missing: every test runs on every mutant; remove what ends the run"
            yield Violation(4, mutant.file, 0, *split(what), rule=test.rule)


def alike(matrix: Matrix) -> Iterator[Violation]:
    """Every mutant with the code of another one."""
    first: dict[str, Mutant] = {}
    for mutant in matrix.on_mutants:
        module = ast.parse(mutant.code)
        code = "\n".join(ast.unparse(node) for node in module.body[1:])  # the first is its docstring
        other = first.setdefault(code, mutant)
        if other is not mutant:
            what = f"has the code of {other.file.name}; give it another fault, or remove it"
            yield Violation(9, mutant.file, 0, *split(what))


def unfinished(evidence: Evidence) -> Iterator[Violation]:
    """What is not green on the step that story.toml calls finished."""
    matrix, story = evidence.matrix, evidence.story
    if story.finished is None or not evidence.is_whole:
        return
    line = line_of_key(story.file, "finished")
    for step in matrix.steps:
        if step.number == story.finished:
            for test in matrix.tests:
                if (colour := matrix.cell(test, step).colour) != "green":
                    what = f"{step.name} is said to be finished, and “{test.rule}” is {colour} there"
                    yield Violation(9, story.file, line, what, f"{whole_step(matrix)}")
            return
    what = f"finished: there is no step {story.finished}; {whole_step(matrix)}"
    yield Violation(9, story.file, line, *split(what))


def passing(mutant: Mutant, matrix: Matrix) -> Iterator[Violation]:
    """Why nothing catches a mutant: no test sees its fault, or it replaces a name that does not exist."""
    step = finished_step(matrix.story)
    if mutant.defines and not mutant.defines.keys() & names_in(step.code).keys():
        name, line = next(iter(mutant.defines.items()))
        what = f"defines “{name}”, and the finished step, {step.number}, has no such name"
        higher = whole(matrix)
        do = f"write finished = {higher.number}" if higher and name in names_in(higher.code) else ""
        do = f"{do}, or remove it" if do else "replace what that step has, or remove it"
        yield Violation(9, mutant.file, line, what, do)
        return
    what = f"it passes every test; give it a fault, or add a test that catches it: {mutant.shown_by}"
    yield Violation(9, mutant.file, 0, *split(what))


def whole_step(matrix: Matrix) -> str:
    """What to write instead, if some step is whole."""
    if step := whole(matrix):
        return f"write finished = {step.number}: every test is green there"
    return "name a step on which every test is green"


def whole(matrix: Matrix) -> Step | None:
    """Among the steps on which every test is green, the first with the most names that mutants replace."""
    green = [step for step in matrix.steps if is_green(step, matrix)]
    replaced = {name for mutant in mutants(matrix.story) for name in mutant.defines}
    return max(green, key=lambda step: len(replaced & names_in(step.code).keys()), default=None)


def is_green(step: Step, matrix: Matrix) -> bool:
    """Does a step pass every test?"""
    return all(matrix.cell(test, step).colour == "green" for test in matrix.tests)
