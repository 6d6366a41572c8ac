"""What the gate finds."""

import ast
from pathlib import Path
from typing import NamedTuple

from dojo.story.source import place
from dojo.story.story import Story
from dojo.story.tests import SuiteTest

THEN = "; "
"""Stands between what was seen and what to do."""
IS_A_DRAFT = "is still a draft; say it in your own words"
NO_QUESTION = "its last paragraph is not a question"


class Breach(NamedTuple):
    """A place where a law does not hold: the step, the file and line, the test, and what was seen.

    What was seen ends with the one thing to do, as in “is a link; put the file itself here”.
    """

    law: int
    step: str
    """The name of its step; empty if it is about the whole story."""
    file: Path
    line: int
    """0 if it is about the whole file."""
    what: str
    rule: str = ""

    @property
    def do(self) -> str:
        """The one thing to do next."""
        return self.what.rpartition(THEN)[2] if THEN in self.what else ""

    @property
    def is_of_words(self) -> bool:
        """Does only a text lack that a human has to write?"""
        return self.what.startswith((IS_A_DRAFT, NO_QUESTION))

    def told(self, story: Story) -> str:
        """The breach in one line; its file is a path from the top of the workspace."""
        step = [self.step] if self.step and self.step not in self.file.parts else []
        rule = [f"“{self.rule}”"] if self.rule else []
        line = f":{self.line}" if self.line else ""
        head = " · ".join([f"law {self.law}", *step, f"{story.shown(self.file)}{line}", *rule])
        return f"{head}: {' '.join(self.what.splitlines())}"


def of_test(law: int, step: str, test: SuiteTest, story: Story, what: str) -> Breach:
    """A breach by a test: at its row, or at its function if it has no row."""
    file, line = place(test, story.top)
    return Breach(law, step, file, line, what, test.rule)


def line_of(node: ast.AST) -> int:
    """The line on which a node begins."""
    return getattr(node, "lineno", 1)
