"""The participant's own tests, tried as those of the suite are."""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from traceback import TracebackException
from typing import Any

import pytest

from dojo.runner.child.inside import Tell, printed
from dojo.runner.failure.reason import last_line, raised
from dojo.runner.failure.way import of_traceback
from dojo.runner.loader import at_home, prepare
from dojo.runner.reporter import OwnReporter, Silent, limited, put_by, pytest_words
from dojo.runner.trial import Trial
from dojo.runner.version import Version
from dojo.story.story import Story

PATH = re.compile(r" \((?:[A-Za-z]:)?[/\\](?:.*[/\\])?(\w+\.py)\)")
READING = 3
"""Reading all tests may take this many times as long as running one of them."""


def own_trial(version: Version, story: Story, **how: Any) -> Trial:
    """The tests that the participant has written."""
    return Trial(version, partial(run_own, story=story), [], story.top, **how)


def run_own(trial: Trial, tell: Tell, story: Story, *plugins: object, words: Sequence[str] = ()) -> None:
    """In a child: run the tests that lie in the version's folder."""
    tell(began="own", rule="your own tests")
    plugin = suite_plugin(story)
    forget_the_suite(story)
    reporter = TellingOwn(plugin, trial, tell, of_the_test(trial.version))
    prepare(trial.version, reporter.importing)
    at_home(trial.home)
    folder = str(trial.version.folder)
    os.environ["PYTHONPATH"] = folder  # a test may start a Python of its own, which imports the module
    try:
        os.scandir(folder).close()
    except OSError as error:
        why = f"{trial.version.folder.name}/ cannot be read: {error.strerror}"
        tell(colour="amber", why=why, fell=False, printed="")
        return
    settings = [folder, *pytest_words(story), "-c", os.devnull, "--confcutdir", folder, *words]
    status: int | None = None
    try:
        with limited(plugin, trial.limit * READING, trial.patience):
            status = pytest.main(settings, plugins=[Silent(), reporter, *plugins])
    except plugin.TooLong as late:
        if status is None:  # a conftest.py; of any other file pytest has made a report
            tell(colour="amber", why=plugin.why(late), fell=True, printed=printed())
    if status == pytest.ExitCode.USAGE_ERROR:  # a conftest.py that does not run
        said = printed()
        tell(colour="amber", why=last_line(said), fell=False, printed=said)


@cache
def suite_plugin(story: Story) -> Any:
    """The plugin beside the suite, which knows what is red: its source as it stands."""
    file = story.suite / "conftest.py"
    loader = SourceFileLoader("suite_plugin", str(file))
    spec = spec_from_loader("suite_plugin", loader)
    assert spec
    module = module_from_spec(spec)
    exec(loader.source_to_code(file.read_bytes(), str(file)), module.__dict__)
    return module


def of_the_test(version: Version) -> Any:
    """Which files belong to the test: those in the folder of the version, except its module."""

    def of_it(file: str) -> bool:
        return Path(file).is_relative_to(version.folder) and Path(file) != version.module

    return of_it


def forget_the_suite(story: Story) -> None:
    """In a child: a participant's test_cards.py or conftest.py is not taken for one of the suite."""
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None)).startswith(f"{story.suite}{os.sep}"):
            del sys.modules[name]
    sys.path[:] = [path for path in sys.path if path != str(story.suite)]


class TellingOwn(OwnReporter):
    """Also reports files that cannot be read."""

    raised_by_file: BaseException | None = None

    @contextmanager
    def importing(self) -> Iterator[None]:
        """The module has the limit of a test, even when all the tests that import it are being read."""
        with put_by(self.plugin), self.limited():
            yield

    def pytest_exception_interact(
        self, call: pytest.CallInfo[Any], report: pytest.CollectReport | pytest.TestReport
    ) -> None:
        """Keep what a test file raised; the report has only pytest's words for it."""
        if isinstance(report, pytest.CollectReport) and call.excinfo:
            self.raised_by_file = call.excinfo.value

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_finish(self) -> None:
        """All is read: from now on each test has a limit of its own."""
        self.plugin.CLOCK.stop()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> None:
        """Say which tests there are, if every test file could be read."""
        if not session.testsfailed:
            self.tell(collected=[self.named(item) for item in session.items])

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A test file that cannot be imported: red if only a name is missing, as its tests would be."""
        if report.failed:
            why = PATH.sub(r" (\1)", last_line(report.longreprtext))
            self.tell(began=report.nodeid, rule=Path(report.nodeid).name)
            colour = "red" if why.startswith("ImportError: cannot import name") else "amber"
            failure = self.file_drawn() or raised(report.longreprtext)
            self.tell(colour=colour, why=why, fell=False, failure=failure, printed=printed())

    def file_drawn(self) -> str:
        """The place where a test file cannot be imported, as far as it lies in the participant's files."""
        error = self.raised_by_file
        if error is None or self.trial.drawn is not None:
            return ""
        told = TracebackException.from_exception(error.__cause__ or error)
        return of_traceback("".join(told.format()), self.trial.version.folder)

    @pytest.hookimpl(tryfirst=True)
    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """A test file that ends Python while it is read."""
        self.tell(colour="amber", why=excinfo.exconly().splitlines()[0], fell=False, printed=printed())

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """An interrupt that nobody typed; pytest itself interrupts after test files that cannot be read."""
        if not isinstance(excinfo.value, pytest.Session.Interrupted):
            self.pytest_internalerror(excinfo)
