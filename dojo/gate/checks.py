"""The laws: lists of checks, in order. Each check gives the violations that it finds in the evidence."""

from collections.abc import Callable, Iterator, Sequence

from dojo.gate.collection import check_early_use, check_rows_run, check_same_values, check_suite_runs
from dojo.gate.evidence import Evidence
from dojo.gate.files import check_characters, check_files, check_modules
from dojo.gate.katas import (
    check_cases,
    check_first_tests,
    check_hints,
    check_katas_of_tests,
    check_rules,
    check_tests_of_katas,
)
from dojo.gate.lint import check_lint
from dojo.gate.mutants import check_each_test_fails, check_finished, check_mutants, check_mutants_caught
from dojo.gate.prose.readme import check_facts, check_readmes
from dojo.gate.results import check_colours, check_plain_pytest, check_reruns
from dojo.gate.steps import check_coverage, check_heads, check_import, check_steps
from dojo.gate.violation import Violation, is_draft

Check = Callable[[Evidence], Iterator[Violation]]
Group = Sequence[Check]

MISSING: Group = (check_modules, check_tests_of_katas)
"""What a step and story.toml need to have: without it, the other laws would report only what follows."""
FILES: Group = (
    check_modules,
    check_files,
    check_characters,
    check_steps,
    check_heads,
    check_rules,
    check_mutants,
    check_same_values,
    check_early_use,
)
"""What the files show: nothing has to run."""
PROSE: Group = (check_readmes, check_hints, check_katas_of_tests, check_facts)
RUNS: Group = (*FILES, check_rows_run, check_colours, check_coverage, *PROSE)
"""What the matrix shows; the files first, because a step that is not valid Python breaks other laws too."""
REST: Sequence[Group] = (
    (check_cases,),
    (check_first_tests,),
    (check_finished,),
    (check_each_test_fails, check_mutants_caught),
    (check_import, check_suite_runs),
    (check_reruns,),
    (check_plain_pytest,),
)
"""What needs more runs. A group that finds something ends the search: the next would mostly repeat it."""
MATRIX: Sequence[Group] = (MISSING, (check_lint, *RUNS))
ALL: Sequence[Group] = (*MATRIX, *REST)
PROVEN: Sequence[Group] = (MISSING, RUNS, *REST)
"""All but the lint, which needs an environment of its own."""


def find(evidence: Evidence, groups: Sequence[Group] = ALL) -> list[Violation]:
    """Give the violations up to the first group that finds something wrong, and not only something missing.

    Raises CollectionError if the suite does not run.
    """
    found: list[Violation] = []
    for group in groups:
        found += [violation for check in group for violation in check(evidence)]
        if not is_draft(found):
            break
    return found
