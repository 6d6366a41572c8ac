"""In a child: a plugin of pytest that reports each test that begins, and what it comes to."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from types import FrameType, TracebackType
from typing import Any

import pytest

from dojo.runner.child.inside import Tell, printed
from dojo.runner.failure.drawing import Failure
from dojo.runner.failure.reason import causes, in_words
from dojo.runner.failure.sides import Comparison
from dojo.runner.loader import at_home
from dojo.runner.trial import Trial
from dojo.story.story import PYTEST_INI, Story
from dojo.story.tests import SuiteTest

DRAWN = 8000
"""How many signs of a failure are worth reading."""
WHY = 1000
"""And how many of the line that says why."""
SAYING = 1.0
"""Seconds of processor time in which a failure has to be told: what is compared, drawn or raised may have a
`__str__` or a `__repr__` that never ends."""
WAITS = "does it wait for something, or loop without an end?"
DEEP = 60
"""A way with more calls than that is shortened: it takes seconds to draw thousands of them."""
FIRST, LAST = 30, 10
"""How many calls stay at each end of it; the first of them are pytest's own, and pytest leaves them out."""
CAUSES = 10
"""At most so many errors are drawn in a chain in which one led to the next."""
OF_PYTEST = ("_pytest.", "pluggy.", "dojo.runner.")
"""The names of the modules through which pytest asks how two values differ."""
NOT_NEEDED = (
    "cacheprovider",
    "logging",
    "warnings",
    "unraisableexception",
    "threadexception",
    "faulthandler",
)


def pytest_words(story: Story) -> list[str]:
    """How pytest is called: with nobody else's settings, and without what no test of a story needs."""
    ini = story.top / PYTEST_INI
    words = ["--rootdir", str(story.top), "-c", str(ini if ini.is_file() else os.devnull)]
    words += ["--confcutdir", str(story.suite), "--capture=no", "--disable-plugin-autoload"]
    return [*words, *(word for plugin in NOT_NEEDED for word in ("-p", f"no:{plugin}"))]


class Silent:
    """A pytest plugin: no report of pytest's own."""

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        config.pluginmanager.unregister(name="terminalreporter")


class Reporter:
    """Reports the tests of a suite; the suite's plugin says what is red, and how long a test may take."""

    def __init__(self, plugin: Any, trial: Trial, tell: Tell) -> None:
        self.plugin, self.trial, self.tell = plugin, trial, tell
        self.drew = False
        self.comparison: Comparison | None = None

    def named(self, item: pytest.Item) -> tuple[str, str]:
        """The id of a test, and its rule."""
        test = SuiteTest.noted(item.user_properties)
        return test.id, test.rule

    def colour(self, _report: Any, error: BaseException | None) -> str:
        """What a test came to."""
        return str(self.plugin.colour(error))

    def begin(self, item: pytest.Item) -> None:
        """Say which test it is."""
        id, rule = self.named(item)
        self.tell(began=id, rule=rule)
        at_home(self.trial.home)

    def call(self, item: Any, given: dict[str, Any]) -> None:
        """Run a plain test without pytest's ceremony, which takes longer than the test."""
        self.begin(item)
        values = item.callspec.params | given
        error: BaseException | None = None
        try:
            with self.limited():
                item.obj(**{name: values[name] for name in item.fixturenames if name != "request"})
        except BaseException as raised:
            error = raised
        self.report(item, None, None if error is None else pytest.ExceptionInfo.from_exception(error))
        self.tell(over=True)

    def limited(self, seconds: float | None = None) -> AbstractContextManager[None]:
        """Raises the plugin's TooLong in what takes longer than these seconds, or longer than a test may."""
        return limited(self.plugin, seconds or self.trial.limit, self.trial.patience)

    def report(self, item: Any, report: Any, excinfo: pytest.ExceptionInfo[BaseException] | None) -> None:
        """Tell what a test, or a phase of it, came to."""
        colour, why, fell = self.verdict(report, excinfo.value if excinfo else None)
        drawn = self.drawn(item, excinfo) if excinfo and colour != "skipped" else {}
        self.say(colour, why, fell=fell, drawn=drawn)

    def verdict(self, report: Any, error: BaseException | None) -> tuple[str, str, bool]:
        """The colour, why, and whether it hangs: even if the `__str__` that has to say why hangs itself."""
        if error is None:
            return self.colour(report, None), "", False
        try:
            with put_by(self.plugin), self.limited(SAYING):
                late = isinstance(error, self.plugin.TooLong)
                return self.colour(report, error), self.plugin.why(error)[:WHY], late
        except self.plugin.TooLong as late:
            return "amber", f"{type(error).__name__}: what it says is {late}", True
        except BaseException as fault:
            return "amber", f"{type(error).__name__}: to read it raises {type(fault).__name__}", False

    def say(self, colour: str, why: str, *, fell: bool, drawn: dict[str, str]) -> None:
        """Tell what a test came to."""
        if self.trial.drawn is None or drawn:
            drawn = drawn | {"printed": printed()}
        self.tell(colour=colour, why=why, fell=fell, **drawn)

    def reads(self, item: pytest.Item) -> bool:
        """Does anybody read the failure of this test? Drawing it takes longer than the test."""
        if self.trial.drawn is None:
            return not self.drew
        return self.named(item)[0] in self.trial.drawn

    def drawn(self, item: Any, excinfo: pytest.ExceptionInfo[BaseException]) -> dict[str, str]:
        """The failure, if anybody reads it: as a participant does, or as pytest draws it, also in short."""
        if not self.reads(item):
            return {}
        self.drew = True
        at_home(self.trial.home)
        short = left_out = ""
        try:
            with put_by(self.plugin), self.limited(SAYING):
                if self.trial.drawn is None:
                    failure = Failure(item, excinfo.value, self.trial.version, self.comparison)
                    short = failure.in_short()
                    return {"failure": cut(failure.drawn())}
                left_out = shortened(excinfo.value)
                short = drawing(item, excinfo, "short")
                return {"failure": drawing(item, excinfo) + left_out, "short": short}
        except self.plugin.TooLong as late:
            fault = str(late)
        except BaseException as error:
            fault = type(error).__name__
        return {
            "failure": f"{short}{left_out}\n\nMore of it cannot be drawn: {fault}".strip(),
            "short": short,
        }

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
            with self.limited():
                answer = yield
        except self.plugin.TooLong as late:  # between two phases of the test
            self.say("amber", self.plugin.why(late), fell=True, drawn={})
        self.tell(over=True)
        return answer  # type: ignore[no-any-return]

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        """Pytest is given what the test came to; and that it took too long, even if the test caught that."""
        with put_by(self.plugin), self.limited():
            return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item: Any, call: Any) -> Iterator[None]:
        """One phase of a test, its set-up, its call or its end; or a subtest."""
        repr_failure, item.repr_failure = item.repr_failure, not_drawn
        try:
            report: Any = yield
        finally:
            item.repr_failure = repr_failure
        if call.excinfo or call.when == "call":
            self.report(item, report, call.excinfo)
        return report  # type: ignore[no-any-return]


class OwnReporter(Reporter):
    """Reports tests that no plugin of ours has collected: a participant's own."""

    def __init__(self, plugin: Any, trial: Trial, tell: Tell, of_the_test: Callable[[str], bool]) -> None:
        super().__init__(plugin, trial, tell)
        self.of_the_test = of_the_test

    def named(self, item: pytest.Item) -> tuple[str, str]:
        return item.nodeid, in_words(item.name)

    def colour(self, report: Any, error: BaseException | None) -> str:
        if hasattr(report, "wasxfail"):
            return "skipped"
        return str(self.plugin.colour(error, self.of_the_test))

    def say(self, colour: str, why: str, *, fell: bool, drawn: dict[str, str]) -> None:
        """What participants leave out is their own business."""
        if colour == "skipped":
            self.tell(left_out=True)
        else:
            super().say(colour, why, fell=fell, drawn=drawn)


@contextmanager
def limited(plugin: Any, seconds: float, patience: float) -> Iterator[None]:
    """Raises the plugin's TooLong in what computes for longer than that, or waits so many times as long, and
    says which of the two it is.
    """
    begun = time.monotonic()
    try:
        with plugin.limited(seconds, patience):
            yield
    except plugin.TooLong as late:
        if time.monotonic() - begun >= seconds * patience:
            late.args = (f"not done after {seconds * patience:g} seconds: {WAITS}",)
        raise


@contextmanager
def put_by(plugin: Any) -> Iterator[None]:
    """The clock of a test stops while its failure is told: that has a limit of its own."""
    left = plugin.CLOCK.stop()
    try:
        yield
    finally:
        plugin.CLOCK.start(*left)


def drawing(item: Any, excinfo: pytest.ExceptionInfo[BaseException], style: str = "") -> str:
    """A failure as pytest draws it, without colours, which a shell may force on it."""
    before = item.config.option.tbstyle
    item.config.option.tbstyle = style or before
    os.environ["PY_COLORS"] = "0"
    try:
        return str(item.repr_failure(excinfo)).strip()[:DRAWN]
    finally:
        item.config.option.tbstyle = before


def cut(text: str) -> str:
    """As much of a text as is worth reading."""
    return text if len(text) <= DRAWN else f"{text[:DRAWN]}\n… and {len(text) - DRAWN:,} more signs"


def shortened(error: BaseException) -> str:
    """Leave out the middle of a long way to an error, and what led to it from too far off; and say so."""
    left_out = 0
    errors = [*islice(causes(error), CAUSES)]
    for cause in errors:
        way = [*calls(cause.__traceback__)]
        if len(way) > DEEP:
            way[FIRST - 1].tb_next = way[-LAST]
            left_out += len(way) - FIRST - LAST
    if len(errors) == CAUSES:
        errors[-1].__cause__ = errors[-1].__context__ = None
    return f"\n\n{left_out} calls in between are left out." if left_out else ""


def calls(traceback: TracebackType | None) -> Iterator[TracebackType]:
    """The calls on the way to an error."""
    while traceback is not None:
        yield traceback
        traceback = traceback.tb_next


def not_drawn(excinfo: pytest.ExceptionInfo[BaseException], _style: object = None) -> str:
    """The type of what was raised, in place of a drawing."""
    return excinfo.typename
