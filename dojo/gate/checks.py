"""The laws: lists of checks, in order. Each check gives the violations that it finds in the evidence."""

from collections.abc import Callable, Iterator, Sequence

from dojo.errors import CollectionError
from dojo.gate import collection, files, katas, lint, mutants, results, steps
from dojo.gate.evidence import Evidence
from dojo.gate.prose import readme
from dojo.gate.violation import Violation, is_draft

Check = Callable[[Evidence], Iterator[Violation]]
Group = Sequence[Check]

MISSING: Group = (files.check_modules, katas.check_tests_of_katas)
"""What a step and story.toml need to have: without it, the other laws would report only what follows."""
FILES: Group = (
    files.check_modules,
    files.check_files,
    files.check_characters,
    steps.check_steps,
    steps.check_heads,
    katas.check_rules,
    mutants.check_mutants,
    collection.check_same_rows,
)
"""What the files show: nothing has to run."""
PROSE: Group = (readme.check_readmes, katas.check_hints, katas.check_katas_of_tests)
RUNS: Group = (*FILES, collection.check_rows_run, results.check_colours, steps.check_coverage, *PROSE)
"""What the matrix shows; the files first, because a step that is not valid Python breaks other laws too."""
OF_ALL_STEPS: Sequence[Group] = (
    (katas.check_cases,),
    (katas.check_first_tests,),
    (mutants.check_finished,),
    (mutants.check_each_test_fails, mutants.check_mutants_caught),
)
"""What is left out if only some steps are looked at."""
REST: Sequence[Group] = (
    *OF_ALL_STEPS,
    (collection.check_suite_runs,),
    (results.check_reruns,),
    (results.check_plain_pytest,),
)
"""What needs more runs. A group that finds something ends the search: the next would mostly repeat it."""
MATRIX: Sequence[Group] = (MISSING, (lint.check_lint, *RUNS))
ALL: Sequence[Group] = (*MATRIX, *REST)
PROVEN: Sequence[Group] = (MISSING, RUNS, *REST)
"""All but the lint, which needs an environment of its own."""


def find(evidence: Evidence, groups: Sequence[Group] = ALL) -> list[Violation]:
    """Give the violations up to the first group that finds something wrong, and not only something missing.

    If the suite does not run, it gives what is wrong with the files, and why it does not.
    """
    found: list[Violation] = []
    try:
        is_whole = evidence.steps == evidence.story.steps
        for group in (one for one in groups if is_whole or one not in OF_ALL_STEPS):
            found += [violation for check in group for violation in check(evidence)]
            if not is_draft(found):
                break
    except CollectionError as broken:
        of_files = [violation for check in FILES for violation in check(evidence)]
        return [*dict.fromkeys([*of_files, collection.explain_broken(broken, evidence.story)])]
    return found
