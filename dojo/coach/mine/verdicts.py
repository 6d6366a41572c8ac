"""The verdicts on new tests: whether they were red first, and whether they earned their place."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from rich.console import Console

from dojo.coach.mine.catching import Catch
from dojo.coach.mine.newest import Newest
from dojo.judge.judgement import Judgement
from dojo.runner.result import WANT_OF_A_NAME, Cell
from dojo.screen.console import paragraph
from dojo.screen.palette import COLOURS
from dojo.screen.words import counted, first_of

T = TypeVar("T")
EARNED = "earned a place: it catches a fault that none of yours caught."
SEE_IT_RED = "Break the code for a moment, and see your own assertion fail."
NOTHING_NEW = "nothing new yet. What does it ask that the others do not?"


def verdicts(tests: list[Newest], catch: Catch | None, out: Console) -> None:
    """The colours and the worth of each; tests with the same verdict stand together."""
    for (text, colour), rules in together(tests, lambda test: (in_colours(test), colour_of(test))):
        paragraph(out, f"{first_of(rules)}: {text}", COLOURS[colour].style)
    if catch:
        for fall in catch.judgement.falls:
            paragraph(out, f"On a right solution, {fall}: it does not count.", COLOURS["amber"].style)
        judged = [test for test in tests if test.is_new and test.cell.id in catch.judgement.tests]
        for text, rules in together(judged, lambda test: worth(test, catch)):
            riddle = riddle_of(judged, rules, catch) if text == EARNED else ""
            paragraph(out, f"{first_of(rules)}: {text}{riddle}")


def together(tests: list[Newest], said: Callable[[Newest], T]) -> list[tuple[T, list[str]]]:
    """The verdicts, and the rules of the tests that each is for."""
    found: dict[T, list[str]] = {}
    for test in tests:
        found.setdefault(said(test), []).append(test.cell.rule)
    return [(text, rules) for text, rules in found.items() if text]


def colour_of(test: Newest) -> str:
    """The colour of a verdict."""
    return "green" if test.was_red else "amber"


def in_colours(test: Newest) -> str:
    """Whether it was red first."""
    if not test.is_new:
        return "seen red now."
    if test.drove:
        return f"earned a place, red first and then {counted(test.lines, 'line')} of code."
    if test.was_red:
        return "red first, and no code was needed: the test has changed."
    if "amber" in test.seen:
        return f"seen amber, and never red: it broke before it could say no. {SEE_IT_RED}"
    return f"never seen red. {SEE_IT_RED}"


def worth(test: Newest, catch: Catch) -> str:
    """What the right and the wrong solutions say of it; nothing if they have nothing to say."""
    if test.cell.id in catch.judgement.rejected:
        return unsound(test.cell, catch.judgement)
    if catch.first_caught_by(test.cell.id):
        return EARNED
    return NOTHING_NEW if catch.judgement.wrong and not test.drove else ""


def riddle_of(tests: list[Newest], rules: list[str], catch: Catch) -> str:
    """The riddle of a mutant that this test is the first to catch."""
    caught = [catch.first_caught_by(test.cell.id) for test in tests if test.cell.rule in rules]
    return f" {caught[0][0].fields['riddle']}" if len(caught) == 1 else ""


def unsound(cell: Cell, judgement: Judgement) -> str:
    """Right solutions do not pass it: a sentence that says what this means."""
    failures = [one for failing in judgement.right.values() for one in failing if one.id == cell.id]
    if failures[0].why.partition(":")[0] in WANT_OF_A_NAME:
        return "The right solutions have no such name. Use the names in the statement."
    if len(failures) == len(judgement.right):
        return "No right solution passes it: what does the statement say?"
    return "A right solution of another design does not pass it: it asks for more than the rules say."


def doubts(tests: list[Cell], judgement: Judgement) -> Iterator[str]:
    """The red tests that no right solution makes green."""
    for cell in tests:
        if cell.id in judgement.rejected:
            yield f"“{cell.rule}”: {unsound(cell, judgement)}"
