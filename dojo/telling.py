"""In a child: a plugin of pytest that tells of each test that it begins, and of what the test comes to."""

import re
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from dojo.child import Tell, TooLong, limited, printed
from dojo.loading import at_home
from dojo.matrix import SUITE, not_drawn
from dojo.steps import ROOT
from dojo.trial import Trial

ESCAPED = re.compile(r"\\u([0-9a-f]{4})")
DRAWN = 8000
"""So many signs of a failure are worth reading."""
PYTEST = ["--rootdir", str(ROOT), "--capture=no"]
for plugin in (
    "cacheprovider",
    "logging",
    "warnings",
    "unraisableexception",
    "threadexception",
    "faulthandler",
):
    PYTEST += ["-p", f"no:{plugin}"]


class Silent:
    """A pytest plugin: no report of pytest's own."""

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        config.pluginmanager.unregister(name="terminalreporter")


class Telling:
    """A pytest plugin, in a child: tells of each test that it begins, and what it comes to."""

    def __init__(self, tell: Tell, trial: Trial) -> None:
        self.tell, self.trial = tell, trial
        self.drawing = trial.drawn
        self.broken = False

    def call(self, item: Any) -> None:
        """Run a plain test without pytest's ceremony, which takes longer than the test."""
        self.begin(item)
        values = item.callspec.params | {"poker": sys.modules["poker"]}
        error: BaseException | None = None
        try:
            with limited(self.trial.limit):
                item.obj(**{name: values[name] for name in item.fixturenames if name != "request"})
        except BaseException as raised:
            error = raised
        suite = item.config.pluginmanager.get_plugin(str(ROOT / SUITE / "conftest.py"))
        fell = isinstance(error, TooLong)
        self.tell(colour=suite.colour(error), why=suite.why(error), fell=fell)

    def begin(self, item: pytest.Item) -> None:
        """Say which test it is."""
        told: dict[str, Any] = dict(item.user_properties)
        self.tell(began=told.get("test", item.nodeid), rule=told.get("rule", in_words(item.name)))
        at_home(self.trial.home)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.begin(item)
        try:
            with limited(self.trial.limit):
                return (yield)
        except TooLong as error:  # between two phases of the test
            self.tell(colour="amber", why=str(error), fell=True)
            return True  # type: ignore[return-value]

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: Any) -> Iterator[None]:
        """Drawing a failure takes longer than the test, and only the first one is read."""
        at_home(self.trial.home)
        if not self.drawing:
            item.repr_failure = not_drawn  # type: ignore[assignment,method-assign]
        report: Any = yield
        error = call.excinfo.value if call.excinfo else None
        colour = self.colour(report, error)
        if colour != "skipped" and (error or call.when == "call"):
            fell = isinstance(error, TooLong)
            why = report.why.removeprefix("Failed: ")
            told = {
                "failure": report.longreprtext[:DRAWN] if error and self.drawing else "",
                "printed": printed(),
            }
            self.drawing = self.drawing and not error
            if call.when == "setup" and not fell and self.loads_in_setup:
                self.broken = True
                self.tell(broken=True, why=why, **told)
            else:
                self.tell(colour=colour, why=why, fell=fell, **told)
        return report  # type: ignore[no-any-return]

    loads_in_setup = True
    """The suite's fixture loads the attempt: where that fails there is no use in going on."""

    def colour(self, report: Any, _error: BaseException | None) -> str:
        """The suite knows its colours."""
        return str(report.colour)


def in_words(name: str) -> str:
    """test_a_card_equals_itself[6\\u2663] → a card equals itself[6♣]"""
    return ESCAPED.sub(lambda found: chr(int(found[1], 16)), name.removeprefix("test_").replace("_", " "))


def last_line(text: str) -> str:
    """What pytest says was raised, at the end of its drawing."""
    raised = [line for line in text.splitlines() if line.startswith("E ")]
    return (raised or text.splitlines() or [""])[-1].removeprefix("E").strip()
