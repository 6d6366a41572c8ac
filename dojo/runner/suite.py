"""The suite of a story, collected once: each version is then tried in a child of this process."""

import inspect
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from dojo.runner.child import clock
from dojo.runner.child.clock import limited
from dojo.runner.child.worker import Tell, printed
from dojo.runner.coverage import Measuring
from dojo.runner.failure.drawing import text_of
from dojo.runner.failure.reason import reason, where_it_does_not_load
from dojo.runner.loader import at_home, prepare
from dojo.runner.reporter import Reporter
from dojo.runner.result import Version
from dojo.runner.trial import Trial, try_all
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.tests import SuiteTest

SOME = 4
"""About so many rows of a table are measured first, spread over it."""
MEASURED = 2
"""A run is measured in at most so many parts; the second one only if the first is not enough."""


class NoModule(Exception):
    """A version without its module."""


class Suite:
    """The suite, collected: its tests in teaching order, and the trial of a version."""

    places: Path
    """A folder for the links at which versions seem to lie."""

    def __init__(self, story: Story, items: list[pytest.Item], plugin: Any) -> None:
        self.story = story
        self.tests = [SuiteTest.noted(item.user_properties) for item in items]
        self.items = {test.id: item for test, item in zip(self.tests, items, strict=True)}
        self.plugin, self.load = plugin, plugin.load
        self.module: Any = None
        """In a child: the module of its version, once it is loaded."""
        plugin.load = lambda *_: self.module  # what the fixture of a test hands out

    def trial(self, version: Version, tests: list[SuiteTest], **how: Any) -> Trial:
        """These tests on a version."""
        return Trial(version, self.work, tests, self.story.top, **how)

    def run(self, version: Version, tests: list[SuiteTest], **how: Any) -> Trial:
        """Run these tests on a version, in a child; gives what they came to."""
        trial = self.trial(version, tests, **how)
        try_all([trial])
        return trial

    def step_trial(self, step: Step, *, drawn: bool = False, measured: bool = False) -> Trial:
        """All tests on a step, as plain pytest would run them; those that have to be red there are drawn."""
        return self.trial(
            step,
            self.tests,
            limit=clock.STEP_LIMIT,
            patience=clock.PATIENCE,
            drawn=[test.id for test in self.tests if drawn and test.red_on(step)],
            measured=[test.id for test in self.tests if test.written <= step.number] if measured else None,
        )

    def row(self, test: SuiteTest) -> tuple[str, dict[str, Any]]:
        """The name of a test's function, and the values of its row."""
        item: Any = self.items[test.id]
        values = {name: v for name, v in item.callspec.params.items() if name != self.story.module}
        return item.originalname, values

    def text(self, test: SuiteTest) -> str:
        """A test to read: its function, without its marks, below the values of its row."""
        return text_of(self.items[test.id])

    def work(self, trial: Trial, tell: Tell) -> None:
        """In a child: run what is still to do, one test after the other."""
        first = trial.todo[0]
        tell(began=first.id, rule=first.rule)
        measuring = Measuring(trial.version.module) if trial.measured is not None else None
        try:
            module = self.loaded(trial)
        except BaseException as error:
            fault = str(error) if isinstance(error, NoModule) else reason(error)
            drawn = where_it_does_not_load(error, trial.version.folder)
            tell(broken=True, why=fault, failure=drawn, printed=printed())
            return
        if measuring:
            measuring.imported()
        reporter = Reporter(trial, tell, self.plugin.is_red)
        parts = [[self.items[test.id] for test in part] for part in in_turn(trial)]
        by_pytest = [item for part in parts for item in part if not self.plain(item)]
        following = dict(zip(by_pytest, [*by_pytest[1:], None]))
        first_item = next(item for part in parts for item in part)
        plugins = first_item.config.pluginmanager
        plugins.register(reporter)
        with comparing(first_item):
            for number, part in enumerate(parts, 1):
                for item in part:
                    if item in following:
                        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following[item])
                    else:
                        reporter.call(item, {self.story.module: module})
                if measuring and measuring.is_enough(last=number == MEASURED):
                    tell(covered=measuring.covered)
                    measuring = None
        plugins.unregister(reporter)

    def loaded(self, trial: Trial) -> Any:
        """In a child: load the version's module, under its plain name and from a neutral place.

        Raises NoModule, and what the file raises.
        """
        version, name = trial.version, self.story.module
        at_home(trial.home)
        kind = "step" if isinstance(version, Step) else "attempt"
        try:
            there = version.module.is_file()
        except OSError as error:
            raise NoModule(f"the {kind} {version.name} cannot be read: {error.strerror}") from None
        if not there:
            raise NoModule(f"there is no {version.module.name} in the {kind} {version.name}")
        if not isinstance(version, Step):
            prepare(version)
        if not self.module:
            with limited(trial.limit, trial.patience):
                self.module = self.load(name, version.module, self.new_folder)
        return self.module

    def new_folder(self) -> Path:
        """A folder that does not say which version lies there."""
        return Path(tempfile.mkdtemp(dir=self.places))

    def plain(self, item: Any) -> bool:
        """True if a test needs nothing but the module and the values of its row."""
        needs = set(item.fixturenames) - {"request"}
        return bool(
            needs <= set(item.callspec.params)
            and type(item) is pytest.Function
            and item.cls is None
            and not inspect.iscoroutinefunction(item.obj)
            and not inspect.isgeneratorfunction(item.obj)
        )


def in_turn(trial: Trial) -> tuple[list[SuiteTest], ...]:
    """The work in three parts: of the tests that have to cover the version, some rows of each function, then
    the others; last, all other tests. If the first part covers it, the others need not be measured.
    """
    functions: dict[str, list[SuiteTest]] = {}
    for test in trial.todo:
        if test.id in (trial.measured or ()):
            functions.setdefault(test.id.partition("[")[0], []).append(test)
    some = {test.id for rows in functions.values() for test in rows[:: max(1, len(rows) // SOME)]}
    measured = [test for rows in functions.values() for test in rows]
    first = [test for test in measured if test.id in some]
    rest = [test for test in measured if test.id not in some]
    ids = {test.id for test in measured}
    return first, rest, [test for test in trial.todo if test.id not in ids]


@contextmanager
def comparing(item: pytest.Item) -> Iterator[None]:
    """A failing assertion says how its two sides differ, as it does when pytest runs the test."""
    plugin: Any = item.config.pluginmanager.get_plugin("assertion")
    wrapper = plugin.pytest_runtest_protocol(item)
    next(wrapper)
    try:
        yield
    finally:
        wrapper.close()
