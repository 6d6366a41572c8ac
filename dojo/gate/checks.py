"""The laws: lists of checks, in order. Each check gives the violations that it finds in the evidence."""

from collections.abc import Callable, Iterator, Sequence

from dojo.gate import belongings, first_tests, rules, solved, tables
from dojo.gate.code import alone, cached, folders, hidden, letters, reach, refactored
from dojo.gate.colours import bytecode, caught, covered, own_assertion, plain, red_green, same
from dojo.gate.evidence import Evidence
from dojo.gate.prose import claims, commands, hints, quotes, readme
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
from dojo.gate.violation import Violation

Check = Callable[[Evidence], Iterator[Violation]]
Group = Sequence[Check]


def whole(check: Check) -> Check:
    """Make a check that looks only where the evidence is about all steps."""

    def check_whole(evidence: Evidence) -> Iterator[Violation]:
        if evidence.is_whole:
            yield from check(evidence)

    return check_whole


def missing(evidence: Evidence) -> Iterator[Violation]:
    """What a step and story.toml need to have: without it, the other laws would report only what follows."""
    yield from folders.has_modules(evidence)
    if not any(next(check(evidence), None) for check in COLLECTED):  # a test that does not run has a name
        yield from hints.missing(evidence)


FILES: Group = (
    folders.check,
    cached.check,
    alone.check,
    refactored.check,
    letters.check,
    reach.check,
    hidden.check,
    belongings.check,
    rules.check,
    settings.check,
    tables.same_values,
    plugins.check,
    forms.check,
    versions.check,
    reds.check,
    assertions.check,
    errors.check,
    expectations.check,
)
"""What the files themselves show: nothing has to run."""
COLLECTED: Group = (collected.check, rows.check)
"""What is written as a test has run as one."""
PROSE: Group = (readme.check, hints.check, quotes.check, claims.check, commands.check)
"""Law 7."""
RUNS: Group = (*FILES, *COLLECTED, red_green.check, covered.check, *PROSE, bytecode.check)
"""What the matrix shows; the files first, because a step that is not valid Python breaks other laws too."""
MUTANTS: Group = (whole(own_assertion.check), whole(caught.check))
MATRIX: Sequence[Group] = ([missing], RUNS)
ALL: Sequence[Group] = (
    *MATRIX,
    [whole(solved.check)],
    [whole(first_tests.check)],
    [caught.unfinished],
    [*MUTANTS],
    [alone.imported_quietly, covered.unreached],
    [same.check],
    [plain.check],
)
"""All laws. A group that finds something ends the search: what follows would mostly say the same again."""


def find(evidence: Evidence, groups: Sequence[Group] = ALL) -> list[Violation]:
    """Give the violations of the first group that finds any. Raises Broken if the suite does not run."""
    for group in groups:
        if found := [violation for check in group for violation in check(evidence)]:
            return found
    return []
