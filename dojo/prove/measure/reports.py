"""Reads what the plugin has written of a run."""

import json
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from dojo.prove.measure.outcomes import NO_TESTS, Cause, TestResult, TreeRun
from dojo.runner.child.messages import make_printable


class Ending(NamedTuple):
    """How a run ended that did not come to its own end."""

    cause: Cause
    words: str


@dataclass
class PluginReport:
    """What the plugin wrote: of each test the last message, and whether the run came to its end."""

    run: TreeRun = field(default_factory=TreeRun)
    states: dict[str, str] = field(default_factory=dict)
    is_whole: bool = False
    internal_error: str = ""

    def add(self, message: dict[str, Any]) -> None:
        """Take a message of the plugin."""
        if "result" in message:
            result = dict(message["result"])
            test = result["id"]
            self.states[test] = result.pop("state")
            cause = result.pop("cause", "")
            self.run.results[test] = TestResult(cause=Cause(cause) if cause else None, **result)
        if "fault" in message:
            self.run.fault = message["fault"]
        if "internal_error" in message:
            self.internal_error = message["internal_error"]
        if "rewritten" in message:
            self.run.rewritten.append(message["rewritten"])
        if "lines" in message:
            self.run.lines = [(file, line) for file, line in message["lines"]]
            self.run.colours = message["colours"]
            self.is_whole = True


def read_report(file: Path, end: Ending) -> TreeRun:
    """Read what the plugin wrote before the process ended."""
    report = PluginReport()
    for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
        # a line that was cut off by a kill, or that a test has written
        with suppress(ValueError, RecursionError):
            message = make_printable(json.loads(line))
            if isinstance(message, dict):
                report.add(message)
    run = report.run
    if report.is_whole:
        end = Ending(Cause.ENDED_PYTHON, "stopped the run")
    if report.internal_error:
        end = Ending(Cause.ENDED_PYTHON, f"ended in an internal error of pytest: {report.internal_error}")
        if "running" not in report.states.values():
            run.fault = run.fault or f"the run {end.words}"
    is_finished = explain_unfinished(report, end)
    if not report.is_whole and is_finished:
        run.fault = run.fault or f"the run {end.words}"
    elif not run.results:
        run.fault = run.fault or NO_TESTS
    return run


def explain_unfinished(report: PluginReport, end: Ending) -> bool:
    """Say of each test that did not come to its end why; True if there is none."""
    results = report.run.results
    is_finished = True
    for test, state in report.states.items():
        if state == "running":
            results[test] = replace(results[test], cause=end.cause, why=f"it {end.words}")
            is_finished = False
        elif state == "waiting":
            why = f"a test before it {end.words}"
            results[test] = replace(results[test], cause=Cause.NOT_RUN, why=why)
            is_finished = False
    return is_finished
