"""The laws: lists of checks, in order. Each check gives the violations that it finds in the evidence."""

from collections.abc import Callable, Iterator, Sequence

from dojo.errors import CollectionError
from dojo.gate import collection, coverage, files, katas, lint, mutants, steps
from dojo.gate.evidence import Evidence
from dojo.gate.prose import hints, readme, slips, translations
from dojo.gate.results import colours, reruns
from dojo.gate.violation import Violation, is_draft

Check = Callable[[Evidence], Iterator[Violation]]
Group = Sequence[Check]

# What a step and story.toml need to have: without it, the other laws would report only what follows.
MISSING: Group = (files.check_modules, collection.check_names)
NAMES: Group = (katas.check_tests_of_katas,)
# What the files show: nothing has to run.
FILES: Group = (
    files.check_modules,
    files.check_files,
    files.check_characters,
    steps.check_steps,
    steps.check_heads,
    katas.check_rules,
    mutants.check_mutants,
    collection.check_same_rows,
    slips.check_slips,
)
# What is written about the runs: a wrong mark or a step that broke would be told again in each of its words.
PROSE: Group = (
    readme.check_readmes,
    translations.check_translations,
    hints.check_hints,
    katas.check_katas_of_tests,
)
# What the matrix shows; the files first, because a step that is not valid Python breaks other laws too.
RUNS: Group = (*FILES, collection.check_functions_run, collection.check_rows_run, colours.check_colours)
# What a test that is wrong itself would leave unreached.
COVERAGE: Group = (coverage.check_coverage,)
# What is left out if only some steps are looked at.
OF_ALL_STEPS: Sequence[Group] = (
    (katas.check_cases,),
    (katas.check_first_tests,),
    (mutants.check_finished,),
    (mutants.check_each_test_fails, mutants.check_mutants_caught),
)
# What needs more runs. A group that finds something ends the search: the next would mostly repeat it.
REST: Sequence[Group] = (
    *OF_ALL_STEPS,
    (collection.check_suite_runs,),
    (reruns.check_reruns,),
    (reruns.check_plain_pytest,),
)
MATRIX: Sequence[Group] = (MISSING, NAMES, (lint.check_lint, *RUNS), COVERAGE, PROSE)
ALL: Sequence[Group] = (*MATRIX, *REST)
# All but the lint, which needs an environment of its own.
PROVEN: Sequence[Group] = (MISSING, NAMES, RUNS, COVERAGE, PROSE, *REST)


def find(evidence: Evidence, groups: Sequence[Group] = ALL) -> list[Violation]:
    """Return the violations up to the first group that finds something wrong, and not only missing.

    If the suite does not run, return what is wrong with the files, and why it does not.
    """
    try:
        return find_in_groups(evidence, groups)
    except CollectionError as error:
        violations = run_checks(FILES, evidence)
        violations.append(collection.explain_broken(error, evidence.story))
        # a file may be named for the same reason twice: each violation once
        return [*dict.fromkeys(violations)]


def find_in_groups(evidence: Evidence, groups: Sequence[Group]) -> list[Violation]:
    """Return what the groups find, up to the first that finds something wrong; raises CollectionError."""
    is_whole = evidence.steps == evidence.story.steps
    violations: list[Violation] = []
    for group in groups:
        if group in OF_ALL_STEPS and not is_whole:
            continue
        violations += run_checks(group, evidence)
        if not is_draft(violations):
            break
    return violations


def run_checks(group: Group, evidence: Evidence) -> list[Violation]:
    """Return what each check of a group finds."""
    violations: list[Violation] = []
    for check in group:
        violations += check(evidence)
    return violations
