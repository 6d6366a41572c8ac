"""A plugin for the pytest of any repository: writes what each test came to, a line of JSON at a time.

It is copied into a folder of its own with what explains failures, with the `conftest.py` that says what a
failure means, and with what records dependencies. It runs on Python 3.9 and pytest 6, and imports nothing
else of ours.
When pytest starts, the environment says where to write (`PROVE_REPORT`, `PROVE_DEPENDENCIES`), and what to
run and to note (`PROVE_JOB`, as JSON).

It may be imported before pytest starts: PYTEST_DONT_REWRITE.
"""

from __future__ import annotations

import importlib.util
import json
import os
import resource
import sys
import threading
import unittest
from collections.abc import Callable, Generator
from contextlib import suppress
from functools import cache
from pathlib import Path
from traceback import walk_tb
from types import FrameType
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.runner import runtestprotocol

if TYPE_CHECKING:
    from _typeshed import TraceFunction
    from pluggy import Result

    from dojo.prove.measure.child import explain, programs, rewriting, starting, values
    from dojo.prove.measure.child.tree import Tree
    from dojo.runner.recorder import dependencies
else:
    # copied next to this file under these names
    import prove_dependencies as dependencies
    import prove_explain as explain
    import prove_programs as programs
    import prove_rewriting as rewriting
    import prove_starting as starting
    import prove_values as values
    from prove_tree import Tree

LIMITS = {
    resource.RLIMIT_AS: 4 * 1024**3,  # bytes of memory
    resource.RLIMIT_FSIZE: 64 * 1024**2,  # bytes of a file
}
FAILURE_CHARS = 4000
WHY_CHARS = 300


@cache
def load_classify() -> Callable[..., tuple[str, str]]:
    """Load what says what a failure means: the `conftest.py` of the workspace, under a name of its own."""
    file = Path(__file__).with_name("prove_classify.py")
    spec = importlib.util.spec_from_file_location("prove_classify", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # no other module is imported by that name, and none of its hooks is registered
    spec.loader.exec_module(module)
    classify: Callable[..., tuple[str, str]] = module.classify
    return classify


class TreeReporter:
    """Reports which tests of a version there are, and what each of them comes to."""

    def __init__(self, report: str, job: dict[str, Any]) -> None:
        self.report = report
        self.process = os.getpid()
        self.tree = Tree(job["tree"], job["tests"])
        self.ids = set(job["ids"])
        self.times = job["times"]
        # whether each test was green, each time that it ran
        self.colours: dict[str, list[bool]] = {}
        self.traced = {str(self.tree.top / file): file for file in job["traced"]}
        self.lines: set[tuple[str, int]] = set()
        self.results: dict[str, dict[str, object]] = {}
        self.has_ended = False
        self.classify = load_classify()
        if self.traced:
            threading.settrace(self.trace)
            sys.settrace(self.trace)

    def tell(self, **message: object) -> None:
        """Write a message at once: what was written before a crash is known."""
        # a fork of a test writes nothing
        if os.getpid() == self.process:
            with Path(self.report).open("a", encoding="utf-8") as out:
                out.write(json.dumps(message) + "\n")

    def trace(self, frame: FrameType, _event: str, _argument: object) -> TraceFunction | None:
        """Note the lines that run, of the files that are traced."""
        file = self.traced.get(frame.f_code.co_filename)
        if file is None:
            return None
        self.lines.add((file, frame.f_lineno))
        return self.trace

    def note(self, item: pytest.Item, state: str, **more: object) -> None:
        """Tell what a test comes to; the first phase that has an answer says it.

        A subtest that is skipped is no answer yet.
        """
        result = self.results.setdefault(item.nodeid, {"id": item.nodeid, "state": "waiting"})
        if result["state"] in ("waiting", "running", "skipped"):
            result.update(more, state=state)
            if item.nodeid not in self.colours:
                self.tell(result=result)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Run only the tests that are asked for; all of the files where none is named."""
        if self.ids:
            items[:] = [item for item in items if self.ids & {item.nodeid, item.nodeid.partition("[")[0]}]
        for item in items:
            params = getattr(getattr(item, "callspec", None), "params", {})
            code = getattr(getattr(item, "function", None), "__code__", None)
            file, line = "", 0
            if code:
                file, line = self.tree.relative(code.co_filename), code.co_firstlineno
            written = self.tree.plain(values.write_value(params)) if params else ""
            self.note(item, "waiting", params=written, file=file, line=line)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_cmdline_main(self) -> Generator[None, Result[object], None]:
        """Tell of a setting that a plugin cannot take: pytest itself only ends."""
        outcome = yield
        # what is raised after all tests have run, as for an object that dies then, is no answer of theirs
        if outcome.excinfo and not self.has_ended and os.getpid() == self.process:
            starting.tell_fault(self.report, outcome.excinfo[1])

    @pytest.hookimpl(trylast=True)
    def pytest_exception_interact(
        self, call: pytest.CallInfo[object], report: pytest.CollectReport | pytest.TestReport
    ) -> None:
        """Tell of a file that cannot be read: the report alone has only pytest's words for what it raised."""
        if isinstance(report, pytest.CollectReport) and call.excinfo:
            error = call.excinfo.value.__cause__ or call.excinfo.value
            file = report.nodeid.partition("::")[0]
            failure = report.longreprtext[-FAILURE_CHARS:]
            self.tell(
                result={"id": file, "state": "failed", "failure": failure, **self.explain(error, "file")}
            )

    @pytest.hookimpl(trylast=True)
    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Tell of a file that skips itself as a whole."""
        if report.skipped and "::" not in report.nodeid and report.nodeid.endswith(".py"):
            words = report.longrepr[-1] if isinstance(report.longrepr, tuple) else report.longreprtext
            why = self.tree.plain(f"it is skipped: {words}")[:WHY_CHARS]
            self.tell(result={"id": report.nodeid, "state": "skipped", "why": why, "cause": "skipped"})

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, Result[object], None]:
        self.note(item, "running")
        outcome = yield
        if outcome.excinfo:
            return
        result = self.results[item.nodeid]
        if result["state"] == "running":
            self.note(item, "green")
        self.colours[item.nodeid] = [result["state"] == "green"]
        for _ in range(self.times - 1):
            # what it came to the first time is told; it gets its fixtures anew
            result["state"] = "running"
            runtestprotocol(item, log=False, nextitem=nextitem)
            self.colours[item.nodeid].append(result["state"] == "running")

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, Result[pytest.TestReport], None]:
        """Tell what a phase of a test raised, or a subtest.

        The exception decides, and not the report: a hook of the repository may have changed that.
        """
        outcome = yield
        if outcome.excinfo and isinstance(outcome.excinfo[1], SystemError):
            # Python 3.11 cannot parse the source of a failure while the garbage collector runs; it can now
            outcome.force_result(pytest.TestReport.from_item_and_call(item, call))
        report = outcome.get_result()
        error = call.excinfo.value if call.excinfo else None
        if hasattr(report, "wasxfail") or isinstance(error, pytest.xfail.Exception):
            self.note(item, "failed", why="it is expected to fail", cause="expected to fail")
        elif isinstance(error, (pytest.skip.Exception, unittest.SkipTest)):
            self.note(
                item, "skipped", why=self.tree.plain(f"it is skipped: {error}")[:WHY_CHARS], cause="skipped"
            )
        elif error is not None:
            if not report.failed:
                self.tell(rewritten=item.nodeid)
            phase = "fixture" if call.when != "call" else "test"
            failure = getattr(report, "longreprtext", "")[-FAILURE_CHARS:]
            self.note(item, "failed", failure=failure, **self.explain(error, phase))
        elif report.failed:
            # nothing was raised: it was expected to fail, and did not
            why = self.tree.plain(report.longreprtext)[-WHY_CHARS:]
            self.note(item, "failed", why=why, cause="expected to fail")

    @pytest.hookimpl(tryfirst=True)
    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Tell of what a hook of the repository, or pytest itself, has raised: it ends the run."""
        self.tell(internal_error=self.tree.plain(explain.in_a_line(excinfo.value))[:WHY_CHARS])

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        """Tell of the end, without which the run is not whole; pytest has not deleted its folders yet."""
        self.has_ended = True
        sys.settrace(None)
        fault = self.tree.find_foreign_module()
        if fault:
            self.tell(fault=fault)
        self.tell(lines=sorted(self.lines), colours=self.colours)
        if os.getpid() == self.process:
            # nobody waits for a thread that goes on
            Path(self.report).with_name("done").touch()

    def explain(self, error: BaseException, phase: str) -> dict[str, str]:
        """Say what an error means: why the test is not green, and whether a name is missing."""
        words = explain.in_a_line(error)
        told = {"error": type(error).__name__, "why": self.tree.plain(words)[:WHY_CHARS]}
        if explain.is_timeout(error):
            return {**told, "cause": explain.TIMED_OUT, "why": "it did not end in time"}
        needed = explain.find_needed_plugin(error, words)
        if needed:
            return {**told, "cause": explain.NO_PACKAGE, "why": needed}
        if isinstance(error, SyntaxError) and Path(str(error.filename)).is_file():
            is_test = self.tree.is_test(str(error.filename))
            return {**told, "cause": explain.NOT_READ if is_test else "the code is not Python"}
        # a file that is not in the version belongs to neither its tests nor its code
        frames = [frame.f_code.co_filename for frame, _ in walk_tb(error.__traceback__)]
        own = [file for file in frames if self.tree.has(file)]
        if own and not self.tree.is_test(own[-1]):
            return {**told, **explain.explain_code(error)}
        word, name = self.classify(error, self.tree.is_test)
        return {
            **told,
            **explain.explain_test(error, words, (word, name), phase if own or phase == "file" else ""),
        }


def pytest_addoption(pluginmanager: pytest.PytestPluginManager) -> None:
    """Report from now on: pytest calls this before it reads the first `conftest.py`."""
    report = os.environ.pop("PROVE_REPORT", "")
    recorded = os.environ.pop("PROVE_DEPENDENCIES", "")
    job = json.loads(os.environ.pop("PROVE_JOB", "{}"))
    # a pytest that a test starts has none
    if not job:
        return
    for limit, most in LIMITS.items():
        # not every system limits everything
        with suppress(ValueError, OSError):
            resource.setrlimit(limit, (most, resource.getrlimit(limit)[1]))
    record_dependencies(recorded)
    rewriting.keep_rewritten_tests(Path(job["rewritten"]))
    pluginmanager.register(TreeReporter(report, job), "prove-reporter")


def record_dependencies(report: str) -> None:
    """Record what the tests read outside the version: it is in a temporary folder, which is in the key.

    The clock is not recorded: most packages have code that asks for the date, and what a run came to on a
    commit stays true, whenever it ran. Nor is the locale: the variables that choose it are in the key. Of a
    program it is recorded which one it is, and not what it reads.
    """
    folder = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120
    dependencies.TOOLING = dependencies.HERE
    dependencies.CLOCKS = ()  # type: ignore[assignment]
    dependencies.UNSEEN_NAMES.clear()
    for name in (
        "prove_plugin.py",
        "prove_explain.py",
        "prove_classify.py",
        "prove_rewriting.py",
        "prove_tree.py",
    ):
        dependencies.OWNERS[os.path.join(folder, name)] = dependencies.OURS  # noqa: PTH118
    for module in (programs, starting):
        dependencies.OWNERS[module.__file__] = dependencies.ANYBODY
    programs.note_programs()
    # the copies may be in one folder, and what imported them in another
    for place in (folder, os.environ.get("PYTHONPATH", folder).partition(os.pathsep)[0]):
        dependencies.Present.made |= {place, os.path.realpath(place)}
    dependencies.record_into(report)
