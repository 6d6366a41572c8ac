"""How a block of a README is written, what is written otherwise, and what nothing can be made of."""

from collections.abc import Sequence
from dataclasses import dataclass

from dojo.story.readme import FENCE


class BadBlock(Exception):
    """A part of a README of which nothing can be made.

    Attributes:
        problem: why not.
        mend: what to do about it.
        line: where it is; 0 if it is the line of the part.
    """

    def __init__(self, problem: str, mend: str, line: int = 0) -> None:
        super().__init__(f"{problem}; {mend}")
        self.problem, self.mend, self.line = problem, mend, line


@dataclass(frozen=True)
class Edit:
    """Lines of a README that are not as they would be written now.

    Attributes:
        line: the first of them, counted from 1; 0 if it is about the whole README.
        problem: what is not so.
        mend: what to do, if the tool does not write the new lines.
        old: the lines as they are.
        new: the lines as they would be written; nothing if that is not known: the marker of a block, say,
            leads nowhere.
        notice: what an author should know once the new lines are written.
    """

    line: int
    problem: str
    mend: str = ""
    old: Sequence[str] = ()
    new: Sequence[str] = ()
    notice: str = ""


def fenced(kind: str, marker: str, lines: Sequence[str]) -> list[str]:
    """Return a block as it is written."""
    return [f"{FENCE}{kind} {marker}".rstrip(), *lines, FENCE]


def join_tests(tests: Sequence[list[str]]) -> list[str]:
    """Return tests below one another: rows as in a table, functions with two empty lines between.

    A parametrized function is there once, and not for each of its values.
    """
    found: list[str] = []
    functions: list[list[str]] = []
    for lines in tests:
        # a row is indented: it is in a table
        is_row = bool(lines) and not lines[0][:1].strip()
        is_function = not is_row
        if is_function and lines in functions:
            continue
        functions.append(lines)
        if found and is_function:
            found += ["", ""]
        found += lines
    return found
