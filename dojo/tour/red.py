"""`make step-7 red`: step 7's new tests on step 6, as a participant sees them fail.

Exit 0 when each of them is red for the right reason: here red is what is wanted.
"""

import sys
from collections.abc import Iterator

from rich.text import Text

from dojo.errors import CollectionError
from dojo.runner.child import clock
from dojo.runner.collect import collect
from dojo.runner.failure.printing import show_failure
from dojo.runner.matrix import read_cached
from dojo.runner.result import Result, count_colours
from dojo.runner.suite import Suite
from dojo.screen.console import console, paragraph
from dojo.screen.palette import COLOURS
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.tour.status import no_test_yet

MOST_LINES = 6
"""At most this many tests behind the first one get a line each."""


def red(story: Story, step: Step) -> int:
    """Run them and show how they fail; returns an exit status."""
    before = story.before(step)
    if not before:
        print(f"Step {step.number} has no red: nothing comes before it, and it passes no test.")
        return 0
    try:
        with collect(story) as suite:
            results = new_tests(suite, step, before)
    except CollectionError as broken:
        print(f"The suite does not run: {broken}", file=sys.stderr)
        return 1
    if not results:
        return without_a_red(step, before)
    show(results)
    all_red = count_colours(results)["red"] == len(results)
    colour = COLOURS["red" if all_red else "amber"]
    paragraph(console(), verdict(results, step, before), style=f"bold {colour.style}")
    for line in greens_before(story, step, results):
        paragraph(console(), line)
    return 0 if all_red else 1


def new_tests(suite: Suite, step: Step, before: Step) -> list[Result]:
    """Run the tests that drive a step, on the step before it."""
    tests = [test for test in suite.tests if test.drives(step)]
    if not tests:
        return []
    run = suite.run(before, tests, limit=clock.STEP_LIMIT)
    return [run.results[test.id] for test in tests]


def show(results: list[Result]) -> None:
    """Show the first test that is not green in full; a line for each of the others, up to a few."""
    failing = [result for result in results if result.colour != "green"]
    for result in failing[:1]:
        show_failure(console(), result)
    others = failing[1:]
    more = [f"and {len(others) - MOST_LINES} more"] if len(others) > MOST_LINES else []
    lines = [f"“{result.rule}” is {result.colour}: {result.why}" for result in others[:MOST_LINES]]
    for text in ["", *lines, *more, ""] if others else [""]:
        console().print(Text(text), style="dim")


def verdict(results: list[Result], step: Step, before: Step) -> str:
    """Say in one sentence what the room should see."""
    for result in results:
        if result.colour == "green":
            return f"Not red: “{result.rule}” passes on step {before.number} already."
        if result.colour != "red":
            return (
                f"Not red: “{result.rule}” is {result.colour} on step {before.number}, where it should fail."
            )
    if len(results) == 1:
        return f"1 test, red on step {before.number}, as it should be: step {step.number} makes it green."
    count = f"{len(results)} tests, all red"
    return f"{count} on step {before.number}, as it should be: step {step.number} makes them green."


def without_a_red(step: Step, before: Step) -> int:
    """Say why no test drives a step; returns an exit status."""
    if step.kind != "refactoring":
        print(f"{no_test_yet(step).capitalize()}.", file=sys.stderr)
        return 1
    text = (
        f"Step {step.number}, {step.title}, has no red: it is a refactoring. No test drives it,"
        f" and every colour stays as it was on step {before.number}."
    )
    paragraph(console(), text)
    return 0


def greens_before(story: Story, step: Step, driven: list[Result]) -> Iterator[str]:
    """Say which tests were green by luck on earlier steps, as far as these steps have run."""
    earlier = read_cached(story, [other for other in story.steps if other.number < step.number - 1])
    for test in driven:
        results = {other.number: earlier.cells.get((test.id, other.number)) for other in earlier.steps}
        lucky = [number for number, result in results.items() if result and result.colour == "green"]
        if lucky:
            where = "step" if len(lucky) == 1 else "steps"
            yield f"“{test.rule}” was green before, by luck, on {where} {', '.join(map(str, lucky))}."
