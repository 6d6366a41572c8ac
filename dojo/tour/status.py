"""The suite on one step: `make step-7 test`, `make step-7 watch` at every save, and `make step-7 red`.

Tests written by then are green, and the last line says how far the step is. The gate wants the next step's
tests to be red. An author who writes this step need not care: if they pass already, the last line says so.
"""

import os
import sys
from collections import defaultdict
from pathlib import Path
from typing import NoReturn

from rich.text import Text

from dojo.errors import UsageError
from dojo.runner.child import clock
from dojo.runner.collect import collect
from dojo.runner.failure.printing import show_failure
from dojo.runner.recorder.dependencies import pass_on
from dojo.runner.result import Result
from dojo.runner.run import Run
from dojo.screen.console import console, paragraph
from dojo.screen.palette import COLOURS
from dojo.story.katas import Kata
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.tour.launch import become
from dojo.wording import first_of

MOST_LINES = 6  # for the tests behind the first one that is not green


def run_step_tests(story: Story, step: Step) -> int:
    """Run the suite on a step, and say how far it is; returns an exit status. Raises CollectionError."""
    with collect(story) as suite:
        tests = sorted(suite.tests, key=lambda test: test.written > step.number)
        run = suite.run(step, tests, limit=clock.STEP_LIMIT, patience=clock.PATIENCE)
    written = [run.results[test.id] for test in tests if test.written <= step.number]
    show(run.failing[:1] if run.broken else written)
    colours = {result.colour for result in written}
    colour = "amber" if run.broken or "amber" in colours else "red" if colours - {"green"} else "green"
    told = f"step {step.number} does not load: {run.broken}" if run.broken else None
    paragraph(console(), told or describe(story, step, run, colour), style=COLOURS[colour].bar)
    return 0 if colour == "green" else 1


def red(story: Story, step: Step) -> int:
    """Run a step's new tests on the step before, and show how they fail, as a participant sees it.

    The exit status is 0 when each of them is red for the right reason: here red is what is wanted. Raises
    CollectionError.
    """
    before = story.before(step)
    if not before:
        print(f"Step {step.number} has no red: nothing comes before it, and it passes no test.")
        return 0
    with collect(story) as suite:
        tests = [test for test in suite.tests if test.drives(step)]
        results = suite.run(before, tests, limit=clock.STEP_LIMIT).results if tests else {}
    if not tests and step.kind != "refactoring":
        print(f"{no_test_yet(step).capitalize()}.", file=sys.stderr)
        return 1
    if not tests:
        text = f"Step {step.number}, {step.title}, has no red: it is a refactoring. No test drives it,"
        paragraph(console(), f"{text} and every colour stays as it was on step {before.number}.")
        return 0
    found = [results[test.id] for test in tests]
    show(found)
    wrong = [result for result in found if result.colour != "red"]
    they, them = (f"{len(tests)} tests, all red", "them") if len(tests) > 1 else ("1 test, red", "it")
    said = f"{they} on step {before.number}, as it should be: step {step.number} makes {them} green."
    if wrong:
        is_what = f"“{wrong[0].rule}” is {wrong[0].colour} on step {before.number}"
        said = f"Not red: {is_what}, where it should fail."
    paragraph(console(), said, style=f"bold {COLOURS['amber' if wrong else 'red'].style}")
    return 1 if wrong else 0


def show(results: list[Result]) -> None:
    """Show the first test that is not green in full; a line for each of the others, up to a few."""
    failing = [result for result in results if result.colour != "green"]
    for result in failing[:1]:
        show_failure(console(), result)
    others = [f"“{result.rule}” is {result.colour}: {result.why}" for result in failing[1:]]
    more = [f"and {len(others) - MOST_LINES} more"] if len(others) > MOST_LINES else []
    for text in ["", *others[:MOST_LINES], *more, ""] if others else [""]:
        console().print(Text(text), style="dim")


def watch_step(story: Story, step: Step, top: Path) -> None:
    """Run `test` on a step at each save of it or of the suite, until Ctrl-C; the workspace is at `top`."""
    # late, for a bar does not need it
    from pytest_watch.watcher import watch  # type: ignore[import-untyped]

    os.chdir(top)
    watch(
        [str(step.folder), str(story.suite)],
        runner=f"{os.path.relpath(sys.executable)} -m dojo",  # it is split at spaces
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
    if os.isatty(0) and kata.sample:  # nobody types the cards of a game
        os.dup2(os.open(kata.sample, os.O_RDONLY), 0)
    pass_on()
    become([story.inside(step.module), *kata.words])


def describe(story: Story, step: Step, run: Run, colour: str) -> str:
    """Say how far a step is: the green tests, the others, and what comes next."""
    rules: defaultdict[tuple[str, bool], list[str]] = defaultdict(list)
    for test in run.tests:
        rules[run.results[test.id].colour, test.written > step.number].append(test.rule)
    parts = [f"{len(rules['green', False])} green"]
    for name in ("red", "amber", "skipped"):
        if found := rules[name, False]:
            parts.append(f"{len(found)} {name.upper()} ({first_of(found, 1)})")
    luck = rules["green", True]
    if later := sum(test.written > step.number for test in run.tests):
        parts.append(f"{later} not yet" + (f", {len(luck)} of them green by luck" if luck else ""))
    ahead = "first the bar has to be green" if colour != "green" else what_comes_next(story, step, run, luck)
    return f"step {step.number}: {', '.join(parts)}; {ahead}."


def what_comes_next(story: Story, step: Step, run: Run, luck: list[str]) -> str:
    """Say what comes next after a green step; `luck` has the rules of later tests that pass already."""
    if step.kind == "test first" and not any(test.drives(step) for test in run.tests):
        return no_test_yet(step)
    after = next((one for one in story.steps if one.number == step.number + 1), None)
    if not after:
        return "nothing is left to write"
    rules = [test.rule for test in run.tests if test.drives(after)]
    if not rules:
        kind = ": no test drives it yet" if after.kind == "test first" else ", a refactoring"
        return f"next: step {after.number}, {after.title}{kind}"
    early = [rule for rule in rules if rule in luck]
    too_much = ", which passes already: the code does more than it was asked for" if early else ""
    return f"next: step {after.number}, “{(early or rules)[0]}”{too_much}"


def no_test_yet(step: Step) -> str:
    """Say what to do if a step says test first, and no test drives it."""
    return f"no test drives step {step.number} yet: write one, marked drives({step.number}, …)"
