"""In a child: a plugin of pytest that tells of each test that it begins, and of what the test comes to."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from dojo.engine.failures import in_words
from dojo.engine.loading import at_home
from dojo.engine.trial import Trial
from dojo.sandbox.child import Tell, printed
from dojo.story.story import PYTEST_INI, Story
from dojo.story.tests import SuiteTest

DRAWN = 8000
"""So many signs of a failure are worth reading."""
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
    """Tells of the tests of a suite; its plugin says what is red, and how long a test may take."""

    def __init__(self, plugin: Any, trial: Trial, tell: Tell) -> None:
        self.plugin, self.trial, self.tell = plugin, trial, tell
        self.drew = False

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
            with self.plugin.limited(self.trial.limit, self.trial.patience):
                item.obj(**{name: values[name] for name in item.fixturenames if name != "request"})
        except BaseException as raised:
            error = raised
        drawn = self.drawn(item, pytest.ExceptionInfo.from_exception(error)) if error else {}
        self.say(self.colour(None, error), error, drawn)

    def say(self, colour: str, error: BaseException | None, drawn: dict[str, str]) -> None:
        """Tell what a test came to."""
        if self.trial.drawn is None or drawn:
            drawn = drawn | {"printed": printed()}
        fell = isinstance(error, self.plugin.TooLong)
        self.tell(colour=colour, why=self.plugin.why(error), fell=fell, **drawn)

    def reads(self, item: pytest.Item) -> bool:
        """Does anybody read the failure of this test? Drawing it takes longer than the test."""
        if self.trial.drawn is None:
            return not self.drew
        return self.named(item)[0] in self.trial.drawn

    def drawn(self, item: Any, excinfo: pytest.ExceptionInfo[BaseException]) -> dict[str, str]:
        """The failure as pytest draws it, at length and in short, where anybody reads it."""
        if not self.reads(item):
            return {}
        self.drew = True
        at_home(self.trial.home)
        return {"failure": drawing(item, excinfo), "short": drawing(item, excinfo, "short")}

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.begin(item)
        try:
            with self.plugin.limited(self.trial.limit, self.trial.patience):
                return (yield)
        except self.plugin.TooLong as error:  # between two phases of the test
            self.say("amber", error, {})
            return True  # type: ignore[return-value]

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item: Any, call: Any) -> Iterator[None]:
        """One phase of a test: its set-up, its call or its end."""
        repr_failure, item.repr_failure = item.repr_failure, not_drawn
        report: Any = yield
        item.repr_failure = repr_failure
        error = call.excinfo.value if call.excinfo else None
        if error or call.when == "call":
            colour = self.colour(report, error)
            self.say(colour, error, self.drawn(item, call.excinfo) if error and colour != "skipped" else {})
        return report  # type: ignore[no-any-return]


class OwnReporter(Reporter):
    """Tells of tests that no plugin of ours has collected: a participant's own."""

    def __init__(self, plugin: Any, trial: Trial, tell: Tell, of_the_test: Callable[[str], bool]) -> None:
        super().__init__(plugin, trial, tell)
        self.of_the_test = of_the_test

    def named(self, item: pytest.Item) -> tuple[str, str]:
        return item.nodeid, in_words(item.name)

    def colour(self, report: Any, error: BaseException | None) -> str:
        if hasattr(report, "wasxfail"):
            return "skipped"
        return str(self.plugin.colour(error, self.of_the_test))

    def say(self, colour: str, error: BaseException | None, drawn: dict[str, str]) -> None:
        """What a participant leaves out is nobody's business."""
        if colour != "skipped":
            super().say(colour, error, drawn)


def drawing(item: Any, excinfo: pytest.ExceptionInfo[BaseException], style: str = "") -> str:
    """A failure as pytest draws it."""
    before = item.config.option.tbstyle
    item.config.option.tbstyle = style or before
    try:
        return str(item.repr_failure(excinfo)).strip()[:DRAWN]
    finally:
        item.config.option.tbstyle = before


def not_drawn(excinfo: pytest.ExceptionInfo[BaseException], _style: object = None) -> str:
    """The type of what was raised, in place of a drawing."""
    return excinfo.typename
