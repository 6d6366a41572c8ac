"""The suite, collected once: each attempt is then tried in a child of this process."""

import os
from collections.abc import Callable
from contextlib import redirect_stderr
from io import StringIO
from typing import Any, TypeVar

import pytest

from dojo.attempts import Attempt
from dojo.child import Tell
from dojo.loading import prepare
from dojo.matrix import SUITE, Broken, SuiteTest
from dojo.steps import ROOT
from dojo.telling import PYTEST, Silent, Telling, last_line
from dojo.trial import Trial

T = TypeVar("T")


class Suite:
    """The suite, collected: its tests in teaching order, and the trial of an attempt."""

    def __init__(self, items: list[pytest.Item]) -> None:
        self.items: dict[str, pytest.Item] = {}
        self.tests: list[SuiteTest] = []
        for item in items:
            told: dict[str, Any] = dict(item.user_properties)
            test = SuiteTest(*(told[name] for name in ("test", "rule", "kind", "written")))
            self.items[test.id] = item
            self.tests.append(test)

    def trial(self, attempt: Attempt, tests: list[SuiteTest], **how: Any) -> Trial:
        """These tests on an attempt."""
        return Trial(attempt, self.work, tests, **how)

    def row(self, test: SuiteTest) -> tuple[str, dict[str, Any]]:
        """The name of a test's function, and the values of its row."""
        item: Any = self.items[test.id]
        return item.originalname, {name: v for name, v in item.callspec.params.items() if name != "poker"}

    def work(self, trial: Trial, tell: Tell) -> None:
        """In a child: run what is still to do, one test after the other."""
        prepare(trial.attempt)
        if not trial.attempt.module.is_file():
            first = trial.todo[0]
            tell(began=first.id, rule=first.rule)
            tell(broken=True, why=f"there is no poker.py in the attempt {trial.attempt.name}")
            return
        items: list[Any] = [self.items[test.id] for test in trial.todo]
        config = items[0].config
        config.option.poker = str(trial.attempt.module)
        telling = Telling(tell, trial)
        config.pluginmanager.register(telling)
        by_pytest = [item for item in items if trial.drawn or item is items[0] or not plain(item)]
        following = dict(zip(by_pytest, [*by_pytest[1:], None], strict=True))
        for item in items:
            if telling.broken:
                return
            if item in following:
                config.hook.pytest_runtest_protocol(item=item, nextitem=following[item])
            else:
                telling.call(item)


def with_suite(body: Callable[[Suite], T]) -> T:
    """What `body` gives for the suite, called in a process that is ready to try it.

    Raises Broken, with pytest's own words, when the suite cannot be collected.
    """
    collected = Collected(body)
    said = StringIO()
    with redirect_stderr(said):
        status = pytest.main(
            [str(ROOT / SUITE), "-c", str(ROOT / "pytest.ini"), "--poker", os.devnull, *PYTEST],
            plugins=[collected],
        )
    if collected.raised:
        raise collected.raised
    if not collected.given:
        raise Broken("\n".join(collected.faults) or said.getvalue().strip() or f"pytest: {status!r}")
    return collected.given[0]  # type: ignore[no-any-return]


class Collected(Silent):
    """A pytest plugin that hands over the collected suite in place of running it."""

    def __init__(self, body: Callable[[Suite], Any]) -> None:
        self.body = body
        self.given: list[Any] = []
        self.raised: BaseException | None = None
        self.faults: list[str] = []

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.faults.append(f"{report.nodeid}: {last_line(report.longreprtext)}")

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """While it collects pytest takes Ctrl-C for itself."""
        self.raised = excinfo.value

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not self.faults:
            try:
                self.given.append(self.body(Suite(session.items)))
            except BaseException as error:
                self.raised = error
        return True


def plain(item: Any) -> bool:
    """Does the test want nothing but `poker` and the values of its row?"""
    return set(item.fixturenames) - {"request"} <= set(item.callspec.params)
