"""A plugin for the pytest of any repository: writes what each test came to, a line of JSON at a time.

It is copied beside the run, with what records dependencies, and needs Python 3.9, pytest 6, and no other file
of ours. The environment says where to write (`PROVE_REPORT`, `PROVE_DEPENDENCIES`), and what to run and what
to note (`PROVE_JOB`, as JSON).
"""

from __future__ import annotations

import json
import os
import re
import resource
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from traceback import walk_tb
from types import FrameType
from typing import Any

import pytest

LIMITS = {resource.RLIMIT_AS: 4 * 1024**3, resource.RLIMIT_FSIZE: 64 * 1024**2}
"""The bytes of memory, and of a file."""
FAILURE_CHARS = 4000
WHY_CHARS = 300
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
PLAIN = {"int", "float", "str", "bytes", "bool", "list", "tuple", "dict", "set"}
"""What code gives until it has a class of its own."""
MISSING = (
    (ModuleNotFoundError, r"No module named '(?P<name>(?P<owner>\w+)[\w.]*)'"),
    (ImportError, r"cannot import name '(?P<name>\w+)' from (?:partially .* module )?'(?P<owner>\w+)"),
    (NameError, r"'(?P<name>\w+)'"),
    (AttributeError, r"^module '(?P<owner>\w+)[\w.]*' has no attribute '(?P<name>\w+)'"),
    (AttributeError, r"^(?:type object )?'(?P<of>\w+)'(?: object)? has no attribute '(?P<name>\w+)'"),
    (AttributeError, r"^(?P<name>[^\W\d]\w*)$"),  # an enumeration says no more
    (TypeError, r"(?P<called>[\w.<>]+)\(\) (?:takes|missing|got (?:an unexpected|multiple|some))"),
)
"""What errors say of a name that is not there: its module, its class, or the function without a parameter."""
PROCESS = os.getpid()
REPORT = os.environ.pop("PROVE_REPORT", "")
DEPENDENCIES = os.environ.pop("PROVE_DEPENDENCIES", "")
JOB: dict[str, Any] = json.loads(os.environ.pop("PROVE_JOB", "{}"))


def tell(**message: Any) -> None:
    """Write a message at once: what was written before a crash is known. A fork of a test writes nothing."""
    if REPORT and os.getpid() == PROCESS:
        with Path(REPORT).open("a", encoding="utf-8") as out:
            out.write(json.dumps(message) + "\n")


def modules() -> Iterator[tuple[str, Any]]:
    """Each module that was imported from a file, with the name by which it was."""
    for name, module in list(sys.modules.items()):
        if name != "__main__" and isinstance(getattr(module, "__file__", None), str):
            yield name, module


class TreeReporter:
    """Reports which tests of a version there are, and what each of them comes to."""

    def __init__(self, job: dict[str, Any]) -> None:
        self.top = Path(job["tree"]).resolve()
        self.tests = {str(self.top / file) for file in job["tests"]}
        """The files that belong to the tests, and not to the code under test."""
        self.ids = set(job["ids"])
        self.traced = {str(self.top / file): file for file in job["traced"]}
        self.lines: set[tuple[str, int]] = set()
        self.results: dict[str, dict[str, Any]] = {}
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

    def note(self, item: Any, colour: str, **more: Any) -> None:
        """Tell what a test comes to; the first phase that has an answer says it."""
        result = self.results.setdefault(id_of(item), {"id": id_of(item), "colour": "waiting"})
        if result["colour"] in ("waiting", "running", "left out"):
            result.update(more, colour=colour)
            tell(result=result)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Run only the tests that are asked for; all of the files where none is named."""
        if self.ids:
            items[:] = [item for item in items if self.ids & {id_of(item), id_of(item).partition("[")[0]}]
        for item in items:
            params = getattr(getattr(item, "callspec", None), "params", {})
            code = getattr(getattr(item, "function", None), "__code__", None)
            place = (code.co_filename, code.co_firstlineno) if code else ("", 0)
            file = os.path.relpath(place[0], self.top) if self.has(place[0]) else ""
            params = self.plain(repr(params)) if params else ""
            self.note(item, "waiting", params=params, file=file, line=place[1])

    @pytest.hookimpl(hookwrapper=True)
    def pytest_load_initial_conftests(self) -> Iterator[None]:
        """A `conftest.py` that cannot be read: pytest itself only ends."""
        outcome: Any = yield
        if outcome.excinfo:
            error = outcome.excinfo[1].__cause__ or outcome.excinfo[1]
            tell(fault=self.plain(f"pytest does not start: {in_a_line(error)}")[:WHY_CHARS])

    @pytest.hookimpl(trylast=True)
    def pytest_exception_interact(self, call: Any, report: Any) -> None:
        """A file that cannot be read: the report alone has only pytest's words for what it raised."""
        if isinstance(report, pytest.CollectReport):
            words = self.describe(call.excinfo.value.__cause__ or call.excinfo.value, "file")
            file = report.nodeid.partition("::")[0]
            tell(result={"id": file, "failure": report.longreprtext[-FAILURE_CHARS:], **words})

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: Any) -> Iterator[None]:
        self.note(item, "running")
        outcome: Any = yield
        if not outcome.excinfo and self.results[id_of(item)]["colour"] == "running":
            self.note(item, "green")

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item: Any, call: Any) -> Iterator[None]:
        """A phase of a test, or a subtest."""
        outcome: Any = yield
        report = outcome.get_result()
        if report.skipped or hasattr(report, "wasxfail"):
            skipped = f"it is skipped: {getattr(call.excinfo, 'value', '')}"
            why = "it is expected to fail" if hasattr(report, "wasxfail") else skipped
            self.note(item, "left out", why=self.plain(why)[:WHY_CHARS])
        elif report.failed and call.excinfo is not None:
            words = self.describe(call.excinfo.value, "fixture" if call.when != "call" else "test")
            self.note(item, failure=report.longreprtext[-FAILURE_CHARS:], **words)
        elif report.failed:
            self.note(item, "amber", why=self.plain(report.longreprtext)[-WHY_CHARS:], where="test")

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        """The end, without which the run is not whole; pytest has not deleted its folders yet."""
        sys.settrace(None)
        if fault := self.find_foreign_module():
            tell(fault=fault)
        tell(lines=sorted(self.lines))

    def describe(self, error: BaseException, phase: str) -> dict[str, str]:
        """Say what an error means: its colour, where it broke, and whether a name is missing."""
        frames = [frame.f_code.co_filename for frame, _ in walk_tb(error.__traceback__)]
        ours = [file for file in frames if self.has(file) or self.is_test(file)]
        in_code = bool(ours) and not self.is_test(ours[-1])
        asserts = isinstance(error, (AssertionError, pytest.fail.Exception))
        missing, owner = ("", "") if in_code else self.find_missing(error)
        where = "code" if in_code else phase
        if isinstance(error, ModuleNotFoundError) and not missing:
            where = "elsewhere"
        elif isinstance(error, SyntaxError):
            where = "code" if error.filename and not self.is_test(error.filename) else "file"
        colour = "red" if asserts and where == "test" and ours else "amber"
        why = self.plain(in_a_line(error))[:WHY_CHARS]
        told = {"colour": colour, "error": type(error).__name__, "why": why}
        return told | {"missing": missing, "owner": owner, "where": where}

    def find_missing(self, error: BaseException) -> tuple[str, str]:
        """Name what the code does not have, in words, and the module that should have it."""
        told = [re.search(words, str(error)) for kind, words in MISSING if isinstance(error, kind)]
        found = next((one.groupdict() for one in told if one), {})
        owner = found.get("of")  # a class of the code, or a value that it gave
        if not found or (owner and owner not in PLAIN and not self.has_class(owner)):
            return "", ""
        if called := found.get("called"):  # `Game.__init__` is `Game`
            return f"a parameter of `{re.sub('[.]__init__$', '', called).rpartition('.')[2]}`", ""
        return f"`{found['name']}`", found.get("owner") or ""

    def has(self, file: str) -> bool:
        return os.path.realpath(file).startswith(f"{self.top}{os.sep}")

    def is_test(self, file: str) -> bool:
        return os.path.realpath(file) in self.tests

    def has_class(self, name: str) -> bool:
        """True if the code under test has a class of this name."""
        there = (one for _, one in modules() if self.has(one.__file__) and not self.is_test(one.__file__))
        return any(isinstance(vars(module).get(name), type) for module in there)

    def find_foreign_module(self) -> str:
        """Name a module that is in the tree, and was imported from another place."""
        roots = self.top, self.top / "src"
        there = {file.stem for root in roots for file in root.glob("*.py")}
        there |= {file.parent.name for root in roots for file in root.glob("*/*.py")}
        for name, module in modules():
            if name.partition(".")[0] in there and not self.has(module.__file__):
                return f"{name} was imported from {module.__file__}, and not from this version"
        return ""

    def plain(self, text: str) -> str:
        """A text without addresses and the folder of the version, which differ from run to run."""
        return ADDRESS.sub("", text.replace(f"{self.top}{os.sep}", ""))


def id_of(item: Any) -> str:
    """The id of a test; of the suite of a story without the version, as its plugin has noted it."""
    if item.config.pluginmanager.hasplugin("suite_plugin"):
        return str(dict(item.user_properties)["test"])
    return str(item.nodeid)


def in_a_line(error: BaseException) -> str:
    try:
        said = str(error).strip().partition("\n")[0]
    except Exception as fault:
        said = "to read it raises " + type(fault).__name__
    asserts = isinstance(error, (AssertionError, pytest.fail.Exception))
    name = "" if asserts and said else type(error).__name__
    return ": ".join(filter(None, (name, said)))


def pytest_addoption(pluginmanager: Any) -> None:
    """Report from now on: pytest calls this before it reads the first `conftest.py`."""
    for limit, most in LIMITS.items() if JOB else ():
        with suppress(ValueError, OSError):  # not every system limits everything
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
    dependencies.OWNERS[os.path.join(folder, "suite_plugin.py")] = dependencies.ANYBODY  # noqa: PTH118
    dependencies.Present.made |= {folder, os.path.realpath(folder)}
    dependencies.record_into(DEPENDENCIES)
