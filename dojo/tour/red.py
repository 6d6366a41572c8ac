"""`make step-7 red`: step 7's new tests on step 6, as a participant sees them fail.

Exit 0 when each of them is red for the right reason: here red is what is wanted.
"""

import sys

from dojo.runner.child import clock
from dojo.runner.collect import collect
from dojo.runner.result import Result
from dojo.screen.console import console, paragraph
from dojo.screen.palette import COLOURS
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.tour.status import no_test_yet, show


def red(story: Story, step: Step) -> int:
    """Run them and show how they fail; returns an exit status. Raises CollectionError."""
    before = story.before(step)
    if not before:
        print(f"Step {step.number} has no red: nothing comes before it, and it passes no test.")
        return 0
    with collect(story) as suite:
        tests = [test for test in suite.tests if test.drives(step)]
        run = suite.run(before, tests, limit=clock.STEP_LIMIT) if tests else None
    if not run and step.kind != "refactoring":
        print(f"{no_test_yet(step).capitalize()}.", file=sys.stderr)
        return 1
    if not run:
        text = f"Step {step.number}, {step.title}, has no red: it is a refactoring. No test drives it,"
        paragraph(console(), f"{text} and every colour stays as it was on step {before.number}.")
        return 0
    results = [run.results[test.id] for test in tests]
    show(results)
    colour = "red" if all(result.colour == "red" for result in results) else "amber"
    paragraph(console(), verdict(results, step, before), style=f"bold {COLOURS[colour].style}")
    return 0 if colour == "red" else 1


def verdict(results: list[Result], step: Step, before: Step) -> str:
    """Say in one sentence what the room should see."""
    for result in results:
        if result.colour == "green":
            return f"Not red: “{result.rule}” passes on step {before.number} already."
        if result.colour != "red":
            where = f"on step {before.number}, where it should fail"
            return f"Not red: “{result.rule}” is {result.colour} {where}."
    tests, them = (f"{len(results)} tests, all", "them") if len(results) > 1 else ("1 test,", "it")
    return f"{tests} red on step {before.number}, as it should be: step {step.number} makes {them} green."
