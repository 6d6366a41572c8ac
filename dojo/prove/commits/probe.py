"""Under the Python of a repository: runs some of its tests, and tells what each of them came to.

It is started as a program, imports pytest once, and forks a child for each run, because the import takes
longer than most tests. It needs Python 3.9, pytest 6, and no other file of ours.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.machinery import PathFinder
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, NoReturn

import pytest

Job = dict[str, Any]

GIB = 1024**3
FILE = 64 * 1024**2
GLANCE = 0.005
"""Seconds between two looks at whether a child has ended."""
SHOWN = 4000
"""How much of a failure is told, and of the line that says why."""
WHY = 300
QUOTE = "'"
INI = ("pytest.ini", ".pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg")
OFF = (
    "cacheprovider",
    "xdist",
    "xdist.looponfail",
    "pytest_cov",
    "randomly",
    "testmon",
    "pytest_rerunfailures",
)
"""Plugins that run tests elsewhere, in another order or again, or that write files."""
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
PLAIN = {"int", "float", "str", "bytes", "bool", "list", "tuple", "dict", "set"}
"""What code gives until it has a class of its own."""
NO_ATTRIBUTE = re.compile(
    r"^(?:module '(?P<module>[\w.]+)'|type object '(?P<type>\w+)'|'(?P<of>\w+)' object)"
)
NOT_IMPORTED = re.compile(r"cannot import name '(\w+)' from (?:partially initialized module )?'([\w.]+)'")
PARAMETERS = re.compile(
    r"([\w.<>]+)\(\) (?:takes|missing|got an unexpected|got multiple|got some positional)"
)


def serve() -> None:
    """Read a job a line, run it in a child, and say how the child ended, until there is no more."""
    as_plain_pytest()
    for line in sys.stdin:
        job = json.loads(line)
        told = os.open(job["told"], os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        pid = os.fork()
        if not pid:
            run(job, Telling(told))
        os.close(told)
        os.write(1, (json.dumps(waited_for(pid, job["seconds"])) + "\n").encode())


def as_plain_pytest() -> None:
    """Let the main module be that of `python -m pytest`: some tests, and `multiprocessing`, look at it."""
    spec = importlib.util.find_spec("pytest.__main__")
    if spec and spec.origin:
        main: Any = sys.modules["__main__"]
        main.__file__, main.__spec__ = spec.origin, spec
        sys.argv[:] = [spec.origin]


def waited_for(pid: int, seconds: float) -> dict[str, Any]:
    """How a child ended: its status, or that it had to be killed. Nothing of its group is left."""
    deadline = time.monotonic() + seconds
    ended = 0
    while not ended and time.monotonic() < deadline:
        time.sleep(GLANCE)
        ended, status = os.waitpid(pid, os.WNOHANG)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    if ended:
        return {"status": os.waitstatus_to_exitcode(status)}
    os.waitpid(pid, 0)
    return {"late": True}


class Telling:
    """Tells what happened as soon as it happens: what was told before a crash is known."""

    def __init__(self, descriptor: int) -> None:
        encode, write, number_of, us = json.JSONEncoder().encode, os.write, os.getpid, os.getpid()

        def tell(**message: Any) -> None:
            if number_of() != us:  # a test has forked: one of the two is enough
                return
            line = encode(message).encode() + b"\n"
            while line:
                line = line[write(descriptor, line) :]

        self.tell = tell


def run(job: Job, telling: Telling) -> NoReturn:
    """In a child: run the tests of a job; never comes back."""
    status = 1
    try:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        for kind, most in ((resource.RLIMIT_AS, 4 * GIB), (resource.RLIMIT_FSIZE, FILE)):
            with suppress(ValueError, OSError):  # not every system limits everything
                resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))
        sys.dont_write_bytecode = True
        sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = os.devnull
        tree = Tree(job)
        tree.enter()
        probe = Probe(tree, telling.tell, set(job["ids"]))
        with Traced(tree, job["traced"]) as traced:
            code = pytest.main(words(job, tree), plugins=[probe])
        if fault := tree.elsewhere():
            telling.tell(fault=fault)
        if code == pytest.ExitCode.USAGE_ERROR and not probe.said:
            telling.tell(fault="pytest does not take its own settings")
        telling.tell(lines={file: sorted(lines) for file, lines in traced.lines.items()})
        telling.tell(done=True)
        status = 0
    except BaseException as error:
        telling.tell(fault=f"{type(error).__name__}: {error}"[:WHY])
    finally:
        os._exit(status)


def words(job: Job, tree: Tree) -> list[str]:
    """How pytest is called: as the repository says, but without what starts plugins or stops early."""
    files = sorted({id.partition("::")[0] for id in job["ids"]})
    found = [
        *files,
        "--rootdir",
        str(tree.top),
        "--confcutdir",
        str(tree.top),
        "--tb=short",
        "-o",
        "addopts=",
    ]
    found += ["-o", "required_plugins=", "--color=no", "--continue-on-collection-errors"]
    if not any((tree.top / folder / name).is_file() for folder in above(files) for name in INI):
        found += ["-c", os.devnull]
    return [*found, *(word for plugin in OFF for word in ("-p", "no:" + plugin)), *job["words"]]


def above(files: list[str]) -> list[Path]:
    """The folder that all of some files lie in, and those above it."""
    folder = Path(os.path.commonpath([str(Path(file).parent) for file in files]))
    return [folder, *folder.parents]


class Tree:
    """The files of a version: which of them belong to the tests, and which names they can be imported by."""

    def __init__(self, job: Job) -> None:
        self.top = Path(job["tree"]).resolve()
        self.tests = {str(self.top / file) for file in job["tests"]}
        self.names = set(job["names"])
        self.roots = [folder for folder in (self.top, self.top / "src") if folder.is_dir()]

    def enter(self) -> None:
        """From now on, what is imported is this tree, also by a Python that a test starts."""
        os.chdir(self.top)
        roots = [str(root) for root in self.roots]
        os.environ["PYTHONPATH"] = os.pathsep.join(roots)
        sys.path[:0] = roots
        sys.meta_path.insert(0, OwnTree(self, roots))
        for name in list(sys.modules):
            if self.brings(name) and not name.startswith(("pytest", "_pytest", "pluggy")):
                del sys.modules[name]  # of the standard library, which pytest has imported

    def brings(self, name: str) -> bool:
        """Is there a module of this name?"""
        top = name.partition(".")[0]
        return any((root / f"{top}.py").is_file() or is_package(root / top) for root in self.roots)

    def has(self, file: str) -> bool:
        """Does a file lie in it?"""
        return os.path.realpath(file).startswith(f"{self.top}{os.sep}")

    def elsewhere(self) -> str:
        """A module that was imported, and not from here, although it is here; nothing if there is none."""
        for name, module in list(sys.modules.items()):
            file = getattr(module, "__file__", None)
            if name == "__main__":
                continue
            if isinstance(file, str) and self.brings(name) and not self.has(file):
                return f"{name} was imported from {file}, and not from this version"
        return ""

    def is_test(self, file: str) -> bool:
        """Does a file belong to the tests, and not to the code under test?"""
        return os.path.realpath(file) in self.tests

    def has_class(self, name: str) -> bool:
        """Does the code have a class of this name?"""
        modules = [module for module in list(sys.modules.values()) if self.is_code(module)]
        return any(isinstance(vars(module).get(name), type) for module in modules)

    def is_code(self, module: ModuleType) -> bool:
        """Is it a module of the code under test?"""
        file = getattr(module, "__file__", None)
        return isinstance(file, str) and self.has(file) and not self.is_test(file)


class OwnTree:
    """A finder of the tree's modules, which comes before whatever an installation has put in front."""

    def __init__(self, tree: Tree, roots: list[str]) -> None:
        self.tree, self.roots = tree, roots

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """The module of this name in the tree; None if it has none."""
        if path is not None or not self.tree.brings(name):
            return None
        found = PathFinder.find_spec(name, None, target)
        if found and found.origin and self.tree.has(found.origin):
            return found
        return PathFinder.find_spec(name, self.roots, target)


def is_package(folder: Path) -> bool:
    """Is it a folder that can be imported?"""
    return folder.is_dir() and any(folder.glob("*.py"))


class Probe:
    """A plugin of pytest: tells which tests there are, and what each of them comes to."""

    def __init__(self, tree: Tree, tell: Callable[..., None], ids: set[str]) -> None:
        self.tree, self.tell, self.ids = tree, tell, ids
        self.said = False
        self.errors: dict[str, BaseException] = {}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Only the tests that are asked for; and which rows they have."""
        items[:] = [item for item in items if item.nodeid.partition("[")[0] in self.ids]
        for item in items:
            params = getattr(getattr(item, "callspec", None), "params", {})
            numbers = {name: number for name, number in rows_of(item) if isinstance(number, int)}
            self.tell(item=item.nodeid, params=plain(repr(params)) if params else "", numbers=numbers)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_load_initial_conftests(self) -> Iterator[None]:
        """A `conftest.py` that cannot be read: pytest itself only ends."""
        outcome: Any = yield
        if outcome.excinfo:
            error = getattr(outcome.excinfo[1], "cause", None) or outcome.excinfo[1].__cause__
            error = error or outcome.excinfo[1]
            for file in sorted({id.partition("::")[0] for id in self.ids}):
                self.said = True
                self.tell(unread=file, failure="", **self.told(error, "file"))

    @pytest.hookimpl(trylast=True)
    def pytest_exception_interact(self, call: Any, report: Any) -> None:
        """Keep what a file raised while it was read; the report has only pytest's words for it."""
        if isinstance(report, pytest.CollectReport) and call.excinfo:
            error = call.excinfo.value
            self.errors[report.nodeid] = error.__cause__ or error

    def pytest_collectreport(self, report: Any) -> None:
        """A file that cannot be read."""
        if report.failed:
            self.said = True
            error = self.errors.get(report.nodeid)
            told = self.told(error, "file") if error else {"error": "", "why": last_line(report.longreprtext)}
            self.tell(unread=report.nodeid, failure=report.longreprtext[-SHOWN:], **told)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: Any) -> Iterator[None]:
        self.said = True
        self.tell(began=item.nodeid)
        yield
        self.tell(over=item.nodeid)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item: Any, call: Any) -> Iterator[None]:
        """A phase of a test, or a subtest."""
        outcome: Any = yield
        report = outcome.get_result()
        if report.skipped or hasattr(report, "wasxfail"):
            self.tell(test=item.nodeid, colour="left out", why=plain(str(report.longrepr))[:WHY])
        elif report.failed and call.excinfo is not None:
            told = self.told(call.excinfo.value, "fixture" if call.when != "call" else "test")
            self.tell(test=item.nodeid, failure=report.longreprtext[-SHOWN:], **told)
        elif report.failed:
            self.tell(test=item.nodeid, colour="amber", why=last_line(report.longreprtext), where="test")

    def told(self, error: BaseException, phase: str) -> dict[str, str]:
        """What an error means: its colour, and whether a name is missing."""
        in_code, frames = self.place(error)
        asserts = isinstance(error, (AssertionError, pytest.fail.Exception))
        missing = "" if in_code and phase != "file" else self.missing(error)
        where = "code" if in_code else phase
        if isinstance(error, ModuleNotFoundError) and not missing:
            where = "elsewhere"
        elif isinstance(error, SyntaxError):
            where = "code" if error.filename and not self.tree.is_test(error.filename) else "file"
        return {
            "colour": "red" if asserts and where == "test" and frames else "amber",
            "error": type(error).__name__,
            "why": in_a_line(error).replace(f"{self.tree.top}{os.sep}", ""),
            "missing": missing,
            "where": where,
        }

    def place(self, error: BaseException) -> tuple[bool, bool]:
        """Does the innermost line of the tree lie in the code, and not in a test; and is there one at all?"""
        found = []
        traceback = error.__traceback__
        while traceback:
            file = traceback.tb_frame.f_code.co_filename
            if self.tree.has(file):
                found.append(file)
            traceback = traceback.tb_next
        return bool(found) and not self.tree.is_test(found[-1]), bool(found)

    def missing(self, error: BaseException) -> str:
        """The name that the code does not have, in words; nothing if it is something else."""
        text = str(error)
        if isinstance(error, ModuleNotFoundError):
            known = (error.name or "").partition(".")[0] in self.tree.names
            return f"`{error.name}`" if known else ""
        if isinstance(error, ImportError):
            found = NOT_IMPORTED.search(text)
            return f"`{found[1]}`" if found and found[2].partition(".")[0] in self.tree.names else ""
        if isinstance(error, NameError):
            return f"`{text.split(QUOTE)[1]}`" if text.count(QUOTE) > 1 else ""
        if isinstance(error, AttributeError):
            return self.attribute(text)
        if isinstance(error, TypeError):
            found = PARAMETERS.search(text)
            return f"a parameter of `{called(found[1])}`" if found else ""
        return ""

    def attribute(self, text: str) -> str:
        """The attribute that a module or a class of the code does not have, or a plain value that it gave."""
        if text.isidentifier():  # all that an enumeration says of a member
            return f"`{text}`"
        if text.isidentifier():  # an enumeration says no more
            return f"`{text}`"
        found = NO_ATTRIBUTE.search(text)
        name = text.rpartition("attribute '")[2].partition("'")[0]
        if not found or not name:
            return ""
        if found["module"]:
            known = found["module"].partition(".")[0] in self.tree.names
        else:
            owner = found["type"] or found["of"]
            known = owner in PLAIN or self.tree.has_class(owner)
        return f"`{name}`" if known else ""


class Traced:
    """Notes which lines of some files run."""

    def __init__(self, tree: Tree, files: list[str]) -> None:
        self.lines: dict[str, set[int]] = {}
        self.of = {str(tree.top / file): self.lines.setdefault(file, set()) for file in files}

    def __enter__(self) -> Traced:
        if self.of:
            threading.settrace(self.called)
            sys.settrace(self.called)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)
        threading.settrace(None)

    def called(self, frame: FrameType, _event: str, _argument: Any) -> Any:
        """A function is called: its lines are noted if it lies in one of the files."""
        lines = self.of.get(frame.f_code.co_filename)
        if lines is None:
            return None
        if frame.f_lineno:  # reading a module begins at line 0
            lines.add(frame.f_lineno)

        def line(frame: FrameType, _event: str, _argument: Any) -> Any:
            lines.add(frame.f_lineno)
            return line

        return line


def rows_of(item: Any) -> Iterator[tuple[str, Any]]:
    """The arguments of a test that has rows, and the number of the row that each takes."""
    return iter(getattr(getattr(item, "callspec", None), "indices", {}).items())


def called(name: str) -> str:
    """The function or the class that a call names: `Game.__init__` is `Game`."""
    *_, owner, function = ("", *name.split("."))
    return owner if function == "__init__" and owner else function


def in_a_line(error: BaseException) -> str:
    """What was raised, in a line."""
    try:
        said = str(error).strip().splitlines()
    except Exception as fault:
        said = ["to read it raises " + type(fault).__name__]
    name = "" if isinstance(error, pytest.fail.Exception) else type(error).__name__
    return plain(": ".join(part for part in (name, said[0] if said else "") if part))[:WHY]


def last_line(text: str) -> str:
    """The last line of a report."""
    lines = [line for line in text.splitlines() if line.strip()]
    return plain(lines[-1].strip())[:WHY] if lines else ""


def plain(text: str) -> str:
    """A text without addresses, which differ from run to run."""
    return ADDRESS.sub("", text)


if __name__ == "__main__":
    sys.path[:] = [path for path in sys.path if path != str(Path(__file__).resolve().parent)]
    serve()
