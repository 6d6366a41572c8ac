"""The suite on one step: `make step-7 test`, and `make step-7 watch` at every save.

Tests written by then are green, and the last line says how far the step is. The gate wants the next step's
tests to be red. An author who writes this step need not care: if they pass already, the last line says so.
"""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from rich.text import Text

from dojo.runner.child import clock
from dojo.runner.collect import collect
from dojo.runner.failure.printing import show_failure
from dojo.runner.result import Result
from dojo.runner.run import Run
from dojo.screen.console import console, paragraph
from dojo.screen.palette import COLOURS
from dojo.story.steps import Step
from dojo.story.story import NoStep, Story

MOST_LINES = 6
"""At most this many tests behind the first one get a line each."""


def run_step_tests(story: Story, step: Step) -> int:
    """Run the suite on a step, and say how far it is; returns an exit status. Raises CollectionError."""
    with collect(story) as suite:
        tests = sorted(suite.tests, key=lambda test: test.written > step.number)
        run = suite.run(step, tests, limit=clock.STEP_LIMIT, patience=clock.PATIENCE)
    written = [run.results[test.id] for test in tests if test.written <= step.number]
    show(run.failing[:1] if run.broken else written)
    status = StepStatus(story, step, run)
    paragraph(console(), status.sentence(), style=COLOURS[status.colour].bar)
    return 0 if status.colour == "green" else 1


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


def watch_step(story: Story, step: Step, top: Path) -> None:
    """Run `test` on a step at each save of it or of the suite, until Ctrl-C; the workspace is at `top`."""
    from pytest_watch.watcher import watch  # type: ignore[import-untyped]  # a bar needs none of it

    os.chdir(top)
    watch(
        [str(step.folder), str(story.suite)],
        runner=f"{os.path.relpath(sys.executable)} -m dojo",  # it is split at spaces
        pytest_args=["test", f"STEP={step.number}", f"STORY={os.path.relpath(story.file.parent)}"],
        auto_clear=True,
        beep_on_failure=False,
    )


def no_test_yet(step: Step) -> str:
    """Say what to do if a step says test first, and no test drives it."""
    return f"no test drives step {step.number} yet: write one, marked drives({step.number}, …)"


@dataclass(frozen=True)
class StepStatus:
    """How far a step is, by a run of all tests on it."""

    story: Story
    step: Step
    run: Run

    def rules(self, *colours: str, later: bool = False) -> list[str]:
        """The rules of the tests of these colours that are written by then, or later."""
        tests = [test for test in self.run.tests if (test.written > self.step.number) is later]
        return [test.rule for test in tests if self.run.results[test.id].colour in colours]

    @property
    def colour(self) -> str:
        """Amber or red if a test that is written by then is, or else green."""
        if self.run.broken or self.rules("amber"):
            return "amber"
        return "red" if self.rules("red", "skipped") else "green"

    def sentence(self) -> str:
        """Say how far the step is: the green tests, the others, and what comes next."""
        if self.run.broken:
            return f"step {self.step.number} does not load: {self.run.broken}"
        parts = [f"{len(self.rules('green'))} green"]
        for colour in ("red", "amber", "skipped"):
            if rules := self.rules(colour):
                others = f" and {len(rules) - 1} more" if len(rules) > 1 else ""
                parts.append(f"{len(rules)} {colour.upper()} (“{rules[0]}”{others})")
        luck = len(self.rules("green", later=True))
        if not_yet := luck + len(self.rules("red", "amber", "skipped", later=True)):
            parts.append(f"{not_yet} not yet" + (f", {luck} of them green by luck" if luck else ""))
        return f"step {self.step.number}: {', '.join(parts)}; {self.what_comes_next()}."

    def what_comes_next(self) -> str:
        """Say what comes next, if this step is green."""
        if self.colour != "green":
            return "first the bar has to be green"
        if self.step.kind == "test first" and not any(test.drives(self.step) for test in self.run.tests):
            return no_test_yet(self.step)
        try:
            step = self.story.step(self.step.number + 1)
        except NoStep:
            return "nothing is left to write"
        rules = [test.rule for test in self.run.tests if test.drives(step)]
        if not rules:
            kind = ": no test drives it yet" if step.kind == "test first" else ", a refactoring"
            return f"next: step {step.number}, {step.title}{kind}"
        early = [rule for rule in rules if rule in self.rules("green", later=True)]
        too_much = ", which passes already: the code does more than it was asked for" if early else ""
        return f"next: step {step.number}, “{(early or rules)[0]}”{too_much}"
