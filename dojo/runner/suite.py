"""The suite of a story, collected once: each version then runs in a child of this process."""

import inspect
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType
from typing import Any, Protocol, TypeGuard

import pytest

from dojo.files import copy_into, is_missing
from dojo.runner.child import clock
from dojo.runner.child.clock import time_limit
from dojo.runner.child.messages import Began, CoverageMeasured, LoadFailed, LoadingBegan, Send
from dojo.runner.child.output import take_output
from dojo.runner.coverage import Measuring
from dojo.runner.executor import Executor
from dojo.runner.failure.drawing import format_test
from dojo.runner.failure.loading import advise_at_import
from dojo.runner.failure.reason import format_load_error, reason
from dojo.runner.recorder.dependencies import Dependencies
from dojo.runner.recorder.recording import merge
from dojo.runner.reporter import Reporter, restore_cwd
from dojo.runner.result import CodeVersion, Copy
from dojo.runner.run import Run, run_all
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.tests import SuiteTest


class SuitePlugin(Protocol):
    """The plugin of all suites, conftest.py: how it loads a module, and what an error means to it."""

    load: Callable[[str, Path, Callable[[], Path]], ModuleType]
    classify: Callable[..., tuple[str, str]]


class Suite:
    """The suite, collected: its tests in teaching order, and their runs on versions.

    Attributes:
        story: whose suite it is.
        read: what its files opened, imported and looked up while it was collected.
        tests: its tests.
        items: what pytest has collected of each, by its id.
        plugin: the plugin of all suites.
        places: a folder for the links at which versions seem to be.
        executor: what its tests run in.
        module: in a child, the module of its version, once it is loaded.
    """

    def __init__(
        self,
        story: Story,
        items: list[pytest.Item],
        plugin: SuitePlugin,
        places: Path,
        read: Dependencies,
        executor: Executor,
    ) -> None:
        self.story = story
        self.executor = executor
        self.read = read
        self.tests = [SuiteTest.noted(item.user_properties) for item in items]
        ids = [test.id for test in self.tests]
        self.items = dict(zip(ids, items, strict=True))
        self.plugin, self.load = plugin, plugin.load
        self.places = places
        self.module: ModuleType | None = None
        # the fixture of a test hands out what this returns
        plugin.load = self.loaded_module

    def loaded_module(self, *_: object) -> ModuleType:
        """In a child: return the module of its version, which is loaded before its tests run."""
        assert self.module
        return self.module

    def prepare(
        self,
        version: CodeVersion,
        tests: list[SuiteTest],
        *,
        limit: float | None = None,
        patience: float = clock.PATIENCE,
        drawn: Collection[str] | None = None,
        measured: Collection[str] | None = None,
    ) -> Run:
        """Prepare a run of these tests on a version; a `Run` says what the options mean.

        Without a limit, a test has the time that the executor gives it.
        """
        return Run(
            version,
            self.work_alone,
            tests,
            self.story.top,
            executor=self.executor,
            limit=self.executor.test_limit_s if limit is None else limit,
            patience=patience,
            drawn=drawn,
            measured=measured,
        )

    def dependencies(self, run: Run) -> Dependencies:
        """Say what the results of a run depend on: what it has read, and what the suite had read before."""
        return merge(self.read, run.depends_on)

    def run(
        self,
        version: CodeVersion,
        tests: list[SuiteTest],
        *,
        limit: float | None = None,
        patience: float = clock.PATIENCE,
        drawn: Collection[str] | None = None,
    ) -> Run:
        """Run these tests on a version, in a child."""
        run = self.prepare(version, tests, limit=limit, patience=patience, drawn=drawn)
        run_all([run])
        return run

    def prepare_code(
        self, name: str, code: str, folder: Path, tests: list[SuiteTest], beside: Mapping[str, Path]
    ) -> Run:
        """Prepare a run of tests on code, written below a folder, with copies of files beside it."""
        module = folder / name / f"{self.story.module}.py"
        module.parent.mkdir(parents=True)
        module.write_text(code, encoding="utf-8")
        copy_into(module.parent, beside)
        version = Copy(name, module.parent, module)
        return self.prepare(version, tests, limit=clock.STEP_LIMIT, patience=clock.PATIENCE, drawn=())

    def prepare_step(self, step: Step, *, measured: bool) -> Run:
        """Prepare a run of all tests on a step; pytest draws the failures of those that are red there."""
        red = [test.id for test in self.tests if test.red_on(step)]
        written = [test.id for test in self.tests if test.written <= step.number]
        return self.prepare(
            step,
            self.tests,
            limit=clock.STEP_LIMIT,
            patience=clock.PATIENCE,
            drawn=red,
            measured=written if measured else None,
        )

    def text(self, test: SuiteTest) -> str:
        """Return a test to read: its function, without its marks, below the values of its row."""
        return format_test(self.items[test.id], self.story.module)

    def work_alone(self, run: Run, send: Send) -> None:
        """In a child: do the work of a run, and forget its version: in a browser, this process goes on."""
        try:
            self.work(run, send)
        finally:
            self.module = None

    def work(self, run: Run, send: Send) -> None:
        """In a child: load the version, and run what is still to do, test after test.

        Where coverage is measured, the tests that drive the version come first. If they cover all of it, no
        other test is measured.
        """
        first = run.todo[0]
        # what goes wrong before a test begins is said of the first one
        send(Began(first.id, first.rule))
        send(LoadingBegan())
        measuring = Measuring(run.version.module) if run.measured is not None else None
        try:
            module = self.load_version(run)
        except BaseException as error:
            send(describe_load_error(run, error))
            return
        if measuring:
            measuring.begin_tests()
        driving, guarding, others = run.split_todo()
        plain, next_items = self.sort_items([*driving, *guarding, *others])
        given: dict[str, object] = {self.story.module: module}
        with self.reporting(run, send) as reporter:

            def run_tests(tests: Iterable[SuiteTest]) -> None:
                for test in tests:
                    if test.id in plain:
                        reporter.call(plain[test.id], given)
                    else:
                        item = self.items[test.id]
                        item.config.hook.pytest_runtest_protocol(item=item, nextitem=next_items[item])

            run_tests(driving)
            rest = [*guarding, *others]
            if measuring:
                covered = measuring.end()
                if not covered.is_whole:
                    measuring.go_on()
                    run_tests(guarding)
                    covered = measuring.end()
                    rest = others
                send(CoverageMeasured(covered))
            run_tests(rest)

    def sort_items(
        self, tests: Iterable[SuiteTest]
    ) -> tuple[dict[str, pytest.Function], dict[pytest.Item, pytest.Item | None]]:
        """Return the tests that are called directly, by their ids; and of each other one the next such.

        Pytest runs the others, and ends a fixture that the next one does not need.
        """
        plain: dict[str, pytest.Function] = {}
        by_pytest: list[pytest.Item] = []
        for test in tests:
            item = self.items[test.id]
            if is_plain(item):
                plain[test.id] = item
            else:
                by_pytest.append(item)
        return plain, dict(zip(by_pytest, [*by_pytest[1:], None]))

    @contextmanager
    def reporting(self, run: Run, send: Send) -> Iterator[Reporter]:
        """In a child: report the results of tests, and how the values differ that they compare."""
        # the settings and the plugins of pytest are the same for all tests
        any_item = self.items[run.todo[0].id]
        reporter = Reporter(run, send, self.plugin.classify)
        plugins = any_item.config.pluginmanager
        plugins.register(reporter)
        with explain_comparisons(any_item):
            yield reporter
        plugins.unregister(reporter)

    def load_version(self, run: Run) -> ModuleType:
        """In a child: load the version's module, under its plain name and from a neutral place."""
        version, name = run.version, self.story.module
        restore_cwd(run.home)
        kind = "step" if isinstance(version, Step) else "attempt"
        if is_missing(version.module):
            raise FileNotFoundError(f"there is no {version.module.name} in the {kind} {version.name}")
        if version.module.is_dir():
            raise IsADirectoryError(f"{version.module.name} in the {kind} {version.name} is a folder")
        if not isinstance(version, Step):
            import_from(version.folder)
        if not self.module:
            # the name of the folder does not say what is there
            with time_limit(run.limit, run.patience):
                self.module = self.load(name, version.module, lambda: Path(mkdtemp(dir=self.places)))
        return self.module


def describe_load_error(run: Run, error: BaseException) -> LoadFailed:
    """Say why the version of a run cannot be loaded, and what to do about it."""
    failure = format_load_error(error, run.version.folder)
    advice = advise_at_import(error, run.version.module)
    if advice:
        failure = f"{failure}\n\n{advice}"
    return LoadFailed(reason(error), failure, take_output())


def is_plain(item: pytest.Item) -> TypeGuard[pytest.Function]:
    """True if a test needs nothing but the module and the values of its row."""
    if type(item) is not pytest.Function or item.cls is not None:
        return False
    needs = set(item.fixturenames) - {"request"}
    if not needs <= set(item.callspec.params) or item.get_closest_marker("usefixtures"):
        return False
    return not inspect.iscoroutinefunction(item.obj) and not inspect.isgeneratorfunction(item.obj)


def import_from(folder: Path) -> None:
    """In a child: from now on what is imported from a folder is the source, never bytecode (law 8)."""
    sys.dont_write_bytecode = True
    sys.pycache_prefix = os.devnull
    sys.path.insert(0, str(folder))


@contextmanager
def explain_comparisons(item: pytest.Item) -> Iterator[None]:
    """Let a failing assertion say how its two sides differ, as it does when pytest runs the test."""
    plugin: Any = item.config.pluginmanager.get_plugin("assertion")
    wrapper = plugin.pytest_runtest_protocol(item)
    next(wrapper)
    try:
        yield
    finally:
        wrapper.close()
