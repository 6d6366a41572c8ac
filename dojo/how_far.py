"""A pytest plugin for one step: its last line says how far the step is, and which test is next."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest


class HowFar:
    """Counts what a step comes to, and finds the first test that is not written yet."""

    def __init__(self) -> None:
        self.step = ""
        self.counts: Counter[str] = Counter()
        self.next: tuple[int, str] | None = None

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            told: dict[str, Any] = dict(item.user_properties)
            self.step = f"step {told['step']}"
            coming = told["written"], told["rule"]
            if told["kind"] == "drives" and told["written"] > told["step"]:
                self.next = min(self.next or coming, coming, key=lambda test: test[0])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or report.outcome != "passed":
            expected = hasattr(report, "wasxfail")
            colour = getattr(report, "colour", "amber")
            if report.outcome == "failed":
                self.counts["broken"] += 1
                self.counts[{"amber": "amber", "green": "too early"}.get(colour, "red")] += 1
            elif expected:
                self.counts["luck" if colour == "green" else "not yet"] += 1
            else:
                self.counts["green"] += 1

    def line(self) -> str:
        """How far the step is, in one line."""
        counts = self.counts
        told = [f"{counts['green']} green"]
        for name, words in (("red", "RED"), ("amber", "AMBER (broke)"), ("too early", "green too early")):
            if counts[name]:
                told.append(f"{counts[name]} {words}")
        if not_yet := counts["not yet"] + counts["luck"]:
            luck = f", {counts['luck']} of them green by luck" if counts["luck"] else ""
            told.append(f"{not_yet} not yet{luck}")
        coming = "nothing is left to write"
        if self.next:
            coming = "next: step {}, “{}”".format(*self.next)
        return f"{self.step}: {', '.join(told)}; {coming}."

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Iterator[None]:
        try:
            return (yield)
        finally:
            terminal = session.config.pluginmanager.get_plugin("terminalreporter")
            if terminal and self.step:
                broken = bool(self.counts["broken"])
                terminal.write_line(self.line(), bold=True, red=broken, green=not broken)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(HowFar())
