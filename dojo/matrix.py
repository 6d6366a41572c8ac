"""The suite × steps matrix: one run of pytest, and the colour of every cell."""

from collections.abc import Iterator
from contextlib import redirect_stderr
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from dojo.covered import Covered, Measuring
from dojo.faults import Trouble
from dojo.steps import ROOT, Step, all_steps

SUITE = "tests/suite"


@dataclass(frozen=True)
class SuiteTest:
    """One test of the suite: a row of a table, or a function that has none."""

    id: str
    rule: str
    kind: str
    written: int

    @property
    def green_from(self) -> int:
        """The number of the step from which on it has to be green."""
        return self.written if self.kind == "drives" else self.written - 1

    def drives(self, step: Step) -> bool:
        """Did it force this step?"""
        return self.kind == "drives" and step.number == self.written

    def red_on(self, step: Step) -> bool:
        """Has it to be red on this step?"""
        return self.kind == "drives" and step.number == self.written - 1


@dataclass(frozen=True)
class Cell:
    """What one test came to on one step: green, red, amber or skipped; why; and pytest's own failure.

    `short` is the failure as `make step-7 red` prints it: only of the tests that have to be red there.
    """

    colour: str
    why: str = ""
    failure: str = ""
    short: str = ""


@dataclass
class Matrix:
    """Every test on every step; and what the tests of a step cover of it, where that was measured."""

    steps: list[Step]
    tests: list[SuiteTest] = field(default_factory=list)
    cells: dict[tuple[str, int], Cell] = field(default_factory=dict)
    covered: dict[int, Covered] = field(default_factory=dict)

    def cell(self, test: SuiteTest, step: Step) -> Cell:
        """What the test came to on the step; `missing` where it did not run."""
        return self.cells.get((test.id, step.number), Cell("missing"))

    def driving(self, step: Step) -> list[SuiteTest]:
        """The tests that drive this step."""
        return [test for test in self.tests if test.drives(step)]


class Broken(Trouble):
    """The suite could not be run at all; the message says why."""


class Recorder:
    """A pytest plugin that fills a matrix."""

    def __init__(self, matrix: Matrix) -> None:
        self.matrix = matrix
        self.tests: dict[str, SuiteTest] = {}
        self.faults: list[str] = []

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        config.pluginmanager.unregister(name="terminalreporter")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            raised = [line for line in report.longreprtext.splitlines() if line.startswith("E ")]
            self.faults.append(f"{report.nodeid}: {(raised or [report.longreprtext])[-1].lstrip('E ')}")

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            told: dict[str, Any] = dict(item.user_properties)
            if told:  # there is nothing to tell after a usage error
                test = SuiteTest(*(told[name] for name in ("test", "rule", "kind", "written")))
                self.tests[test.id] = test
        self.matrix.tests = sorted(self.tests.values(), key=lambda test: test.written)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Drawing a failure takes longer than the test: nobody reads those of tests not written yet."""
        told: dict[str, Any] = dict(item.user_properties)
        if told["step"] < told["written"] - 1:
            item.repr_failure = not_drawn  # type: ignore[assignment,method-assign]
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
        report: Any = yield
        told: dict[str, Any] = dict(item.user_properties)
        if call.excinfo and told["kind"] == "drives" and told["step"] == told["written"] - 1:
            report.short = drawn_short(item, call.excinfo)
        return report  # type: ignore[no-any-return]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        told = dict(report.user_properties)
        key = told["test"], told["step"]
        colour = getattr(report, "colour", "amber")
        if report.when == "call" or colour != "green":
            why, short = getattr(report, "why", ""), getattr(report, "short", "")
            self.matrix.cells[key] = Cell(colour, why, report.longreprtext, short)  # type: ignore[index]


def drawn_short(item: pytest.Item, excinfo: pytest.ExceptionInfo[BaseException]) -> str:
    """A failure as `--tb=short` draws it."""
    style, item.config.option.tbstyle = item.config.option.tbstyle, "short"
    try:
        return str(item.repr_failure(excinfo)).rstrip()
    finally:
        item.config.option.tbstyle = style


def not_drawn(excinfo: pytest.ExceptionInfo[BaseException], _style: object = None) -> str:
    """The type of what was raised, in place of a drawing."""
    return excinfo.typename


def run(
    first: int | None = None,
    last: int | None = None,
    *,
    root: Path = ROOT,
    measured: bool = False,
) -> Matrix:
    """Run the suite on the steps from first to last (all of them without), in this process.

    With `measured` the matrix tells what is covered as well, at half the speed.

    Raises Broken, with pytest's own words, when the suite cannot be collected or run.
    """
    steps = all_steps(root)
    first = steps[0].number if first is None else first
    last = steps[-1].number if last is None else last
    matrix = Matrix([step for step in steps if first <= step.number <= last])
    recorder = Recorder(matrix)
    measuring = [Measuring(root)] if measured else []
    said = StringIO()
    where = [str(root / SUITE), "--rootdir", str(root), "-c", str(root / "pytest.ini")]
    with redirect_stderr(said):
        status = pytest.main(
            [*where, "--step", f"{first}-{last}", "-p", "no:logging"], plugins=[recorder, *measuring]
        )
    if status == pytest.ExitCode.INTERRUPTED and not recorder.faults:
        raise KeyboardInterrupt
    if recorder.faults or status not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise Broken("\n".join(recorder.faults) or said.getvalue().strip() or f"pytest: {status!r}")
    matrix.covered = {step.number: plugin.of(step) for plugin in measuring for step in matrix.steps}
    return matrix
