"""The suite on one step, by plain pytest: `make step-7 test`, and `make step-7 watch` at every save.

Tests written by then are green, and the last line says how far the step is. The gate wants the next step's
tests to be red. An author who writes this step need not care: if they pass already, the last line says so.
"""

import os
import shutil
import sys
import textwrap
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest

from dojo.runner.child import clock
from dojo.runner.child.clock import TooLong, time_limit
from dojo.runner.collect import suite_plugin, unload_after
from dojo.runner.failure.reason import colour_of, reason, shorten_reason
from dojo.runner.reporter import name_type
from dojo.runner.run import MAX_CRASHES
from dojo.story.steps import Step
from dojo.story.story import PYTEST_INI, NoStep, Story
from dojo.story.tests import SuiteTest


def run_step_tests(story: Story, step: Step) -> int:
    """Run the suite on a step as somebody would type it, and say how far it is; returns pytest's status."""
    settings = [] if (story.top / PYTEST_INI).is_file() else ["-p", "no:cacheprovider"]
    command = [story.inside(story.suite), *settings, "--step", str(step.number)]
    with unload_after(story), chdir(story.top):
        return int(pytest.main(command, plugins=[StepStatus(story, step)]))


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


class StepStatus:
    """A pytest plugin that sorts the results, written by then or not, and says how far the step is."""

    def __init__(self, story: Story, step: Step) -> None:
        self.story, self.step = story, step
        self.written: dict[str, list[str]] = {"green": [], "red": [], "amber": [], "skipped": []}
        self.later: dict[str, list[str]] = {"green": [], "red": [], "amber": [], "skipped": []}
        self.next_tests: list[str] = []
        self.is_driven = False
        self.plugin = suite_plugin()
        self.colours: dict[str, str] = {}
        self.hanging = 0
        self.broken = ""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Tests that are written by then come first: if tests hang, at least these are tried."""
        items.sort(key=lambda item: SuiteTest.noted(item.user_properties).written > self.step.number)
        for item in items:
            test = SuiteTest.noted(item.user_properties)
            if test.written > self.step.number:
                item.own_markers[:] = [mark for mark in item.own_markers if mark.name != "xfail"]
                item.add_marker(pytest.mark.xfail(strict=False))
                item.repr_failure = name_type  # type: ignore[assignment,method-assign]
            self.is_driven |= test.drives(self.step)
            if test.red_on(self.step):
                self.next_tests.append(test.rule)

    @pytest.hookimpl(wrapper=True)
    def pytest_pyfunc_call(self) -> Iterator[None]:
        """No test takes longer than the limit; after a few that hang, the others are not tried."""
        if self.hanging >= MAX_CRASHES:
            pytest.fail(f"not tried: {MAX_CRASHES} tests hang here", pytrace=False)
        try:
            with time_limit(clock.STEP_LIMIT, clock.PATIENCE):
                return (yield)
        except TooLong:
            self.hanging += 1
            raise

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self) -> Iterator[None]:
        """The step is imported within the same limit."""
        with time_limit(clock.STEP_LIMIT, clock.PATIENCE):
            return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or report.outcome != "passed":
            test = SuiteTest.noted(report.user_properties)
            rules = self.written if test.written <= self.step.number else self.later
            rules[self.colours[report.nodeid]].append(test.rule)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[Any]) -> Iterator[None]:
        """If a step does not load, say so once, and not for every test."""
        report: Any = yield
        error = call.excinfo.value if call.excinfo else None
        self.colours[item.nodeid] = colour_of(error, self.plugin.is_red)
        if report.when == "setup" and error:
            item.session.shouldfail = "the step does not load"
            self.broken = f"does not load: {shorten_reason(reason(error))}"
        return report  # type: ignore[no-any-return]

    def sentence(self) -> str:
        """Say how far the step is: the green tests, the others, and what comes next."""
        if self.broken:
            return f"step {self.step.number} {self.broken}"
        parts = [f"{len(self.written['green'])} green"]
        for colour in ("red", "amber", "skipped"):
            if rules := self.written[colour]:
                others = f" and {len(rules) - 1} more" if len(rules) > 1 else ""
                parts.append(f"{len(rules)} {colour.upper()} (“{rules[0]}”{others})")
        luck = len(self.later["green"])
        if not_yet := sum(map(len, self.later.values())):
            parts.append(f"{not_yet} not yet" + (f", {luck} of them green by luck" if luck else ""))
        return f"step {self.step.number}: {', '.join(parts)}; {self.what_comes_next()}."

    def what_comes_next(self) -> str:
        """Say what comes next, if this step is green."""
        if not self.green:
            return "first the bar has to be green"
        if not self.is_driven and self.step.kind == "test first":
            return no_test_yet(self.step)
        try:
            step = self.story.step(self.step.number + 1)
        except NoStep:
            return "nothing is left to write"
        if not self.next_tests and step.kind == "test first":
            return f"next: step {step.number}, {step.title}: no test drives it yet"
        if not self.next_tests:
            return f"next: step {step.number}, {step.title}, a refactoring"
        early = [rule for rule in self.next_tests if rule in self.later["green"]]
        too_much = ", which passes already: the code does more than it was asked for" if early else ""
        return f"next: step {step.number}, “{(early or self.next_tests)[0]}”{too_much}"

    @property
    def green(self) -> bool:
        """True if all tests written by then are green."""
        return not any(self.written[colour] for colour in ("red", "amber", "skipped"))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> Iterator[None]:
        try:
            return (yield)
        finally:
            terminal = session.config.pluginmanager.get_plugin("terminalreporter")
            tried = any(map(len, [*self.written.values(), *self.later.values()]))
            if terminal and tried and exitstatus != pytest.ExitCode.INTERRUPTED:
                text = textwrap.fill(self.sentence(), shutil.get_terminal_size().columns - 1)
                amber = bool(self.broken or self.written["amber"])
                red = not self.green and not amber
                terminal.write_line(text, bold=True, red=red, yellow=amber, green=self.green)
