"""`make hint`: what helps with the test in hand: a first hint, a second one, and where it is solved.

A hint never quotes the code of a step.
"""

import sys
from typing import Any

from rich.console import Console

from dojo.attempts import Attempt
from dojo.lights import Light, all_lights, record
from dojo.matrix import SuiteTest
from dojo.next import revealed
from dojo.showing import attended, console
from dojo.steps import find
from dojo.suite import Suite, with_suite
from dojo.teaching import second_hints, taught

GENERAL = (
    "No step of ours had to be made for this one: there it was green as soon as it was written."
    " Which of its cards does your code treat in another way than those of the tests before it?"
)


def hints(test: SuiteTest, function: str, row: dict[str, Any]) -> list[str]:
    """The three hints for a test, given the name of its function and the values of its row."""
    step = find(test.written)
    values = ", ".join(f"{name} = {value!r}" for name, value in row.items())
    rule = function.removeprefix("test_").replace("_", " ")
    first = f"The rule: {rule}" + (f"; here, “{test.rule}”, with {values}." if row else ".")
    second = second_hints()[test.written] if test.kind == "drives" else GENERAL
    solved = "solves it" if test.kind == "drives" else "wrote this test down"
    return [first, second, f"Step {step.number}, {step.title}, {solved}: make step-{step.number} story"]


def in_hand(lights: list[Light], tests: list[SuiteTest]) -> SuiteTest:
    """The test of ours that the last run told of; before, the first: it is the participant's own as well."""
    told = [light.test for light in lights if light.judged][-1:]
    named = [test for test in tests if test.id in told]
    return named[0] if named else tests[max(revealed(lights) - 1, 0)]


def shown(lights: list[Light], test: SuiteTest) -> int:
    """How many hints for this test have been given."""
    return max((light.told.get("hints", 0) for light in lights if light.test == test.id), default=0)


def give(attempt: Attempt, suite: Suite, out: Console) -> None:
    """Show the hint whose turn it is, and keep that it was."""
    lights = all_lights(attempt)
    tests = taught(attempt.kata, suite.tests)
    test = in_hand(lights, tests)
    three = hints(test, *suite.row(test))
    place = min(shown(lights, test), len(three) - 1)
    out.print(f"“{test.rule}”, hint {place + 1} of {len(three)}", style="bold")
    out.print(three[place])
    colour, counts = (lights[-1].colour, lights[-1].counts) if lights else ("amber", {})
    record(attempt, verb="hint", colour=colour, counts=counts, test=test.id, hints=place + 1)


def verb(attempt: Attempt) -> None:
    out = console()
    with_suite(lambda suite: give(attempt, suite, out))


if __name__ == "__main__":
    sys.exit(attended(verb))
