"""A draft: a story whose code and tests hold, and whose READMEs, hints or mutants are still to be written."""

from collections.abc import Iterable

from dojo.gate.mutants import NEVER, NO_NAME
from dojo.gate.prose.readme import is_unwritten
from dojo.gate.violation import IS_A_DRAFT, Violation, split
from dojo.screen.words import count_of
from dojo.story.mutants import Mutant
from dojo.story.story import Story

README, HINT, MUTANT = "README", "hint", "mutant"
STATUS = 3
"""The exit status of the gate for a draft."""


def missing(violation: Violation, story: Story) -> str:
    """What is still to be written: a README, a hint or a mutant; nothing if something is wrong."""
    step = next((step for step in story.steps if step.name == violation.step), None)
    if step and violation.file == step.readme and is_unwritten(step):
        return README
    if violation.file == story.hints and (not violation.line or violation.what == split(IS_A_DRAFT)[0]):
        return HINT
    if violation.what == NEVER or violation.what.endswith(NO_NAME):
        return MUTANT
    is_mutant = violation.file.parent == story.mutants and violation.file.is_file()
    return MUTANT if is_mutant and Mutant(violation.file, story).is_draft else ""


def is_draft(violations: Iterable[Violation], story: Story) -> bool:
    """True if nothing is wrong, and something is still to be written."""
    return all(missing(one, story) for one in violations)


def summary(violations: Iterable[Violation], story: Story) -> str:
    """What is still to be written, in a line."""
    found = [(missing(one, story), one) for one in violations]
    readmes = len({one.file for what, one in found if what == README})
    hints = sum(what == HINT for what, _ in found)
    tests = sum(what == MUTANT and bool(one.rule) for what, one in found)
    mutants = max(tests, sum(what == MUTANT for what, _ in found) - tests)
    parts = [
        f"the {'READMEs' if readmes > 1 else 'README'} of {count_of(readmes, 'step')}" if readmes else "",
        count_of(hints, "hint") if hints else "",
        count_of(mutants, "mutant") if mutants else "",
    ]
    lacking = ", ".join(filter(None, parts))
    return f"A draft: laws 1 to 6 hold. Missing: {lacking}. {story.command('todo')} lists them."
