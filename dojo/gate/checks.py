"""The laws: lists of checks, in order. Each check gives the violations that it finds in the evidence."""

from collections.abc import Callable, Iterator, Sequence

from dojo.gate import collection, coverage, files, lint, mutants, red_green, reruns, steps
from dojo.gate.evidence import Evidence
from dojo.gate.prose import claims, commands, hints, katas, quotes, readme
from dojo.gate.prose.draft import is_draft
from dojo.gate.violation import Violation

Check = Callable[[Evidence], Iterator[Violation]]
Group = Sequence[Check]

MISSING: Group = (files.modules, hints.missing)
"""What a step and story.toml need to have: without it, the other laws would report only what follows."""
FILES: Group = (
    files.check,
    steps.check,
    katas.rules,
    mutants.usable,
    collection.same_values,
    collection.used_early,
)
"""What the files show: nothing has to run."""
PROSE: Group = (readme.check, hints.check, quotes.check, claims.check, commands.check)
RUNS: Group = (*FILES, collection.rows_run, red_green.check, coverage.check, *PROSE)
"""What the matrix shows; the files first, because a step that is not valid Python breaks other laws too."""
REST: Sequence[Group] = (
    (katas.cases,),
    (katas.first_tests,),
    (mutants.unfinished,),
    (mutants.fail_each_test, mutants.are_caught),
    (steps.import_quietly, collection.functions_run),
    (coverage.assertions_run,),
    (reruns.check,),
    (reruns.plain,),
)
"""What needs more runs. A group that finds something ends the search: the next would mostly repeat it."""
MATRIX: Sequence[Group] = (MISSING, (lint.check, *RUNS))
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
        if not is_draft(found, evidence.story):
            break
    return found
