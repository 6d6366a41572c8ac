"""The next tests of an attempt: those that its code keeps already, and the first that it does not."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from rich.console import Console
from rich.padding import Padding

from dojo.attempt.light import record
from dojo.coach.cycle import foreseeing
from dojo.coach.cycle.ending import ended
from dojo.coach.cycle.run import Run
from dojo.coach.showing import bar, left_out
from dojo.runner.failure.printing import failure
from dojo.runner.result import Cell, colour_of, counted
from dojo.screen.palette import COLOURS
from dojo.story.tests import SuiteTest, openers

GUARDED = ("One more that your code already keeps:", "{} more that your code already keeps:")
ROWS = 6
"""So many rows of a table show what it asks."""
HAD_IT = "Green at once. We needed code for it, and you had it already: which of your lines makes it so?"


def revealing(run: Run, out: Console, expected: str) -> None:
    """Show the new tests, and record that they are known now."""
    *those_before, (test, cell) = run.coming
    is_news = cell.colour != "green" or test in openers(run.course.tests)
    already_kept([test for test, _ in (those_before if is_news else run.coming)], out)
    told: dict[str, Any] = {}
    if is_news:
        out.print(f"The next test, {place(run)}: “{test.rule}”", style="bold")
        if expected:
            told = foreseen(run, test, cell, expected, out)
        show(run, test, cell, out)
    left_out(out, run.snapshot)
    counts = recorded(run, told)
    if colour_of(counts) == "green" and run.known + len(run.coming) == len(run.course.tests):
        ended(run, out)
    bar(out, run.attempt, colour_of(counts), counts)


def place(run: Run) -> str:
    """14 of 247"""
    return f"{run.known + len(run.coming)} of {len(run.course.tests)}"


def already_kept(tests: list[SuiteTest], out: Console) -> None:
    """The rows of the tests that are green at once."""
    if tests:
        one, more = GUARDED
        out.print(one if len(tests) == 1 else more.format(len(tests)), style=COLOURS["green"].style)
        out.print(Padding(" · ".join(rows(tests)), (0, 0, 1, 2)))


def rows(tests: list[SuiteTest]) -> Iterator[str]:
    """Their rules; if a table has many rows, the first ones, and how many more there are."""
    for _, table in groupby(tests, lambda test: test.id.partition("[")[0]):
        those = list(table)
        shown = those if len(those) <= ROWS + 1 else those[:ROWS]
        yield from (f"“{test.rule}”" for test in shown)
        if more := len(those) - len(shown):
            yield f"and {more} more of that kind"


def foreseen(run: Run, test: SuiteTest, cell: Cell, expected: str, out: Console) -> dict[str, Any]:
    """Ask for the colour of the new test if none was given, and tell whether it came."""
    if expected == foreseeing.ASK:
        out.print(f"\n{run.course.text(test)}\n")
    expected = foreseeing.asked(expected, out)
    return foreseeing.judged(expected, cell.colour, "the new test", run.lights, out, counts=True)


def show(run: Run, test: SuiteTest, cell: Cell, out: Console) -> None:
    """How the new test fails; or, if it does not, the test itself."""
    if cell.colour == "green":
        out.print(f"\n{run.course.text(test)}\n")
        out.print(HAD_IT, style=COLOURS["green"].style)
        out.print(f"The next test: {run.attempt.command('next')}", style="dim")
    else:
        failure(out, cell)
        again, help = run.attempt.command("next"), run.attempt.command("hint")
        out.print(f"\nMake it green, then {again}. A hint: {help}", style="dim")


def recorded(run: Run, told: dict[str, Any]) -> dict[str, int]:
    """Record the tidied code, if there is any, and then the new tests; gives how many have which colour."""
    if run.has_changed:
        run.record("next")
    test, _ = run.coming[-1]
    counts = counted([*run.cells, *(cell for _, cell in run.coming)])
    record(
        run.attempt,
        verb="next",
        colour=colour_of(counts),
        counts=counts,
        test=test.id,
        snapshot=run.snapshot,
        revealed=run.known + len(run.coming),
        of=len(run.course.tests),
        own={cell.id: cell.colour for cell in run.result.own},
        **told,
    )
    return counts
