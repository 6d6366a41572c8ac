"""`make step-7 red`: step 7's new tests on step 6, as the room first sees them.

Exit 0 when each of them is red for the right reason: here red is what is wanted.
"""

import shutil
import sys
import textwrap
from collections.abc import Iterator
from typing import Any

import pytest

from dojo.engine.columns import known, matrix
from dojo.engine.matrix import Matrix
from dojo.engine.proof.mutants import on_mutants
from dojo.errors import Broken
from dojo.gate.colours.own_assertion import by_name, where_it_fails
from dojo.screen.console import console, paragraph
from dojo.screen.waiting import with_a_bar
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.tests import SuiteTest
from dojo.tour.plain_pytest import run_pytest
from dojo.tour.step_bar import no_test_yet

SHOWN = 5
"""At most this many tests get a line each."""


class NewTests:
    """A pytest plugin: only the tests that drive one step, and whether they are red as they should."""

    def __init__(self, step: Step, before: Step) -> None:
        self.step, self.before = step, before
        self.colours: list[tuple[str, str]] = []

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        new = [item for item in items if self.is_new(item)]
        config.hook.pytest_deselected(items=[item for item in items if item not in new])
        items[:] = new

    def is_new(self, item: pytest.Item) -> bool:
        """Does this test drive the step?"""
        return SuiteTest.noted(item.user_properties).drives(self.step)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or report.failed:
            test = SuiteTest.noted(report.user_properties)
            self.colours.append((test.rule, getattr(report, "colour", "amber")))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Iterator[None]:
        result = yield
        if self.colours:
            all_red = {colour for _, colour in self.colours} == {"red"}
            terminal: Any = session.config.pluginmanager.get_plugin("terminalreporter")
            text = textwrap.fill(self.verdict(), shutil.get_terminal_size().columns - 1)
            terminal.write_line(text, bold=True, red=all_red, purple=not all_red)
            session.exitstatus = 0 if all_red else 1
        return result

    def verdict(self) -> str:
        """The result that the room should see, in one line."""
        others = [(rule, colour) for rule, colour in self.colours if colour != "red"]
        if others:
            rule, colour = others[0]
            if colour == "green":
                return f"Not red: “{rule}” passes on step {self.before.number} already."
            return f"Not red: “{rule}” is {colour} on step {self.before.number}, where it should fail."
        before, step = self.before.number, self.step.number
        if len(self.colours) == 1:
            return f"1 test, red on step {before}, as it should be: step {step} makes it green."
        count = f"{len(self.colours)} tests, all red"
        return f"{count} on step {before}, as it should be: step {step} makes them green."


def red(story: Story, step: Step) -> int:
    """Run them and show how they fail; gives an exit status."""
    before = story.before(step)
    if not before:
        print(f"Step {step.number} has no red: nothing comes before it, and it passes no test.")
        return 0
    try:
        found = matrix(story, only=[before])
    except Broken as broken:
        print(f"The suite does not run: {broken}", file=sys.stderr)
        return 1
    if not found.driving(step):
        return without_a_red(step, before)
    words = ["--step", str(before.number), "--runxfail", "--no-header", "--tb=short", "-rN"]
    status = run_pytest(story, words, NewTests(step, before))
    for line in greens_before(story, step, found.driving(step)):
        paragraph(console(), line)
    if unseen := by_name(found, before):
        say_where_they_fail(found, unseen)
    return status


def without_a_red(step: Step, before: Step) -> int:
    """Say why no test drives a step; gives an exit status."""
    if step.kind != "refactoring":
        print(f"{no_test_yet(step).capitalize()}.", file=sys.stderr)
        return 1
    text = (
        f"Step {step.number}, {step.title}, has no red: it is a refactoring. No test drives it,"
        f" and every colour stays as it was on step {before.number}."
    )
    print(textwrap.fill(text, shutil.get_terminal_size().columns - 1))
    return 0


def say_where_they_fail(found: Matrix, tests: list[SuiteTest]) -> None:
    """If only a name is missing, nobody sees an assertion fail: say where it has failed."""
    with with_a_bar("these tests on every mutant", "mutants") as on_done:
        found.on_mutants = on_mutants(found.story, on_done, only=tests)
    for test in tests[:SHOWN]:
        paragraph(console(), f"“{test.rule}” has only a name missing here. {where_it_fails(found, test)}")
    if more := len(tests) - SHOWN if len(tests) > SHOWN else 0:
        paragraph(console(), f"The same goes for {more} more.")


def greens_before(story: Story, step: Step, driven: list[SuiteTest]) -> Iterator[str]:
    """Which of the tests were green by luck on earlier steps, as far as these steps have run."""
    earlier = known(story, [other for other in story.steps if other.number < step.number - 1])
    for test in driven:
        lucky = [other.number for other in earlier.steps if earlier.cell(test, other).colour == "green"]
        if lucky:
            where = "step" if len(lucky) == 1 else "steps"
            yield f"“{test.rule}” was green before, by luck, on {where} {', '.join(map(str, lucky))}."
