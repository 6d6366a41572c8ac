"""Where a program stands: how many cases of the kata it passes from the first one on."""

from typing import NamedTuple

from rich.console import Console

from dojo.attempt.attempt import Attempt
from dojo.coach.cases.course import OfCases
from dojo.runner.result import Cell
from dojo.screen.palette import COLOURS


class Place(NamedTuple):
    """How many cases pass, of how many; and the first that does not, if any."""

    passed: int
    of: int
    failing: Cell | None


def place(attempt: Attempt) -> Place:
    """Run the cases, up to the first that does not pass."""
    course = OfCases(attempt)
    cells = course.run(course.tests)
    failing = next((cell for cell in cells if cell.colour != "green"), None)
    return Place(len(cells) - bool(failing), len(course.tests), failing)


def where(attempt: Attempt, out: Console) -> None:
    """Where it stands, in sentences."""
    passed, of, failing = place(attempt)
    out.print(f"{attempt.name} {passes(passed, of)}", style="bold")
    if failing is None:
        out.print("nothing is left to write")
        return
    out.print(f"next case: “{failing.rule}”")
    if failing.colour == "amber":
        out.print(failing.why, style=COLOURS["amber"].style)


def passes(passed: int, of: int) -> str:
    """In a sentence, how many cases it passes from the first one on; a later one may pass by luck."""
    if passed == of:
        return f"passes all {of} cases."
    first = "first" if passed == 1 else f"first {passed}"
    return f"passes the {first} of {of} cases." if passed else "does not pass its first case yet."


def row(attempt: Attempt) -> tuple[list[str], str]:
    """Its line in the list of all attempts, and the style of it: it has cases where others have a step."""
    passed, of, failing = place(attempt)
    coming = f"next: “{failing.rule}”" if failing else "nothing is left to write"
    style = ""
    if failing and failing.colour == "amber":
        coming, style = failing.why, COLOURS["amber"].style
    return [attempt.name, attempt.kata.name, "cases", f"{passed} of {of}", "", coming], style
