"""A participant's own tests, run like those of a suite."""

import os
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest

from dojo.model.outcome import Colour, Reason
from dojo.runner.child import clock
from dojo.runner.child.clock import TooLong, paused_limits, time_limit
from dojo.runner.child.messages import Began, Ended, LeftOut, OwnTestsFound, ReadingBegan, Send
from dojo.runner.child.output import take_output
from dojo.runner.child.worker import FORKING
from dojo.runner.collect import suite_plugin, unload
from dojo.runner.executor import Executor
from dojo.runner.failure.loading import advise_at_import
from dojo.runner.failure.reason import (
    RAISED,
    ErrorVerdict,
    format_load_error,
    judge_error,
    readable_name,
    reason,
)
from dojo.runner.reporter import Reporter, Silent, pytest_arguments, restore_cwd
from dojo.runner.result import CodeVersion
from dojo.runner.run import Run
from dojo.runner.suite import import_from
from dojo.story.story import Story

# Reading all tests may take this many times as long as running one of them.
READING_FACTOR = 3


def prepare_own_tests(
    version: CodeVersion,
    story: Story,
    executor: Executor = FORKING,
    *,
    limit: float | None = None,
    patience: float = clock.PATIENCE,
) -> Run:
    """Prepare a run of the tests that the participant has written.

    Without a limit, a test has the time that the executor gives it.
    """
    work = partial(run_own, story=story)
    limit = executor.test_limit_s if limit is None else limit
    return Run(version, work, [], story.top, executor=executor, limit=limit, patience=patience)


def run_own(run: Run, send: Send, story: Story, *plugins: object, words: Sequence[str] = ()) -> None:
    """In a child: run the tests in the version's folder."""
    folder = run.version.folder
    # pytest reads it before it looks for tests
    conftest = folder / "conftest.py"
    send(Began("own", conftest.name if conftest.is_file() else "your own tests"))
    send(ReadingBegan())
    # a participant's conftest.py is not taken for that of the suite
    unload(story, {*sys.modules})
    sys.path[:] = [path for path in sys.path if path != str(story.suite)]
    reporter = OwnReporter(run, send)
    import_from(folder)
    restore_cwd(run.home)
    # a test may start a Python of its own, which imports the module
    os.environ["PYTHONPATH"] = str(folder)
    settings = [str(folder), *pytest_arguments(story), "-c", os.devnull, "--confcutdir", str(folder), *words]
    status: int | None = None
    try:
        with time_limit(run.limit * READING_FACTOR, run.patience):
            status = pytest.main(settings, plugins=[Silent(), reporter, *plugins])
    except TooLong as late:
        # a conftest.py; of any other file pytest has made a report
        if status is None:
            reporter.say(ErrorVerdict(Colour.AMBER, Reason.TIMED_OUT), reason(late))
    # a conftest.py that does not run
    if status == pytest.ExitCode.USAGE_ERROR:
        output = take_output()
        lines = [line for line in output.splitlines() if line.strip()]
        why = lines[-1].removeprefix(RAISED).strip()
        send(Ended(Colour.AMBER, why, reason=Reason.NOT_LOADED, printed=output))


class OwnReporter(Reporter):
    """Reports tests that no plugin of ours has collected, and files that cannot be read."""

    may_be_left_out = True

    def __init__(self, run: Run, send: Send) -> None:
        folder, module = run.version.folder, run.version.module

        def of_the_test(file: str) -> bool:
            return Path(file).is_relative_to(folder) and Path(file) != module

        super().__init__(run, send, partial(suite_plugin().classify, of_the_test=of_the_test))

    def named(self, item: pytest.Item) -> tuple[str, str]:
        return item.nodeid, readable_name(item.name)

    def say(self, verdict: ErrorVerdict, why: str, drawn: dict[str, str] | None = None) -> None:
        """Send a result; what participants leave out is their own business."""
        if verdict.colour == Colour.SKIPPED:
            self.send(LeftOut())
        else:
            super().say(verdict, why, drawn)

    def pytest_collectstart(self, collector: pytest.Collector) -> None:
        """Send which test file is read now: it may end Python, or hang."""
        if isinstance(collector, pytest.Module):
            self.send(Began(collector.nodeid, collector.name))
            self.send(ReadingBegan())

    def pytest_exception_interact(
        self, call: pytest.CallInfo[object], report: pytest.CollectReport | pytest.TestReport
    ) -> None:
        """Send that a test file cannot be imported: red if only a name is missing, as its tests would be.

        The calls are drawn that are in the participant's files.
        """
        if isinstance(report, pytest.CollectReport) and call.excinfo:
            error = call.excinfo.value.__cause__ or call.excinfo.value
            verdict = judge_error(error, self.classify)
            # an assertion of the file itself, or any other error in it, is no answer of its tests
            if verdict.reason != Reason.MISSING_NAME:
                verdict = ErrorVerdict(Colour.AMBER, Reason.NOT_LOADED)
            place = format_load_error(error, self.run.version.folder)
            advice = advise_at_import(error, self.run.version.module)
            failure = f"{place or report.longreprtext}\n\n{advice}".rstrip()
            self.say(verdict, reason(error), {"failure": failure})

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Iterator[None]:
        """Send which tests there are, if every test file could be read; each has a limit of its own."""
        if not session.testsfailed:
            self.send(OwnTestsFound([self.named(item) for item in session.items]))
        with paused_limits():
            return (yield)

    @pytest.hookimpl(tryfirst=True)
    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Send that a test file ends Python while it is read."""
        self.say(ErrorVerdict(Colour.AMBER, Reason.NOT_LOADED), excinfo.exconly().splitlines()[0])

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Send that a test file raises what Ctrl-C would; pytest itself does after files it cannot read."""
        if not isinstance(excinfo.value, pytest.Session.Interrupted):
            self.pytest_internalerror(excinfo)
