"""In a child: run tests, and tell of each one that begins and of its result."""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from dojo.model.outcome import Colour, Reason
from dojo.runner.child.clock import TooLong, time_limit
from dojo.runner.child.worker import take_output
from dojo.runner.executor import Send
from dojo.runner.failure.drawing import Comparison, Failure
from dojo.runner.failure.reason import Classify, Verdict, judge_error, reason, without_guesses
from dojo.runner.run import Run
from dojo.story.story import PYTEST_INI, Story
from dojo.story.tests import SuiteTest

MOST = 8000
"""The longest failure that is sent, in characters."""
LONGEST_WHY = 1000
FORMAT_TIMEOUT_S = 1.0
"""Seconds of processor time for the text of a failure: a value may have a `__repr__` that never ends."""
OF_PYTEST = ("_pytest.", "pluggy.", "dojo.runner.")
"""The names of the modules through which pytest asks how two values differ."""
UNUSED = ("cacheprovider", "logging", "warnings", "unraisableexception", "threadexception", "faulthandler")
"""Plugins of pytest that no suite needs."""


def pytest_arguments(story: Story) -> list[str]:
    """The options of pytest: only the story's own settings, and no plugin that its tests do not need."""
    ini = story.top / PYTEST_INI
    words = ["--rootdir", str(story.top), "-c", str(ini if ini.is_file() else os.devnull)]
    words += ["--confcutdir", str(story.suite), "--capture=no", "--disable-plugin-autoload"]
    return [*words, *(word for plugin in UNUSED for word in ("-p", f"no:{plugin}"))]


class Silent:
    """A pytest plugin: no report of pytest's own."""

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        config.pluginmanager.unregister(name="terminalreporter")


class Reporter:
    """A pytest plugin that tells of the tests of a suite; `classify` says what an error means."""

    def __init__(self, run: Run, send: Send, classify: Classify) -> None:
        self.run, self.send, self.classify = run, send, classify
        self.drew = False
        self.comparison: Comparison | None = None

    def named(self, item: pytest.Item) -> tuple[str, str]:
        """The id of a test, and its rule."""
        test = SuiteTest.noted(item.user_properties)
        return test.id, test.rule

    def begin(self, item: pytest.Item) -> None:
        """Tell which test begins."""
        id, rule = self.named(item)
        self.send(began=id, rule=rule)
        restore_cwd(self.run.home)

    def call(self, item: Any, given: dict[str, Any]) -> None:
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

    def report(self, item: Any, error: BaseException | None, *, left_out: bool = False) -> None:
        """Tell the result of a test, or of a phase of it."""
        verdict, why = self.judge(error)
        if left_out:
            verdict = Verdict(Colour.SKIPPED)
        drawn = {}
        if error is not None and verdict.colour != Colour.SKIPPED:
            drawn = self.drawn(item, error)
        self.say(verdict, why, drawn)

    def judge(self, error: BaseException | None) -> tuple[Verdict, str]:
        """The verdict, and why in a line: even if the `__str__` that has to say why hangs itself."""
        if error is None:
            return Verdict(Colour.GREEN), ""
        try:
            with time_limit(FORMAT_TIMEOUT_S, self.run.patience):
                return judge_error(error, self.classify), reason(error)[:LONGEST_WHY]
        except TooLong as late:
            hangs = Verdict(Colour.AMBER, Reason.TIMED_OUT)
            return hangs, f"{type(error).__name__}: what it says is {late}"

    def say(self, verdict: Verdict, why: str, drawn: dict[str, str] | None = None) -> None:
        """Tell a result; where a failure is shown, with what was printed."""
        output = {"printed": take_output()} if self.run.drawn is None or drawn else {}
        self.send(**verdict._asdict(), why=why, **(drawn or {}), **output)

    def drawn(self, item: Any, error: BaseException) -> dict[str, str]:
        """The failure, if it is asked for: as a participant reads it, or as pytest draws it.

        Drawing it takes longer than the test.
        """
        asked = self.run.drawn
        if self.drew if asked is None else self.named(item)[0] not in asked:
            return {}
        self.drew = True
        restore_cwd(self.run.home)
        short = ""
        try:
            with time_limit(FORMAT_TIMEOUT_S, self.run.patience):
                if asked is not None:
                    return {
                        "failure": draw_with_pytest(item, error),
                        "short": draw_with_pytest(item, error, "short"),
                    }
                failure = Failure(item, error, self.run.version, self.comparison)
                short = failure.format_without_values()
                return {"failure": failure.format()[:MOST]}
        except TooLong as late:
            fault = str(late)
        except BaseException as raised:
            fault = type(raised).__name__
        return {"failure": f"{short}\n\nMore of it cannot be drawn: {fault}".strip()}

    def pytest_assertrepr_compare(self, op: str, left: object, right: object) -> None:
        """Note what a failing assertion compared; pytest says how the two differ."""
        frame: FrameType | None = sys._getframe()
        while frame and frame.f_globals.get("__name__", "").startswith(OF_PYTEST):
            frame = frame.f_back
        if frame:
            self.comparison = Comparison(frame.f_code, frame.f_lineno, op, left, right)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.begin(item)
        answer: Any = True
        try:
            with time_limit(self.run.limit, self.run.patience):
                answer = yield
        except BaseException as error:  # between two phases of the test, or it ends pytest
            is_late = isinstance(error, TooLong)
            self.say(Verdict(Colour.AMBER, Reason.TIMED_OUT if is_late else Reason.CRASHED), reason(error))
            if not isinstance(error, TooLong):
                raise
        return answer  # type: ignore[no-any-return]

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        """Raise in the phase itself that it took too long, even if the test caught that."""
        with time_limit(self.run.limit, self.run.patience):
            return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item: Any, call: Any) -> Iterator[None]:
        """One phase of a test, its set-up, its call or its end; or a subtest."""
        repr_failure, item.repr_failure = item.repr_failure, name_type
        try:
            report: Any = yield
        finally:
            item.repr_failure = repr_failure
        if call.excinfo or call.when == "call":
            error = call.excinfo.value if call.excinfo else None
            self.report(item, error, left_out=hasattr(report, "wasxfail") and self.may_be_left_out)
        return report  # type: ignore[no-any-return]

    may_be_left_out = False
    """True for a participant's own tests: whoever marks one as xfail does not count it."""


def restore_cwd(home: Path) -> None:
    """Go back from wherever a test went: pytest shortens file names relative to the working directory."""
    with suppress(OSError):
        os.chdir(home)


def draw_with_pytest(item: Any, error: BaseException, style: str = "auto") -> str:
    """A failure as pytest draws it, without colours, which a shell may force on it."""
    item.config.option.tbstyle = style
    os.environ["PY_COLORS"] = "0"
    text = str(item.repr_failure(pytest.ExceptionInfo.from_exception(error))).strip()
    return without_guesses(text, error)[:MOST]


def name_type(excinfo: pytest.ExceptionInfo[BaseException], _style: object = None) -> str:
    """The type of what was raised, in place of a drawing."""
    return excinfo.typename
