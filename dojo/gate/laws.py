"""The laws, all of them, on the matrix of a story: what is read, then what ran, then what needs more runs."""

from dojo.gate import belongings, first_tests, observed, rules, solved, tables
from dojo.gate.breach import Breach
from dojo.gate.code import alone, cached, folders, hidden, letters, reach, refactored
from dojo.gate.colours import bytecode, caught, covered, own_assertion, plain, red_green, same
from dojo.gate.prose import readmes, taught
from dojo.gate.suite import (
    assertions,
    collected,
    errors,
    expectations,
    forms,
    plugins,
    reds,
    rows,
    settings,
    versions,
)
from dojo.gate.suite.source import SuiteSource
from dojo.runner.matrix import Matrix
from dojo.runner.proof.mutants import on_mutants
from dojo.runner.proof.repeat import again
from dojo.screen.waiting import with_a_bar
from dojo.story.story import Story

OF_CODE = (folders, cached, alone, refactored, letters, reach, hidden, belongings, rules)
"""Laws 5, 6 and 8, as far as the code of the steps shows; laws 7 and 9, as far as the mutants do."""
OF_SUITE = (plugins, forms, versions, reds, assertions, errors, expectations)
"""Laws 2, 4 and 9, as far as the source of the suite shows."""


def of_folders(story: Story) -> list[Breach]:
    """What the code and the suite themselves show: nothing has to run."""
    return [*(breach for law in OF_CODE for breach in law.breaches(story)), *of_suite(story)]


def of_suite(story: Story) -> list[Breach]:
    """What the suite shows, and what is set for it."""
    source = SuiteSource(story)
    return [
        *settings.breaches(story),
        *tables.same_values(source),
        *(breach for law in OF_SUITE for breach in law.breaches(source)),
    ]


def of_tests(matrix: Matrix) -> list[Breach]:
    """Law 4, if the source of the suite has more tests than ran."""
    source = SuiteSource(matrix.story)
    return [*collected.breaches(source, matrix.tests), *rows.breaches(source, matrix.tests)]


def breaches(matrix: Matrix) -> list[Breach]:
    """Every law that does not hold on the steps of a measured matrix.

    What needs runs of its own is tried only if all before it holds: else it would mostly say the same again.
    """
    return of_the_matrix(matrix) or of_more_runs(matrix)


def of_the_matrix(matrix: Matrix) -> list[Breach]:
    """What a measured matrix shows without more runs of the suite or of a program."""
    return of_what_is_missing(matrix) or of_what_ran(matrix)


def of_more_runs(matrix: Matrix) -> list[Breach]:
    """What needs cases, first tests and mutants, on all steps; and every test again, on any."""
    found: list[Breach] = []
    if matrix.is_whole:
        cases, tests = solved.breaches(matrix.story), first_tests.breaches(matrix.story)
        found = list(cases) or list(tests) or of_mutants(matrix)
    found = found or list(observed.breaches(matrix))
    return found or of_runs_again(matrix) or list(plain.breaches(matrix))


def of_what_is_missing(matrix: Matrix) -> list[Breach]:
    """What a step and story.toml need to have: without it, the other laws would report only what follows."""
    story = matrix.story
    # a test that does not run has a name
    named = [] if of_tests(matrix) else taught.missing(story, matrix.tests)
    return [*folders.without_module(story), *named]


def of_what_ran(matrix: Matrix) -> list[Breach]:
    """What is read, and what the cells of the matrix show."""
    return [
        *of_folders(matrix.story),  # first: a step that is not valid Python breaks the other laws as well
        *of_tests(matrix),
        *red_green.breaches(matrix),
        *covered.breaches(matrix),
        *readmes.breaches(matrix),
        *bytecode.breaches(matrix.story),
    ]


def of_mutants(matrix: Matrix) -> list[Breach]:
    """Law 9."""
    if unfinished := list(caught.unfinished(matrix)):  # no mutant can be made from it
        return unfinished
    with with_a_bar("every test on every mutant", "mutants") as on_done:
        matrix.on_mutants = on_mutants(matrix.story, on_done)
    return [*own_assertion.breaches(matrix), *caught.breaches(matrix)]


def of_runs_again(matrix: Matrix) -> list[Breach]:
    """Law 4: each test comes to the same again."""
    with with_a_bar("every test again, alone") as on_done:
        return [*same.breaches(matrix, again(matrix, on_done))]
