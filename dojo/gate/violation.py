"""What the gate finds: a place where a law does not hold."""

import ast
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from dojo.story.source import place
from dojo.story.story import Story
from dojo.story.tests import SuiteTest

IS_A_DRAFT = "is still a draft; say it in your own words"
NO_QUESTION = "its last paragraph is not a question"
SHOWN = 5
"""How many violations of one law on one step, or in one file, are worth reading."""


class Violation(NamedTuple):
    """A law that does not hold: where, what was seen, and the one thing to do."""

    law: int
    file: Path
    line: int
    """0 if it is about the whole file."""
    what: str
    fix: str = ""
    step: str = ""
    """The name of the step; empty if it is about the whole story."""
    rule: str = ""
    """The rule of the test, if it is about one."""

    def format(self, story: Story) -> str:
        """Give the violation in one line; its file is a path from the top of the workspace."""
        step = [self.step] if self.step and self.step not in self.file.parts else []
        rule = [f"“{self.rule}”"] if self.rule else []
        line = f":{self.line}" if self.line else ""
        head = " · ".join([f"law {self.law}", *step, f"{story.shown(self.file)}{line}", *rule])
        said = "; ".join(filter(None, [self.what, self.fix]))
        return f"{head}: {' '.join(said.splitlines())}"


def split(text: str) -> tuple[str, str]:
    """Split “what is wrong; what to do” at its last semicolon."""
    what, _, fix = text.rpartition("; ")
    return (what, fix) if what else (fix, "")


def at_test(
    law: int, test: SuiteTest, story: Story, what: str, fix: str = "", *, step: str = ""
) -> Violation:
    """Give the violation of a test: at its row, or at its function if it has no row."""
    file, line = place(test, story.top)
    return Violation(law, file, line, what, fix, step, test.rule)


def line_of(node: ast.AST) -> int:
    """Give the line on which a node begins."""
    return getattr(node, "lineno", 1)


def format_lines(violations: Sequence[Violation], story: Story) -> list[str]:
    """Give a line for each violation; if many are alike, only the first ones, and how many more there are."""
    lines: list[str] = []
    seen: Counter[tuple[int, str]] = Counter()
    for one in violations:
        key = one.law, one.step or story.shown(one.file)
        seen[key] += 1
        if seen[key] <= SHOWN:
            lines.append(one.format(story))
    rest = f"more; {story.command('todo')} lists all"
    more = [f"law {law} · {place}: {n - SHOWN} {rest}" for (law, place), n in seen.items() if n > SHOWN]
    return lines + more


def format_shut(violations: Sequence[Violation], story: Story) -> str:
    """Give what the gate says when it is shut."""
    lines = format_lines(violations, story)
    return "\n".join([*lines, f"The gate is shut. Violations: {len(violations)}."])
