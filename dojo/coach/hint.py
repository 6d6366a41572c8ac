"""`make hint`: what helps with the test in hand: a first hint, a second one, and where it is solved.

A hint never quotes the code of a step.
"""

from typing import Any

from rich.console import Console

from dojo.attempt.attempts import Attempt
from dojo.attempt.lights import Light, all_lights, record, revealed
from dojo.attempt.snapshot import taken
from dojo.coach.cycle.course import with_course
from dojo.coach.mine import hint as mine
from dojo.coach.mine.start import MODE as MINE
from dojo.coach.showing import left_out
from dojo.engine.suite import Suite, with_suite
from dojo.story.hints import hints as second_hints
from dojo.story.story import Story
from dojo.story.tests import SuiteTest

GENERAL = (
    "No step of ours had to be made for this one: there it was green as soon as it was written."
    " What in it does your code treat in another way than in the tests before it?"
)


def hints(story: Story, test: SuiteTest, function: str, row: dict[str, Any]) -> list[str]:
    """The hints for a test, given the name of its function and the values of its row: three, or two where the
    story has no line for the step.
    """
    step = story.step(test.written)
    values = ", ".join(f"{name} = {value!r}" for name, value in row.items())
    rule = function.removeprefix("test_").replace("_", " ")
    first = f"The rule: {rule}" + (f"; here, “{test.rule}”, with {values}." if row else ".")
    second = second_hints(story).get(test.written) if test.kind == "drives" else GENERAL
    solved = "solves it" if test.kind == "drives" else "wrote this test down"
    reading = story.command(f"step-{step.number} story")
    third = f"Step {step.number}, {step.title}, {solved}: {reading}"
    return [first, *([second] if second else []), third]


def in_hand(lights: list[Light], tests: list[SuiteTest]) -> SuiteTest:
    """The test of ours that the last run told of; before, the first: it is the participant's own as well."""
    told = [light.test for light in lights if light.judged][-1:]
    named = [test for test in tests if test.id in told]
    return named[0] if named else tests[max(revealed(lights) - 1, 0)]


def given(lights: list[Light], test: SuiteTest) -> int:
    """How many hints for this test have been given."""
    return max((light.told.get("hints", 0) for light in lights if light.test == test.id), default=0)


def give(attempt: Attempt, suite: Suite, out: Console) -> None:
    """Show the hint whose turn it is, and keep that it was."""
    lights = all_lights(attempt)
    tests = attempt.kata.taught(suite.tests)
    test = in_hand(lights, tests)
    to_give = hints(attempt.story, test, *suite.row(test))
    place = min(given(lights, test), len(to_give) - 1)
    out.print(f"“{test.rule}”, hint {place + 1} of {len(to_give)}", style="bold")
    out.print(to_give[place])
    colour, counts = (lights[-1].colour, lights[-1].counts) if lights else ("amber", {})
    snapshot = taken(attempt.folder)
    left_out(out, snapshot)
    record(
        attempt,
        verb="hint",
        colour=colour,
        counts=counts,
        test=test.id,
        snapshot=snapshot,
        hints=place + 1,
    )


def hint(attempt: Attempt, out: Console) -> None:
    """Give a hint for the test in hand; raises NotRecorded, Broken."""
    if attempt.setting("mode") == MINE:
        with_course(attempt, lambda course: mine.hint(course, out))
        return
    if attempt.program:
        from dojo.coach.cases.hint import hint as of_a_case  # it builds on what is here

        of_a_case(attempt, out)
        return
    with_suite(attempt.story, lambda suite: give(attempt, suite, out))
