"""What the gate finds: a place where a law does not hold, or where something is still to be written."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from dojo.story.readme import QUESTION, readme_parts
from dojo.story.source import find_source
from dojo.story.steps import DRAFT, FOLDER, Step
from dojo.story.story import Story
from dojo.story.tests import SuiteTest
from dojo.wording import count_of

IS_A_DRAFT = "is still a draft; say it in your own words"
README, HINT, MUTANT = "README", "hint", "mutant"
"""What may be missing in a story whose code and tests hold: it is a draft then."""
STATUS = 3
"""The exit status of the gate for a draft."""
SHOWN = 5
"""How many violations of one law on one step, or in one file, are worth reading."""


class Violation(NamedTuple):
    """A law that does not hold: where, what was seen, and, after a semicolon, what to do."""

    law: int
    file: Path
    line: int
    """0 if it is about the whole file."""
    what: str
    seen_on: str = ""
    """The name of the step, if its file does not lie in one."""
    rule: str = ""
    """The rule of the test, if it is about one."""
    missing: str = ""
    """`README`, `hint` or `mutant` if it is only still to be written; nothing if something is wrong."""

    @property
    def step(self) -> str:
        """The name of the step; empty if it is about the whole story."""
        return self.seen_on or next(filter(FOLDER.fullmatch, self.file.parts), "")

    def format(self, story: Story) -> str:
        """Give the violation in one line; its file is a path from the top of the workspace."""
        step = [self.step] if self.step and self.step not in self.file.parts else []
        rule = [f"“{self.rule}”"] if self.rule else []
        line = f":{self.line}" if self.line else ""
        head = " · ".join([f"law {self.law}", *step, f"{story.shown(self.file)}{line}", *rule])
        return f"{head}: {' '.join(self.what.splitlines())}"


def at_test(law: int, test: SuiteTest, story: Story, what: str, step: str = "") -> Violation:
    """Give the violation of a test, at its row or function; on the step of its mark, if on no other one."""
    source = find_source(test, story.top)
    names = {step.number: step.name for step in story.steps}
    return Violation(law, source.file, source.line, what, step or names.get(test.written, ""), test.rule)


def at_readme(step: Step, line: int, what: str, law: int = 7) -> Violation:
    """Give the violation of a README: it is missing as long as it has only what a tool has written."""
    parts = readme_parts(step.lesson)
    has_words = step.head and QUESTION in step.lesson and parts[-1].text.endswith("?")
    is_written = has_words and not any(part.text == DRAFT for part in parts)
    return Violation(law, step.readme, line, what, missing="" if is_written else README)


def is_draft(violations: Iterable[Violation]) -> bool:
    """True if nothing is wrong, and at most something is still to be written."""
    return all(one.missing for one in violations)


def format_draft(violations: Sequence[Violation], story: Story) -> str:
    """Give what is still to be written, in a line."""
    readmes = len({one.file for one in violations if one.missing == README})
    hints = sum(one.missing == HINT for one in violations)
    tests = sum(one.missing == MUTANT and bool(one.rule) for one in violations)
    mutants = max(tests, sum(one.missing == MUTANT for one in violations) - tests)
    said = [count_of(number, noun) for number, noun in ((hints, "hint"), (mutants, "mutant")) if number]
    if readmes:
        said.insert(0, f"the {'READMEs' if readmes > 1 else 'README'} of {count_of(readmes, 'step')}")
    return f"A draft: laws 1 to 6 hold. Missing: {', '.join(said)}. {story.command('todo')} lists them."


def format_lines(violations: Sequence[Violation], story: Story) -> list[str]:
    """Give a line for each violation; if many are alike, only the first ones, and how many more there are."""
    alike: dict[tuple[int, str], list[Violation]] = {}
    for one in violations:
        alike.setdefault((one.law, one.step or story.shown(one.file)), []).append(one)
    lines = [one.format(story) for some in alike.values() for one in some[:SHOWN]]
    more = {key: len(some) - SHOWN for key, some in alike.items() if len(some) > SHOWN}
    rest = f"more; {story.command('todo')} lists all"
    return lines + [f"law {law} · {place}: {number} {rest}" for (law, place), number in more.items()]


def format_shut(violations: Sequence[Violation], story: Story) -> str:
    """Give what the gate says when it is shut: what is wrong, and not what is only missing."""
    wrong = [one for one in violations if not one.missing]
    return "\n".join([*format_lines(wrong, story), f"The gate is shut. Violations: {len(wrong)}."])
