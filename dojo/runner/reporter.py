"""In a child: run tests, and send which one begins, and its result."""

import os
import sys
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from dojo.model.outcome import Colour, Reason
from dojo.packages.pins import find_plugins
from dojo.runner.child.clock import TooLong, time_limit
from dojo.runner.child.messages import Began, Ended, Send
from dojo.runner.child.output import take_output
from dojo.runner.failure.comparison import Comparison
from dojo.runner.failure.diagnosis import diagnose
from dojo.runner.failure.drawing import Failure
from dojo.runner.failure.reason import (
    PLUGINS_LEFT_OUT,
    Classify,
    ErrorVerdict,
    judge_error,
    reason,
    without_guesses,
)
from dojo.runner.run import Run
from dojo.story.story import PYTEST_INI, Story
from dojo.story.tests import SuiteTest

MAX_FAILURE = 8000  # characters
MAX_WHY = 1000  # characters
# Seconds of processor time for the text of a failure: a value may have a `__repr__` that never ends.
FORMAT_TIMEOUT_S = 1.0
# The names of the modules through which pytest asks how two values differ.
OF_PYTEST = ("_pytest.", "pluggy.", "dojo.runner.")
# Plugins of pytest that no suite needs.
UNUSED = (*PLUGINS_LEFT_OUT, "warnings", "unraisableexception", "threadexception", "faulthandler")


def pytest_arguments(story: Story) -> list[str]:
    """Return the options of pytest: only the story's settings, and no plugin that it does not require."""
    ini = story.top / PYTEST_INI
    options = ["--rootdir", str(story.top), "-c", str(ini if ini.is_file() else os.devnull)]
    options += ["--confcutdir", str(story.suite), "--capture=no", "--disable-plugin-autoload"]
    for plugin in UNUSED:
        options += ["-p", f"no:{plugin}"]
    for plugin in find_plugins(story):
        options += ["-p", plugin]
    return options


class Silent:
    """A pytest plugin: no report of pytest's own."""

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        config.pluginmanager.unregister(name="terminalreporter")


class Reporter:
    """A pytest plugin that sends the results of the tests of a suite.

    Attributes:
        run: the run that the tests are of.
        send: sends a message to the parent process.
        classify: says what an error means.
        drew: True if a failure was drawn for a participant.
        failure: that failure.
        comparison: what the last failing assertion compared.
        may_be_left_out: True for a participant's own tests: one that is marked xfail does not count.
    """

    may_be_left_out = False

    def __init__(self, run: Run, send: Send, classify: Classify) -> None:
        self.run, self.send, self.classify = run, send, classify
        self.drew = False
        self.failure: Failure | None = None
        self.comparison: Comparison | None = None

    def named(self, item: pytest.Item) -> tuple[str, str]:
        """Return the id of a test, and its rule."""
        test = SuiteTest.noted(item.user_properties)
        return test.id, test.rule

    def begin(self, item: pytest.Item) -> None:
        """Send which test begins."""
        id, rule = self.named(item)
        self.send(Began(id, rule))
        restore_cwd(self.run.home)

    def call(self, item: pytest.Function, given: dict[str, object]) -> None:
        """Run a plain test without pytest's ceremony, which takes longer than the test."""
        self.begin(item)
        values = item.callspec.params | given
        error: BaseException | None = None
        try:
            with time_limit(self.run.limit, self.run.patience):
                item.obj(**{name: values[name] for name in item.fixturenames if name != "request"})
        except BaseException as raised:
            error = raised
        self.report(item, error)

    def report(self, item: pytest.Item, error: BaseException | None, *, left_out: bool = False) -> None:
        """Send the result of a test, or of a phase of it."""
        verdict, why = self.judge(error)
        if left_out:
            verdict = ErrorVerdict(Colour.SKIPPED)
        drawn = {}
        if error is not None and verdict.colour != Colour.SKIPPED:
            drawn = self.drawn(item, error)
        self.say(verdict, why, drawn)

    def judge(self, error: BaseException | None) -> tuple[ErrorVerdict, str]:
        """Return the verdict, and why in a line: even if the `__str__` that has to say why hangs itself."""
        if error is None:
            return ErrorVerdict(Colour.GREEN), ""
        try:
            with time_limit(FORMAT_TIMEOUT_S, self.run.patience):
                return judge_error(error, self.classify), reason(error)[:MAX_WHY]
        except TooLong as late:
            hangs = ErrorVerdict(Colour.AMBER, Reason.TIMED_OUT)
            return hangs, f"{type(error).__name__}: what it says is {late}"

    def say(self, verdict: ErrorVerdict, why: str, drawn: dict[str, str] | None = None) -> None:
        """Send a result; where a failure is shown, with what was printed."""
        printed = ""
        if self.run.drawn is None or drawn:
            printed = take_output()
        failure = drawn or {}
        text = failure.get("failure", "")
        if text and self.failure:
            text = f"{text}\n\n{diagnose(self.failure, printed)}".rstrip()
        self.send(
            Ended(
                verdict.colour,
                why,
                failure=text,
                short=failure.get("short", ""),
                printed=printed,
                reason=verdict.reason,
                missing=verdict.missing,
            )
        )

    def drawn(self, item: pytest.Item, error: BaseException) -> dict[str, str]:
        """Return the failure, if it is asked for: as a participant reads it, or as pytest draws it.

        Drawing it takes longer than the test.
        """
        if not self.is_to_be_drawn(item):
            return {}
        self.drew = True
        restore_cwd(self.run.home)
        short = ""
        try:
            with time_limit(FORMAT_TIMEOUT_S, self.run.patience):
                if self.run.drawn is not None:
                    whole = draw_with_pytest(item, error)
                    return {"failure": whole, "short": draw_with_pytest(item, error, "short")}
                self.failure = Failure(item, error, self.run.version, self.comparison)
                short = self.failure.format_without_values()
                return {"failure": self.failure.format()[:MAX_FAILURE]}
        except TooLong as late:
            fault = str(late)
        # a value may do anything when it is drawn
        except BaseException as raised:
            fault = type(raised).__name__
        return {"failure": f"{short}\n\nMore of it cannot be drawn: {fault}".strip()}

    def is_to_be_drawn(self, item: pytest.Item) -> bool:
        """True if the failure of a test is asked for; without a list, that is the first one."""
        if self.run.drawn is None:
            return not self.drew
        return self.named(item)[0] in self.run.drawn

    def pytest_assertrepr_compare(self, op: str, left: object, right: object) -> None:
        """Note what a failing assertion compared; pytest says how the two differ."""
        frame: FrameType | None = sys._getframe()
        while frame and frame.f_globals.get("__name__", "").startswith(OF_PYTEST):
            frame = frame.f_back
        if frame:
            self.comparison = Comparison(frame.f_code, frame.f_lineno, op, left, right)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, bool, bool]:
        self.begin(item)
        answer = True
        try:
            with time_limit(self.run.limit, self.run.patience):
                answer = yield
        except TooLong as late:
            self.say(ErrorVerdict(Colour.AMBER, Reason.TIMED_OUT), reason(late))
        # between two phases of the test, or it ends pytest
        except BaseException as error:
            self.say(ErrorVerdict(Colour.AMBER, Reason.CRASHED), reason(error))
            raise
        return answer

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        """Raise in the phase itself that it took too long, even if the test caught that."""
        with time_limit(self.run.limit, self.run.patience):
            return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(
        self, item: Any, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """One phase of a test, its set-up, its call or its end; or a subtest."""
        repr_failure, item.repr_failure = item.repr_failure, name_type
        try:
            report = yield
        finally:
            item.repr_failure = repr_failure
        if call.excinfo or call.when == "call":
            error = call.excinfo.value if call.excinfo else None
            self.report(item, error, left_out=hasattr(report, "wasxfail") and self.may_be_left_out)
        return report


def restore_cwd(home: Path) -> None:
    """Go back from wherever a test went: pytest shortens file names relative to the working directory."""
    with suppress(OSError):
        os.chdir(home)


def draw_with_pytest(item: pytest.Item, error: BaseException, style: str = "auto") -> str:
    """Return a failure as pytest draws it, without colours, which a shell may force on it."""
    item.config.option.tbstyle = style
    os.environ["PY_COLORS"] = "0"
    text = str(item.repr_failure(pytest.ExceptionInfo.from_exception(error))).strip()
    return without_guesses(text, error)[:MAX_FAILURE]


def name_type(excinfo: pytest.ExceptionInfo[BaseException], _style: object = None) -> str:
    """Return the type of what was raised, in place of a drawing."""
    return excinfo.typename
