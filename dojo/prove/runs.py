"""Runs tests on a version: `python -m pytest` in the repository's own Python, one process a tree."""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from subprocess import Popen
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

from dojo.attempt.snapshot import File, write
from dojo.errors import UsageError, describe_error
from dojo.prove.git import SUBMODULE, Read, Tree
from dojo.runner.cache import PLUGIN as SUITE_PLUGIN
from dojo.runner.cache import Cache, digest
from dojo.runner.child.worker import make_printable
from dojo.runner.program import describe_status, kill_group

TIMEOUT_S = 60.0
"""How long the run of some tests may take; that of all tests may take longer."""
TIMES_FOR_ALL = 5
CACHED_RUNS = 5_000
AT_ONCE = 2
PLUGIN = Path(__file__).with_name("plugin.py")
KEPT_VARIABLES = ("PATH", "LANG", "LC_", "TZ", "USER", "LOGNAME", "LD_LIBRARY_PATH", "DYLD_")
"""How the variables begin that a test sees: none that changes how it runs, and no secret."""
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
DESCRIBE = """
import os, sys, sysconfig, pytest
folder = sysconfig.get_path("purelib")
print(sys.version_info >= (3, 9) and int(pytest.__version__.split(".")[0]) >= 6)
print(sys.executable, sys.version, sorted(os.listdir(folder)) if os.path.isdir(folder) else "")
"""


@dataclass(frozen=True)
class TestResult:
    """What one test came to."""

    id: str
    """As pytest names it, with its row."""
    colour: str
    """`green`, `red` if its own assertion failed, `left out` if it skips itself, or else `amber`."""
    params: str = ""
    """The values of its row."""
    file: str = ""
    """The file that defines it, and the line: another one than that of its id if it is inherited."""
    line: int = 0
    error: str = ""
    why: str = ""
    failure: str = ""
    missing: str = ""
    """The name that the code does not have, in words, if that is all that is wrong."""
    owner: str = ""
    """The module that should have it."""
    where: str = ""
    """Where it broke: in the `test`, a `fixture`, the `code`, its `file`, or `elsewhere`."""

    @property
    def function(self) -> str:
        return self.id.partition("[")[0]


@dataclass
class TreeRun:
    """What some tests came to on a version."""

    outcomes: dict[str, TestResult] = field(default_factory=dict)
    unread: dict[str, TestResult] = field(default_factory=dict)
    """The test files that could not be read."""
    fault: str = ""
    """Why the run as a whole is no answer."""
    late: bool = False
    """True if it did not end in time, or was killed: on another day it may end."""
    lines: dict[str, list[int]] = field(default_factory=dict)
    """The lines that ran, of each file that was asked for."""

    def find(self, id: str) -> TestResult:
        """Find what a test came to; amber, with a reason, where it did not run."""
        if not self.fault and (found := self.outcomes.get(id) or self.unread.get(id.partition("::")[0])):
            return replace(found, id=id)
        return TestResult(id, "amber", why=self.fault or "pytest does not collect it", where="elsewhere")

    def rows(self, function: str) -> list[TestResult]:
        return [one for one in self.outcomes.values() if one.function == function]

    def join(self, more: "TreeRun") -> "TreeRun":
        """This run, and that of the suite: its ids without the version, `[fizz-one is said]`."""
        found = {}
        for id, one in more.outcomes.items():
            row = id.partition("[")[2].removesuffix("]").partition("-")[2]
            id = f"{one.function}[{row}]" if row else one.function
            found[id] = replace(one, id=id)
        both = {*self.lines, *more.lines}
        lines = {path: [*self.lines.get(path, []), *more.lines.get(path, [])] for path in both}
        return TreeRun(self.outcomes | found, self.unread, self.fault or more.fault, lines=lines)

    def is_green(self, id: str) -> bool:
        return id in self.outcomes and self.outcomes[id].colour == "green"


class RunRequest(NamedTuple):
    """Which tests to run, on which files."""

    tree: Tree
    files: tuple[str, ...]
    """The files of tests: all of their tests run, or those that `ids` names."""
    ids: tuple[str, ...] = ()
    traced: tuple[str, ...] = ()
    """The files whose lines are noted as they run."""
    again: bool = False
    """True if it is asked a second time."""
    suite: "KataSuite | None" = None
    """The suite to run on the code of this tree, in place of its own tests."""
    tests: tuple[str, ...] = ()
    """All Python files of the tree that belong to the tests."""


class KataSuite(NamedTuple):
    """The suite of a story, run on the module of an attempt."""

    top: Path
    files: tuple[str, ...]
    words: tuple[str, ...]
    """How pytest is called besides."""
    module: str
    """The name of the module, with which the ids of its rows begin: `[fizz-one is said]`."""
    key: str
    """A hash of all that it depends on."""

    def request(self, code: Tree, ids: Iterable[str], traced: tuple[str, ...]) -> RunRequest:
        """Ask for some of its tests on some code."""
        named = []
        for id in sorted(ids):
            function, bracket, row = id.partition("[")
            named.append(f"{function}[{self.module}-{row}" if bracket else f"{id}[{self.module}]")
        tests = tuple(str(self.top / file) for file in self.files)
        return RunRequest(code, self.files, tuple(named), traced, suite=self, tests=tests)


class Runner:
    """Answers questions: from the cache, or by a run in a work folder."""

    def __init__(self, python: Path, top: Path, words: Sequence[str], read: Read, scratch: Path) -> None:
        self.python, self.words, self.read, self.scratch = python, list(words), read, scratch
        self.cache = Cache(top, "commits", most=CACHED_RUNS)
        self.base = [describe(python), *words, digest([PLUGIN, Path(__file__)], PLUGIN.parent)]
        self.running: set[Popen[bytes]] = set()
        plugin = scratch / "plugin"
        plugin.mkdir()
        shutil.copy(PLUGIN, plugin / "prove_plugin.py")
        shutil.copy(SUITE_PLUGIN, plugin / "suite_plugin.py")

    def ask(self, *questions: RunRequest) -> list[TreeRun]:
        keyed = {self.key(one): one for one in questions}
        with ThreadPoolExecutor(AT_ONCE) as pool:
            try:
                runs = dict(zip(keyed, pool.map(self.answer, keyed.values()), strict=True))
                return [runs[self.key(one)] for one in questions]
            except BaseException:  # Ctrl-C: the threads wait for these
                self.stop()
                raise

    def stop(self) -> None:
        for process in list(self.running):
            kill_group(process)

    def answer(self, question: RunRequest) -> TreeRun:
        if not question.files:
            return TreeRun()
        key = self.key(question)
        if told := self.cache.read(key):
            return msgspec.convert(told, TreeRun)
        try:
            with TemporaryDirectory(dir=self.scratch, ignore_cleanup_errors=True) as folder:
                run = self.run(question, Path(folder))
        except OSError as error:  # a full disk
            run = TreeRun(fault=describe_error(error), late=True)
        if not run.late:  # on another day it may end
            self.cache.write(key, asdict(run))
        return run

    def key(self, question: RunRequest) -> str:
        """Make the name of an answer from all that it depends on."""
        suite = question.suite.key if question.suite else ""
        parts = [self.base, question.files, question.ids, question.traced, question.again, suite]
        whole = hashlib.sha256(json.dumps(parts).encode())
        for name, entry in sorted(question.tree.items()):
            whole.update(b"%b\0%b\0" % (name, " ".join(entry).encode()))
        return whole.hexdigest()

    def run(self, question: RunRequest, folder: Path) -> TreeRun:
        """Run pytest below a folder; whatever the tests do, there is an answer."""
        suite, tree, home, report = question.suite, folder / "tree", folder / "home", folder / "report"
        home.mkdir()
        report.touch()
        lay(question.tree, tree, self.read)
        job = {name: getattr(question, name) for name in ("tests", "files", "ids", "traced")}
        job["tree"] = str(tree)
        environment = clean_environment(home) | {
            "PROVE_REPORT": str(report),
            "PROVE_JOB": json.dumps(job),
            "PYTHONPATH": str(self.scratch / "plugin"),
        }
        words = suite_words(suite, tree) if suite else own_words(question.files, tree)
        command = [str(self.python), "-m", "pytest", "-p", "prove_plugin", *words, *self.words]
        process = Popen(
            command,
            cwd=suite.top if suite else tree,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )
        self.running.add(process)
        late = False
        try:
            process.wait(TIMEOUT_S * (1 if question.ids else TIMES_FOR_ALL))
        except subprocess.TimeoutExpired:
            late = True
        finally:
            kill_group(process)
            self.running.discard(process)
        run = read_report(report, process.returncode, late=late)
        run.late |= process.returncode == -signal.SIGKILL  # by Ctrl-C, or by a system without memory
        return run


def own_words(files: Sequence[str], tree: Path) -> list[str]:
    """Call pytest as the repository says, but without what starts plugins or stops early."""
    words = [*files, "--rootdir", str(tree), "--confcutdir", str(tree), "--tb=short", "--color=no"]
    words += ["-o", "addopts=", "-o", "required_plugins=", "--continue-on-collection-errors"]
    folder = Path(os.path.commonpath([str(Path(file).parent) for file in files]))
    if not any((tree / one / name).is_file() for one in (folder, *folder.parents) for name in INI):
        words += ["-c", os.devnull]
    return [*words, *(word for plugin in OFF for word in ("-p", f"no:{plugin}"))]


def suite_words(suite: KataSuite, tree: Path) -> list[str]:
    """Call pytest on the suite of a story, with the module of this tree."""
    code = tree / f"{suite.module}.py"
    return [*suite.files, "-p", "suite_plugin", "--code", str(code), "--tb=short", "--color=no", *suite.words]


@contextmanager
def running(python: Path, top: Path, words: Sequence[str], read: Read) -> Iterator[Runner]:
    """Lend a runner, and leave nothing of it behind, whether the body ends, fails, or is told to stop.

    Takes a Python, the folder that has the cache, more words for pytest, and how an object is read.
    """
    with ExitStack() as stack:
        with suppress(ValueError):  # not in the main thread
            before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
            stack.callback(signal.signal, signal.SIGTERM, before)
        scratch = stack.enter_context(TemporaryDirectory(prefix="prove-", ignore_cleanup_errors=True))
        runner = Runner(python, top, words, read, Path(scratch).resolve())
        stack.callback(runner.stop)
        yield runner


def clean_environment(home: Path) -> dict[str, str]:
    """The variables of a run: nothing that changes what pytest does, and a home of its own."""
    kept = {name: value for name, value in os.environ.items() if name.startswith(KEPT_VARIABLES)}
    return kept | {"PYTHONDONTWRITEBYTECODE": "1", "HOME": str(home), "TMPDIR": str(home)}


@cache
def describe(python: Path) -> str:
    """Say which Python it is, and what is installed there.

    Raises UsageError if it does not run, or has no pytest that is new enough.
    """
    how: dict[str, Any] = {"capture_output": True, "text": True, "timeout": TIMEOUT_S}
    try:
        run = subprocess.run([str(python), "-c", DESCRIBE], env=clean_environment(Path()), **how)
    except (OSError, subprocess.TimeoutExpired):
        fault = f"PYTHON={python} does not run: name the Python that has what the tests need"
        raise UsageError(fault) from None
    if run.returncode or not run.stdout:
        raise UsageError(f"{python} has no pytest: install it there, or name another Python with PYTHON=")
    is_new, _, found = str(run.stdout).partition("\n")
    if is_new != "True":
        fault = "is too old: Python 3.9 and pytest 6 are needed; name another one with PYTHON="
        raise UsageError(f"{python} {fault}")
    return found


def read_report(report: Path, status: int, *, late: bool) -> TreeRun:
    """Read what the plugin wrote before the process ended; of each test, the last line says it."""
    run, is_whole = TreeRun(late=late), False
    for line in report.read_text(encoding="utf-8", errors="replace").splitlines():
        with suppress(ValueError):  # a line that was cut off by a kill
            match make_printable(json.loads(line)):
                case {"result": told}:
                    run.outcomes[told["id"]] = TestResult(**told)
                case {"unread": told}:
                    run.unread[told["id"]] = TestResult(**told)
                case {"fault": fault}:
                    run.fault = fault
                case {"lines": lines}:
                    run.lines, is_whole = lines, True
    end = describe_status(status)
    why = f"crashed Python: {end}" if status < 0 else f"ended Python itself, with {end}"
    why = "did not end in time" if late else why
    why = "stopped the run" if is_whole else why
    ends = {"running": f"it {why}", "waiting": f"a test before it {why}"}
    unfinished = {id: one for id, one in run.outcomes.items() if one.colour in ends}
    for id, one in unfinished.items():
        run.outcomes[id] = replace(one, colour="amber", why=ends[one.colour], where="elsewhere")
    if not is_whole and not unfinished:
        run.fault = run.fault or f"the run {why}"
    elif not run.outcomes and not run.unread and not run.fault:
        run.fault = "pytest found none of these tests"
    return run


def lay(tree: Tree, folder: Path, read: Read) -> None:
    """Write the files of a tree below a folder; a submodule is an empty folder there."""
    folder.mkdir()
    for name, entry in tree.items():
        path = folder / os.fsdecode(name)
        if {b"", b".", b"..", b".git"} & set(name.lower().split(b"/")):  # a forged path, out of its folder
            continue
        if entry.mode == SUBMODULE:
            path.mkdir(parents=True, exist_ok=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            write(path, File(entry.mode, read(entry.blob) or b""))
