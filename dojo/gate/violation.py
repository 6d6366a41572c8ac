"""What the gate finds: a place where a law does not hold, or where something is still to be written."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from pathlib import Path
from typing import NamedTuple

from dojo.story.readme import QUESTION, readme_parts
from dojo.story.source import find_source
from dojo.story.steps import DRAFT, FOLDER, Step
from dojo.story.story import Story
from dojo.story.tests import SuiteTest
from dojo.wording import count_of

IS_A_DRAFT = "is still a draft"
SAY_IT = "say it in your own words"
DRAFT_STATUS = 3  # the exit status of the gate for a draft
MAX_ALIKE = 5  # violations of one law on one step, or in one file, that are worth reading


class Law(IntEnum):
    """The nine laws, with the numbers that they have in `docs/laws.md`."""

    RED_THEN_GREEN = 1
    HONEST_RED = 2
    REFACTORING = 3
    RUNS_THE_SAME = 4
    COVERED = 5
    STANDS_ALONE = 6
    TRUE_WORDS = 7
    NO_BYTECODE = 8
    HAS_FAILED = 9


class Missing(StrEnum):
    """What may be missing in a story whose code and tests keep the laws: it is a draft then."""

    README = "README"
    HINT = "hint"
    MUTANT = "mutant"


class Fault(NamedTuple):
    """What is wrong on a line of a file, and what to do about it."""

    line: int
    problem: str
    mend: str


@dataclass(frozen=True)
class Violation:
    """A place where a law does not hold.

    Attributes:
        law: the law.
        file: the file that it is about.
        line: the line in it; 0 if it is about the whole file.
        problem: what is wrong.
        mend: what to do about it.
        seen_on: the name of the step, if the file is not in the folder of one.
        rule: the rule of the test, if it is about one.
        missing: what is only still to be written; None if something is wrong.
    """

    law: Law
    file: Path
    line: int
    problem: str
    mend: str
    seen_on: str = ""
    rule: str = ""
    missing: Missing | None = None

    @property
    def step(self) -> str:
        """The name of the step; empty if it is about the whole story."""
        if self.seen_on:
            return self.seen_on
        for part in self.file.parts:
            if FOLDER.fullmatch(part):
                return part
        return ""

    def format(self, story: Story) -> str:
        """Return the violation in one line; its file is a path from the top of the workspace."""
        return f"law {self.law} · {self.format_place(story)}"

    def format_place(self, story: Story) -> str:
        """Return the same without the law."""
        place = story.shown(self.file)
        if self.line:
            place += f":{self.line}"
        head = [place]
        if self.step and self.step not in self.file.parts:
            head.insert(0, self.step)
        if self.rule:
            head.append(f"“{self.rule}”")
        what = f"{self.problem}; {self.mend}" if self.mend else self.problem
        return f"{' · '.join(head)}: {' '.join(what.splitlines())}"


def at_test(
    law: Law,
    test: SuiteTest,
    story: Story,
    problem: str,
    mend: str,
    *,
    seen_on: str = "",
    missing: Missing | None = None,
) -> Violation:
    """Return the violation of a test, at its row or function; on the step of its mark, if on no other one."""
    source = find_source(test.id, story.top)
    step = seen_on
    if not step:
        step = story.name_of_step(test.written)
    return Violation(law, source.file, source.line, problem, mend, step, test.rule, missing)


def at_readme(step: Step, line: int, problem: str, mend: str, law: Law = Law.TRUE_WORDS) -> Violation:
    """Return the violation of a README: it is missing while it has only what a tool has written."""
    missing = None if is_written(step) else Missing.README
    return Violation(law, step.readme, line, problem, mend, missing=missing)


def is_written(step: Step) -> bool:
    """True if a human has written the README of a step: it has words, and none of its parts is a draft.

    A finished one with a fault is not missing: the fault is named.
    """
    parts = readme_parts(step.lesson)
    drafts = (DRAFT, f"{QUESTION}{DRAFT}")
    return bool(parts) and not any(part.text in drafts for part in parts)


def is_draft(violations: Iterable[Violation]) -> bool:
    """True if nothing is wrong, and at most something is still to be written."""
    return all(violation.missing for violation in violations)


def format_draft(violations: Sequence[Violation], story: Story) -> str:
    """Return what is still to be written, in a line."""
    by_kind: dict[Missing | None, list[Violation]] = {}
    for violation in violations:
        by_kind.setdefault(violation.missing, []).append(violation)
    wanted = []
    # one README may lack several things
    readmes = {violation.file for violation in by_kind.get(Missing.README, [])}
    if readmes:
        noun = "README" if len(readmes) == 1 else "READMEs"
        wanted.append(f"the {noun} of {count_of(len(readmes), 'step')}")
    hints = by_kind.get(Missing.HINT, [])
    if hints:
        wanted.append(count_of(len(hints), "hint"))
    mutants = by_kind.get(Missing.MUTANT, [])
    if mutants:
        # what is about a test asks for a mutant; one that is begun may be that mutant
        asked_for = sum(1 for violation in mutants if violation.rule)
        begun = len(mutants) - asked_for
        wanted.append(count_of(max(asked_for, begun), "mutant"))
    return f"A draft: laws 1 to 6 hold. Missing: {', '.join(wanted)}. {story.command('todo')} lists them."


def format_lines(violations: Sequence[Violation], story: Story) -> list[str]:
    """Return a line for each violation; if many are alike, only the first, and how many more there are."""
    alike: dict[tuple[Law, str], list[Violation]] = {}
    for violation in violations:
        place = violation.step or story.shown(violation.file)
        alike.setdefault((violation.law, place), []).append(violation)
    lines = []
    summaries = []
    for (law, place), group in alike.items():
        lines += [violation.format(story) for violation in group[:MAX_ALIKE]]
        more = len(group) - MAX_ALIKE
        if more > 0:
            summaries.append(f"law {law} · {place}: {more} more; {story.command('todo')} lists all")
    return lines + summaries


def format_shut(violations: Sequence[Violation], story: Story) -> str:
    """Return what the gate says when it is shut: what is wrong, and not what is only missing."""
    wrong = [violation for violation in violations if not violation.missing]
    lines = format_lines(wrong, story)
    lines.append(f"The gate is shut. Violations: {len(wrong)}.")
    return "\n".join(lines)
