"""A plugin for the pytest of any repository: writes what each test came to, a line of JSON at a time.

It is copied next to the run, with the `conftest.py` that says what a failure means and with what records
dependencies, and needs Python 3.9, pytest 6, and no other file of ours. The environment says where to write
(`PROVE_REPORT`, `PROVE_DEPENDENCIES`), and what to run and what to note (`PROVE_JOB`, as JSON).
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import resource
import sys
import threading
import unittest
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from traceback import walk_tb
from types import FrameType, ModuleType
from typing import Any

import pytest

LIMITS = {
    resource.RLIMIT_AS: 4 * 1024**3,  # bytes of memory
    resource.RLIMIT_FSIZE: 64 * 1024**2,  # bytes of a file
}
FAILURE_CHARS = 4000
WHY_CHARS = 300
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
WRONG_CALL = re.compile(r"([\w.<>]+)\(\) (?:takes|missing|got (?:an unexpected|multiple|some))")
IDENTIFIER = re.compile(r"[^\W\d]\w*")
NEEDS_A_PLUGIN = "functions are not natively supported"
# the fixtures by which tests most often ask for a plugin
PLUGINS = {
    "aiohttp_client": "pytest-aiohttp",
    "anyio_backend": "anyio",
    "benchmark": "pytest-benchmark",
    "client": "pytest-django or pytest-flask",
    "datadir": "pytest-datadir",
    "db": "pytest-django",
    "faker": "faker",
    "freezer": "pytest-freezer",
    "fs": "pyfakefs",
    "httpserver": "pytest-httpserver",
    "httpx_mock": "pytest-httpx",
    "mocker": "pytest-mock",
    "qtbot": "pytest-qt",
    "requests_mock": "requests-mock",
    "snapshot": "syrupy",
}
# two of the causes, in the words of `outcomes.Cause`
NO_PACKAGE = "a package or a plugin is missing"
NOT_READ = "its file cannot be read"
SOURCE_ROOTS = ("", "src", "lib")
PROCESS = os.getpid()
REPORT = os.environ.pop("PROVE_REPORT", "")
DEPENDENCIES = os.environ.pop("PROVE_DEPENDENCIES", "")
JOB: dict[str, Any] = json.loads(os.environ.pop("PROVE_JOB", "{}"))


def tell(**message: Any) -> None:
    """Write a message at once: what was written before a crash is known. A fork of a test writes nothing."""
    if REPORT and os.getpid() == PROCESS:
        with Path(REPORT).open("a", encoding="utf-8") as out:
            out.write(json.dumps(message) + "\n")


def load_classify() -> Any:
    """Load what says what a failure means: the `conftest.py` of the workspace, under a name of its own."""
    file = Path(__file__).with_name("prove_classify.py")
    spec = importlib.util.spec_from_file_location("prove_classify", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # no other module is imported by that name, and none of its hooks is registered
    spec.loader.exec_module(module)
    return module.classify


def modules() -> Iterator[tuple[str, Any]]:
    """Yield each module that was imported from a file, with the name by which it was."""
    for name, module in list(sys.modules.items()):
        if name != "__main__" and isinstance(getattr(module, "__file__", None), str):
            yield name, module


class TreeReporter:
    """Reports which tests of a version there are, and what each of them comes to."""

    def __init__(self, job: dict[str, Any]) -> None:
        self.top = Path(job["tree"]).resolve()
        # the files that belong to the tests, and not to the code under test
        self.tests = {str(self.top / file) for file in job["tests"]}
        self.ids = set(job["ids"])
        self.traced = {str(self.top / file): file for file in job["traced"]}
        self.lines: set[tuple[str, int]] = set()
        self.results: dict[str, dict[str, Any]] = {}
        self.classify = load_classify()
        if self.traced:
            threading.settrace(self.trace)
            sys.settrace(self.trace)

    def trace(self, frame: FrameType, _event: str, _argument: Any) -> Any:
        """Note the lines that run, of the files that are traced."""
        file = self.traced.get(frame.f_code.co_filename)
        if file is None:
            return None
        self.lines.add((file, frame.f_lineno))
        return self.trace

    def note(self, item: Any, state: str, **more: Any) -> None:
        """Tell what a test comes to; the first phase that has an answer says it.

        A subtest that is skipped is no answer yet.
        """
        result = self.results.setdefault(item.nodeid, {"id": item.nodeid, "state": "waiting"})
        if result["state"] in ("waiting", "running", "skipped"):
            result.update(more, state=state)
            tell(result=result)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Run only the tests that are asked for; all of the files where none is named."""
        if self.ids:
            items[:] = [item for item in items if self.ids & {item.nodeid, item.nodeid.partition("[")[0]}]
        for item in items:
            params = getattr(getattr(item, "callspec", None), "params", {})
            code = getattr(getattr(item, "function", None), "__code__", None)
            place = (code.co_filename, code.co_firstlineno) if code else ("", 0)
            file = os.path.relpath(place[0], self.top) if self.has(place[0]) else ""
            values = self.plain(in_order(params)) if params else ""
            self.note(item, "waiting", params=values, file=file, line=place[1])

    @pytest.hookimpl(hookwrapper=True)
    def pytest_load_initial_conftests(self) -> Iterator[None]:
        """Tell of a `conftest.py` that cannot be read: pytest itself only ends."""
        outcome: Any = yield
        if outcome.excinfo:
            error = outcome.excinfo[1].__cause__ or outcome.excinfo[1]
            tell(fault=self.plain(f"pytest does not start: {in_a_line(error)}")[:WHY_CHARS])

    @pytest.hookimpl(trylast=True)
    def pytest_exception_interact(self, call: Any, report: Any) -> None:
        """Tell of a file that cannot be read: the report alone has only pytest's words for what it raised."""
        if isinstance(report, pytest.CollectReport):
            error = call.excinfo.value.__cause__ or call.excinfo.value
            file = report.nodeid.partition("::")[0]
            failure = report.longreprtext[-FAILURE_CHARS:]
            tell(result={"id": file, "state": "failed", "failure": failure, **self.explain(error, "file")})

    @pytest.hookimpl(trylast=True)
    def pytest_collectreport(self, report: Any) -> None:
        """Tell of a file that skips itself as a whole."""
        if report.skipped and "::" not in report.nodeid and report.nodeid.endswith(".py"):
            words = report.longrepr[-1] if isinstance(report.longrepr, tuple) else report.longreprtext
            why = self.plain(f"it is skipped: {words}")[:WHY_CHARS]
            tell(result={"id": report.nodeid, "state": "skipped", "why": why, "cause": "skipped"})

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: Any) -> Iterator[None]:
        self.note(item, "running")
        outcome: Any = yield
        if not outcome.excinfo and self.results[item.nodeid]["state"] == "running":
            self.note(item, "green")

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item: Any, call: Any) -> Iterator[None]:
        """Tell what a phase of a test raised, or a subtest.

        The exception decides, and not the report: a hook of the repository may have changed that.
        """
        outcome: Any = yield
        report = outcome.get_result()
        error = call.excinfo.value if call.excinfo else None
        if hasattr(report, "wasxfail") or isinstance(error, pytest.xfail.Exception):
            self.note(item, "failed", why="it is expected to fail", cause="expected to fail")
        elif isinstance(error, (pytest.skip.Exception, unittest.SkipTest)):
            self.note(item, "skipped", why=self.plain(f"it is skipped: {error}")[:WHY_CHARS], cause="skipped")
        elif error is not None:
            if not report.failed:
                tell(rewritten=item.nodeid)
            phase = "fixture" if call.when != "call" else "test"
            failure = getattr(report, "longreprtext", "")[-FAILURE_CHARS:]
            self.note(item, "failed", failure=failure, **self.explain(error, phase))
        elif report.failed:
            # nothing was raised: it was expected to fail, and did not
            why = self.plain(report.longreprtext)[-WHY_CHARS:]
            self.note(item, "failed", why=why, cause="expected to fail")

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        """Tell of the end, without which the run is not whole; pytest has not deleted its folders yet."""
        sys.settrace(None)
        fault = self.find_foreign_module()
        if fault:
            tell(fault=fault)
        tell(lines=sorted(self.lines))
        if REPORT and os.getpid() == PROCESS:
            # nobody waits for a thread that goes on
            Path(REPORT).with_name("done").touch()

    def explain(self, error: BaseException, phase: str) -> dict[str, str]:
        """Say what an error means: why the test is not green, and whether a name is missing."""
        words = in_a_line(error)
        told = {"error": type(error).__name__, "why": self.plain(words)[:WHY_CHARS]}
        needed = find_needed_plugin(error, words)
        if needed:
            return {**told, "cause": NO_PACKAGE, "why": needed}
        if isinstance(error, SyntaxError) and Path(str(error.filename)).is_file():
            is_test = self.is_test(str(error.filename))
            return {**told, "cause": NOT_READ if is_test else "the code is not Python"}
        # a file that is not in the version belongs to neither its tests nor its code
        frames = [frame.f_code.co_filename for frame, _ in walk_tb(error.__traceback__)]
        own = [file for file in frames if self.has(file)]
        if own and not self.is_test(own[-1]):
            return {**told, **explain_code(error)}
        word, name = self.classify(error, self.is_test)
        return {**told, **explain_test(error, words, (word, name), phase if own or phase == "file" else "")}

    def has(self, file: str) -> bool:
        return os.path.realpath(file).startswith(f"{self.top}{os.sep}")

    def is_test(self, file: str) -> bool:
        return os.path.realpath(file) in self.tests

    def find_foreign_module(self) -> str:
        """Name a module that is in the version, and was imported from another place."""
        for name, module in modules():
            if not self.has(module.__file__) and self.has_module(name):
                return f"{name} was imported from {module.__file__}, and not from this version"
        return ""

    def has_module(self, name: str) -> bool:
        """True if the version has a module of this name; it may be in a package without an `__init__.py`."""
        path = name.replace(".", os.sep)
        for root in SOURCE_ROOTS:
            place = self.top / root / path
            if place.with_name(f"{place.name}.py").is_file() or (place / "__init__.py").is_file():
                return True
        return False

    def plain(self, text: str) -> str:
        """Return a text without addresses and the folder of the version, which differ from run to run."""
        return ADDRESS.sub("", text.replace(f"{self.top}{os.sep}", ""))


def explain_code(error: BaseException) -> dict[str, str]:
    """Say what an error in the code means."""
    if isinstance(error, ModuleNotFoundError):
        # what the code imports is a name of the code for no test
        return {"cause": NO_PACKAGE, "owner": str(error.name or "").partition(".")[0]}
    return {"cause": "crashed in the code"}


def explain_test(error: BaseException, words: str, classified: tuple[str, str], phase: str) -> dict[str, str]:
    """Say what an error in a test means, or in what belongs to it; the phase is empty if it never began."""
    word, name = classified
    missing, owner = find_missing(error, words)
    if word == "missing name":
        missing, owner = f"`{name}`", owner_of(error)
    if missing:
        return {"cause": "a name is missing", "missing": missing, "owner": owner}
    if isinstance(error, ModuleNotFoundError):
        return {"cause": NO_PACKAGE}
    # an assertion of a library that the test calls, like `numpy.testing`, is one of the test
    asserts = word == "asserted" or isinstance(error, (AssertionError, pytest.fail.Exception))
    if phase == "test" and asserts:
        return {"cause": "its own assertion failed"}
    causes = {"test": "crashed in the test", "file": NOT_READ}
    # what pytest or a plugin of it raises, before the test begins, is nothing that the test does
    return {"cause": causes.get(phase, "crashed in a fixture")}


def in_order(value: Any) -> str:
    """Write a value so that equal ones look the same: the order of a set says nothing."""
    if type(value) is dict:
        return "{" + ", ".join(f"{key!r}: {in_order(part)}" for key, part in value.items()) + "}"
    if type(value) in (list, tuple):
        return f"{type(value).__name__}({', '.join(map(in_order, value))})"
    if type(value) in (set, frozenset):
        return f"{type(value).__name__}({', '.join(sorted(map(in_order, value)))})"
    try:
        return repr(value)
    except Exception as fault:
        return f"<{type(value).__name__} whose repr raises {type(fault).__name__}>"


def find_needed_plugin(error: BaseException, words: str) -> str:
    """Say which plugin of pytest a test needs that is not installed; an empty text if none."""
    if type(error).__name__ == "FixtureLookupError":
        fixture = str(getattr(error, "argname", "")) or "one"
        plugin = f", of {PLUGINS[fixture]}" if fixture in PLUGINS else ""
        return f"it needs the fixture {fixture}{plugin}, which neither PYTHON nor the commit has"
    if NEEDS_A_PLUGIN in words:
        return "it is async: it needs a plugin like pytest-asyncio, which PYTHON or the settings do not have"
    return ""


def owner_of(error: BaseException) -> str:
    """Name the module that should have a missing name; an empty text if that is not known."""
    if isinstance(error, ImportError):
        return str(error.name or "").partition(".")[0]
    owner = getattr(error, "obj", None)
    return owner.__name__.partition(".")[0] if isinstance(owner, ModuleType) else ""


def find_missing(error: BaseException, words: str) -> tuple[str, str]:
    """Name what the code does not have, and its module, where `classify` alone knows of no version.

    A step of a story has its module, and a participant's test its functions. A commit may bring a whole
    module, a parameter, or the member of an enumeration.
    """
    if type(error) is ModuleNotFoundError and error.name:
        return f"`{error.name}`", error.name.partition(".")[0]
    quoted = re.search(r"'(\w+)'", words) if type(error) is NameError else None
    if quoted:
        return f"`{quoted[1]}`", ""
    # an enumeration says no more than the name
    name = words.partition(": ")[2]
    if isinstance(error, AttributeError) and IDENTIFIER.fullmatch(name):
        return f"`{name}`", ""
    called = WRONG_CALL.search(words) if isinstance(error, TypeError) else None
    if called:
        # `Game.__init__` is `Game`
        function = re.sub(r"[.]__init__$", "", called[1]).rpartition(".")[2]
        return f"a parameter of `{function}`", ""
    return "", ""


def in_a_line(error: BaseException) -> str:
    try:
        message = str(error).strip().partition("\n")[0]
    except Exception as fault:
        message = "to read it raises " + type(fault).__name__
    asserts = isinstance(error, (AssertionError, pytest.fail.Exception))
    name = "" if asserts and message else type(error).__name__
    return ": ".join(filter(None, (name, message)))


def pytest_addoption(pluginmanager: Any) -> None:
    """Report from now on: pytest calls this before it reads the first `conftest.py`."""
    for limit, most in LIMITS.items() if JOB else ():
        # not every system limits everything
        with suppress(ValueError, OSError):
            resource.setrlimit(limit, (most, resource.getrlimit(limit)[1]))
    if DEPENDENCIES:
        record_dependencies()
    if JOB:
        pluginmanager.register(TreeReporter(JOB), "prove-reporter")


def record_dependencies() -> None:
    """Record what the tests read outside the version: it is in a temporary folder, which is in the key."""
    # copied next to this file under that name
    import prove_dependencies as dependencies  # type: ignore[import-not-found]

    folder = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120
    dependencies.TOOLING = dependencies.HERE
    dependencies.OWNERS[__file__] = dependencies.OURS
    dependencies.OWNERS[os.path.join(folder, "prove_classify.py")] = dependencies.OURS  # noqa: PTH118
    dependencies.Present.made |= {folder, os.path.realpath(folder)}
    dependencies.record_into(DEPENDENCIES)
