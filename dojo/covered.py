"""Law 5: each step's module is covered, lines and branches, by the tests that it has by then."""

import json
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from coverage import Coverage
from coverage.exceptions import NoDataError, NoSource, NotPython

from dojo.breach import Breach
from dojo.steps import ROOT, Step


class Covered(NamedTuple):
    """What the tests of a step cover of it."""

    step: Step
    lines: int
    branches: int
    percent: float
    missed: list[str]


class Measuring:
    """A pytest plugin that measures each step in a context of its own.

    What tests do that are not written by then counts for nobody.
    """

    def __init__(self, root: Path = ROOT) -> None:
        self.coverage = Coverage(
            data_file=None, branch=True, config_file=False, include=[str(root / "steps" / "*")]
        )
        self.coverage.set_option("run:core", "ctrace")  # the newer core drops contexts
        self.coverage.set_option("run:disable_warnings", ["no-data-collected"])  # the table says so
        self.context = ""

    def pytest_sessionstart(self) -> None:
        self.coverage.start()

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()

    def switch(self, context: str) -> None:
        self.context = context
        self.coverage.switch_context(context)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        told = dict(item.user_properties)
        by_then = told["written"] <= told["step"]  # type: ignore[operator]
        self.switch(f"step {told['step']}" if by_then else "not written yet")
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> Iterator[None]:
        """The import of a step is its own, whichever test comes first."""
        test = self.context
        if fixturedef.argname == "poker":
            self.switch(f"step {int(request.param.split('_')[1])}")
        try:
            return (yield)
        finally:
            self.switch(test)

    def of(self, step: Step) -> Covered:
        """What the tests of this step cover of its module."""
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder, "coverage.json")
            try:
                percent = self.coverage.json_report(
                    morfs=[str(step.module)], contexts=[f"^step {step.number}$"], outfile=str(out)
                )
                told = json.loads(out.read_text())
            except (NoDataError, NoSource, NotPython):
                return Covered(step, 0, 0, 0.0, ["all of it"])
        (file,) = told["files"].values()
        missed = [f"line {line}" for line in file["missing_lines"]]
        missed += [f"the branch from line {a} to {b}" for a, b in file["missing_branches"]]
        summary = file["summary"]
        lines, branches = summary["num_statements"], summary["num_branches"]
        return Covered(step, lines, branches, percent if lines else 100.0, missed)


def breaches(covered: Iterable[Covered]) -> Iterator[Breach]:
    """Law 5: no line and no branch that no test asked for."""
    for step, *_, missed in covered:
        for place in missed:
            yield Breach(5, step.name, "poker.py", f"{place}: no test green by then reaches it")
