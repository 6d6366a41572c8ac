"""The suite on one step: `make step-7 test`, `make step-7 watch` at every save, and `make step-7 red`.

Tests written by then are green, and the last line says how far the step is. The gate wants the next step's
tests to be red. An author who writes this step need not care: if they pass already, the last line says so.
"""

import os
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from rich.text import Text

from dojo.errors import UsageError
from dojo.model.outcome import Colour
from dojo.runner.child import clock
from dojo.runner.collect import collect
from dojo.runner.failure.printing import show_failure
from dojo.runner.recorder.dependencies import pass_on
from dojo.runner.result import Result
from dojo.runner.run import Run
from dojo.screen.console import console, paragraph
from dojo.screen.palette import COLOURS
from dojo.story.katas import Kata
from dojo.story.steps import Step, StepKind
from dojo.story.story import Story
from dojo.story.tests import SuiteTest, driving_tests
from dojo.tour.launch import become
from dojo.wording import count_of, first_of

MAX_LINES = 6  # for the tests after the first one that is not green


def run_step_tests(story: Story, step: Step) -> int:
    """Run the suite on a step, and say how far it is; returns an exit status. Raises CollectionError."""
    with collect(story) as suite:
        tests = sorted(suite.tests, key=lambda test: test.written > step.number)
        run = suite.run(step, tests, limit=clock.STEP_LIMIT, patience=clock.PATIENCE)
    if run.broken:
        # all tests fail in the same way
        show(run.failing[:1])
        message = f"step {step.number} does not load: {run.broken}"
        paragraph(console(), message, style=COLOURS[Colour.AMBER].bar)
        return 1
    written = [run.results[test.id] for test in tests if test.written <= step.number]
    show(written)
    colour = worst_of(written)
    paragraph(console(), describe(story, step, run, colour), style=COLOURS[colour].bar)
    return 0 if colour == Colour.GREEN else 1


def worst_of(results: list[Result]) -> Colour:
    """Return amber if a result is, else red if one is not green, else green."""
    colours = {result.colour for result in results}
    if Colour.AMBER in colours:
        return Colour.AMBER
    return Colour.GREEN if colours <= {Colour.GREEN} else Colour.RED


def red(story: Story, step: Step) -> int:
    """Run a step's new tests on the step before, and show how they fail, as a participant sees it.

    The exit status is 0 when each of them is red for the right reason: here red is what is wanted. Raises
    CollectionError.
    """
    before = story.before(step)
    with collect(story) as suite:
        if not before:
            return explain_no_step_before(step, suite.tests)
        tests = [test for test in suite.tests if test.drives(step)]
        if not tests:
            return explain_no_red(step, before)
        run = suite.run(before, tests, limit=clock.STEP_LIMIT)
    results = [run.results[test.id] for test in tests]
    show(results)
    for result in results:
        if result.colour != Colour.RED:
            problem = f"“{result.rule}” is {result.colour} on step {before.number}"
            style = f"bold {COLOURS[Colour.AMBER].style}"
            paragraph(console(), f"Not red: {problem}, where it should fail.", style=style)
            return 1
    all_red, them = ("1 test, red", "it") if len(tests) == 1 else (f"{len(tests)} tests, all red", "them")
    message = f"{all_red} on step {before.number}, as it should be: step {step.number} makes {them} green."
    paragraph(console(), message, style=f"bold {COLOURS[Colour.RED].style}")
    return 0


def explain_no_step_before(step: Step, tests: Sequence[SuiteTest]) -> int:
    """Say why the first step has no red; returns an exit status."""
    given = [test for test in tests if test.written == step.number]
    passes = "it passes no test"
    if given:
        passes = f"the code that is given passes {count_of(len(given), 'test')}"
    print(f"Step {step.number} has no red: nothing comes before it, and {passes}.")
    return 0


def explain_no_red(step: Step, before: Step) -> int:
    """Say why no test drives a step; returns an exit status."""
    if not step.kind.keeps_colours:
        print(f"{no_test_yet(step).capitalize()}.", file=sys.stderr)
        return 1
    text = f"Step {step.number}, {step.title}, has no red: it is {step.kind.with_article}. No test drives it,"
    paragraph(console(), f"{text} and every colour stays as it was on step {before.number}.")
    return 0


def show(results: list[Result]) -> None:
    """Show the first test that is not green in full; a line for each of the others, up to a few."""
    failing = [result for result in results if result.colour != Colour.GREEN]
    if failing:
        show_failure(console(), failing[0])
    others = failing[1:]
    lines = [""]
    if others:
        for result in others[:MAX_LINES]:
            lines.append(f"“{result.rule}” is {result.colour}: {result.why}")
        if len(others) > MAX_LINES:
            lines.append(f"and {len(others) - MAX_LINES} more")
        lines.append("")
    for line in lines:
        console().print(Text(line), style="dim")


def watch_step(story: Story, step: Step, top: Path) -> None:
    """Run `test` on a step at each save of it or of the suite, until Ctrl-C; the workspace is at `top`."""
    # late, for a bar does not need it
    from pytest_watch.watcher import watch  # type: ignore[import-untyped]

    os.chdir(top)
    watch(
        [str(step.folder), str(story.suite)],
        # it is split at spaces, which a path from here has not
        runner=f"{os.path.relpath(sys.executable)} -m dojo",
        pytest_args=["test", f"STEP={step.number}", f"STORY={os.path.relpath(story.file.parent)}"],
        auto_clear=True,
        beep_on_failure=False,
    )


def run(story: Story, step: Step, kata: Kata) -> NoReturn:
    """Run the program of a step for a kata; raises UsageError if there is none."""
    if kata.program is None or step.number < kata.program:
        first = f": the first one is in step {kata.program}" if kata.program else ""
        raise UsageError(f"step {step.number} has no program for {kata.name}{first}")
    os.chdir(story.top)
    # nobody types the cards of a game
    if os.isatty(0) and kata.sample:
        os.dup2(os.open(kata.sample, os.O_RDONLY), 0)
    pass_on()
    become([story.inside(step.module), *kata.words])


def describe(story: Story, step: Step, run: Run, colour: Colour) -> str:
    """Say how far a step is: the green tests, the others, and what comes next."""
    # the rules of the tests that are written by now, by their colours
    written: defaultdict[str, list[str]] = defaultdict(list)
    not_yet = 0
    by_luck = 0
    for test in run.tests:
        result = run.results[test.id]
        if test.written <= step.number:
            written[result.colour].append(test.rule)
            continue
        not_yet += 1
        if result.colour == Colour.GREEN:
            by_luck += 1
    parts = [f"{len(written[Colour.GREEN])} green"]
    for other in (Colour.RED, Colour.AMBER, Colour.SKIPPED):
        if written[other]:
            parts.append(f"{len(written[other])} {other.upper()} ({first_of(written[other], 1)})")
    if not_yet:
        of_them = f", {by_luck} of them green by luck" if by_luck else ""
        parts.append(f"{not_yet} not yet{of_them}")
    ahead = "first the bar has to be green"
    if colour == Colour.GREEN:
        ahead = what_comes_next(story, step, run)
    return f"step {step.number}: {', '.join(parts)}; {ahead}."


def what_comes_next(story: Story, step: Step, run: Run) -> str:
    """Say what comes next after a green step."""
    drivers = driving_tests(run.tests)
    if step.kind == StepKind.TEST_FIRST and step.number not in drivers:
        return no_test_yet(step)
    after = story.after(step)
    if not after:
        return "nothing is left to write"
    if after.number not in drivers:
        kind = f", {after.kind.with_article}" if after.kind.keeps_colours else ": no test drives it yet"
        return f"next: step {after.number}, {after.title}{kind}"
    for test in drivers[after.number]:
        if run.results[test.id].colour == Colour.GREEN:
            too_much = "which passes already: the code does more than it was asked for"
            return f"next: step {after.number}, “{test.rule}”, {too_much}"
    return f"next: step {after.number}, “{drivers[after.number][0].rule}”"


def no_test_yet(step: Step) -> str:
    """Say what to do if a step says test first, and no test drives it."""
    return f"no test drives step {step.number} yet: write one, marked drives({step.number}, …)"
