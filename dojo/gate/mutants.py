"""Law 9: each test has failed by its own assertion, and each mutant is the finished step with one fault."""

import ast
import re
from collections.abc import Iterator

from dojo.gate.evidence import Evidence
from dojo.gate.results.rows import MAX_SAME_REASON, group_by_function, merge_rows
from dojo.gate.results.weak_tests import find_weakness
from dojo.gate.steps import format_bare
from dojo.gate.violation import Law, Missing, Violation, at_test
from dojo.model.outcome import Colour
from dojo.runner.matrix import Matrix
from dojo.runner.result import MISSING
from dojo.story.code.syntax import NO_PYTHON, parse_source
from dojo.story.mutants import PROGRAM, REST, Mutant, is_current, mutant_files, names_in
from dojo.story.source import find_source
from dojo.story.steps import Step, read_text
from dojo.story.story import Story
from dojo.story.tests import SuiteTest
from dojo.story.toml.reading import line_of_key

# how an error begins that misspells a name
NO_SUCH_NAME = re.compile("NameError|AttributeError|ImportError")


def check_mutants(evidence: Evidence) -> Iterator[Violation]:
    """By reading: each mutant is valid Python, and says what its fault is."""
    story = evidence.story
    if story.mutants:
        if story.finished is None:
            problem = "the key finished is missing, and mutants need a finished step"
            mend = "write the number of the first"
            line = line_of_key(story.file, "mutants")
            yield Violation(Law.HAS_FAILED, story.file, line, problem, mend)
        rest = story.mutants / REST
        if not rest.is_file():
            problem = "is missing, and each mutant takes its rest from it"
            yield Violation(Law.HAS_FAILED, rest, 0, problem, "copy the one of another story")
        elif not is_current(rest):
            mend = f"type {story.command('update')}"
            yield Violation(Law.HAS_FAILED, rest, 0, "is of an older version", mend)
    functions = functions_of_finished(story)
    for mutant in mutant_files(story):
        yield from check_mutant(mutant, story, functions)


def check_mutant(mutant: Mutant, story: Story, functions: set[str]) -> Iterator[Violation]:
    """A mutant can be used, its step exists, and so do the functions that it needs."""
    fault = mutant.fault
    if fault:
        missing = Missing.MUTANT if fault.is_draft else None
        yield Violation(Law.HAS_FAILED, mutant.file, fault.line, fault.problem, fault.mend, missing=missing)
    elif not any(step.number == mutant.step for step in story.steps):
        problem, mend = f"there is no step {mutant.step}", "say in which step people make this mistake"
        yield Violation(Law.HAS_FAILED, mutant.file, 1, problem, mend)
    elif story.finished is not None:
        # what no test can call: the judge would never show the mutant to anybody
        for name in sorted(mutant.needs - functions):
            problem = f"its field needs names {name}, which is no function of the finished step"
            mend = "name functions or methods, or leave the field out"
            yield Violation(Law.HAS_FAILED, mutant.file, 1, problem, mend)


def functions_of_finished(story: Story) -> set[str]:
    """Return what a mutant may need: the functions and methods of the finished step, and its program."""
    functions = {PROGRAM}
    for step in story.steps:
        if step.number == story.finished:
            for file in step.files:
                functions |= functions_in(read_text(file))
    return functions


def functions_in(code: str) -> set[str]:
    """Return the names of all functions and methods in some code; none if it is not Python."""
    try:
        tree = parse_source(code)
    except NO_PYTHON:
        return set()
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
    return names


def check_finished(evidence: Evidence) -> Iterator[Violation]:
    """What is not green on the step that story.toml calls finished: no mutant can be made from it."""
    matrix, story, step = evidence.matrix, evidence.story, evidence.finished
    if story.finished is None:
        return
    line = line_of_key(story.file, "finished")
    whole = find_first_whole(matrix)
    mend = "name a step on which every test is green"
    if whole:
        mend = f"write finished = {whole.number}: every test is green there"
    if step.number != story.finished:
        problem = f"finished: there is no step {story.finished}"
        yield Violation(Law.HAS_FAILED, story.file, line, problem, mend)
        return
    for test in matrix.tests:
        colour = matrix.cell(test, step).colour
        if colour != Colour.GREEN:
            problem = f"{step.name} is said to be finished, and “{test.rule}” is {colour} there"
            yield Violation(Law.HAS_FAILED, story.file, line, problem, mend)


def check_each_test_fails(evidence: Evidence) -> Iterator[Violation]:
    """Every test that nobody has seen fail by its own assertion; a table with many such rows is said once."""
    matrix = evidence.matrix_with_mutants
    for tests in group_by_function(matrix.tests):
        never_failed = [
            explain_never_failed(test, evidence) for test in tests if not matrix.seen_to_fail(test)
        ]
        if len(never_failed) > MAX_SAME_REASON:
            yield merge_rows(never_failed)
        else:
            yield from never_failed


def explain_never_failed(test: SuiteTest, evidence: Evidence) -> Violation:
    """Say why a test may not have failed: because it cannot, or because a mutant is missing."""
    weakness = find_weakness(find_source(test.id, evidence.story.top).function)
    if weakness:
        problem = f"no step and no mutant fails it: {weakness.problem}"
        return at_test(Law.HAS_FAILED, test, evidence.story, problem, weakness.mend)
    problem = "no earlier step and no mutant has failed its assertion"
    mend = "add a mutant that it catches; if there is none, it may not be able to fail"
    return at_test(Law.HAS_FAILED, test, evidence.story, problem, mend, missing=Missing.MUTANT)


def check_mutants_caught(evidence: Evidence) -> Iterator[Violation]:
    """Every mutant that nothing catches, or only earlier tests; or that is broken altogether, or a copy."""
    matrix = evidence.matrix_with_mutants
    first_with_code: dict[str, Mutant] = {}
    for mutant in matrix.on_mutants:
        first = first_with_code.setdefault(format_bare(mutant.code), mutant)
        if first is not mutant:
            problem, mend = f"has the code of {first.file.name}", "give it another fault, or remove it"
            yield Violation(Law.HAS_FAILED, mutant.file, 0, problem, mend)
        slips = [*check_slip(mutant, matrix)]
        if slips:
            # the tests fail for that alone
            yield from slips
            continue
        colours = {test: matrix.on_mutant(test, mutant).colour for test in matrix.tests}
        yield from check_catches(mutant, colours, evidence.finished)


def check_catches(mutant: Mutant, colours: dict[SuiteTest, str], finished: Step) -> Iterator[Violation]:
    """A mutant is caught by a test of its step or of a later one, and not broken altogether."""
    steps_that_catch = [test.written for test, colour in colours.items() if colour != Colour.GREEN]
    if not steps_that_catch:
        yield explain_uncaught(mutant, finished)
    elif max(steps_that_catch) < mutant.step:
        problem = f"no test of its step, {mutant.step}, or of a later one catches it"
        mend = f"write step: {max(steps_that_catch)}, or add such a test"
        yield Violation(Law.HAS_FAILED, mutant.file, 1, problem, mend)
    if set(colours.values()) == {Colour.AMBER}:
        problem, mend = "it breaks in every test", "let it have one fault, and work otherwise"
        yield Violation(Law.HAS_FAILED, mutant.file, 0, problem, mend)
    for test, colour in colours.items():
        if colour == MISSING:
            problem, mend = "missing: every test runs on every mutant", "remove what ends the run"
            yield Violation(Law.RUNS_THE_SAME, mutant.file, 0, problem, mend, rule=test.rule)


def explain_uncaught(mutant: Mutant, finished: Step) -> Violation:
    """Say what to do about a mutant that passes every test."""
    problem = "it passes every test"
    names = names_in(mutant.code)
    replaces_nothing = bool(names) and names.isdisjoint(names_in(finished.code))
    if replaces_nothing:
        # it is begun, for a function that the finished step does not have yet: that is only a draft
        names_shown = " or ".join(sorted(names))
        mend = f"give it a fault of {finished.name}, which has no {names_shown}, or let that step have it"
        return Violation(Law.HAS_FAILED, mutant.file, 0, problem, mend, missing=Missing.MUTANT)
    shown_by = mutant.fields["shown by"]
    mend = f"give it a fault of {finished.name}, or add a test that catches it: {shown_by}"
    return Violation(Law.HAS_FAILED, mutant.file, 0, problem, mend)


def check_slip(mutant: Mutant, matrix: Matrix) -> Iterator[Violation]:
    """A mutant that fails tests only because it names what is not there: a slip, and not its fault."""
    results = [matrix.on_mutant(test, mutant) for test in matrix.tests]
    failed = [result for result in results if result.colour in (Colour.RED, Colour.AMBER)]
    if failed and all(NO_SUCH_NAME.match(result.why) for result in failed):
        problem, mend = f"it only breaks: {failed[0].why}", "mend that name, so that it gives a wrong answer"
        yield Violation(Law.HAS_FAILED, mutant.file, 0, problem, mend)


def find_first_whole(matrix: Matrix) -> Step | None:
    """Return the first step on which every test is green."""
    for step in matrix.steps:
        if matrix.is_green(step):
            return step
    return None
