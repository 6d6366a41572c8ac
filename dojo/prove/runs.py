"""Runs tests on a version: `python -m pytest` in the repository's own Python, one process a version."""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from subprocess import Popen
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

from dojo.attempt.snapshot import Files, write_files
from dojo.errors import UsageError, describe_error
from dojo.prove.verdict import Kind
from dojo.runner.cache import PLUGIN as SUITE_PLUGIN
from dojo.runner.cache import Cache, digest, suite_key
from dojo.runner.child.worker import make_printable
from dojo.runner.program import describe_status, kill_group
from dojo.runner.recorder import dependencies
from dojo.runner.recorder.dependencies import PACKAGES
from dojo.runner.recorder.recording import read_dependencies
from dojo.runner.reporter import pytest_arguments
from dojo.story.story import Story
from dojo.trace.sources import belongs_to_tests, file_of

LIMITS = 60.0, 300.0
"""How many seconds the run of some tests may take, and that of all tests of some files."""
MAX_PROCESSES = 2
POLL_S = 0.01
PLUGIN = Path(__file__).with_name("plugin.py")
KEPT_VARIABLES = ("LANG", "LC_", "TZ", "USER", "LOGNAME", "LD_LIBRARY_PATH", "DYLD_")
"""How the variables begin that a test sees: none that changes how it runs, and no secret."""
INI = ("pytest.ini", ".pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg")
OFF = ("cacheprovider", "xdist", "xdist.looponfail", "pytest_cov", "randomly", "pytest_rerunfailures")
"""Plugins that run tests elsewhere, in another order or again, or that write files."""
DESCRIBE = """
import os, sys, sysconfig, pytest
assert sys.version_info >= (3, 9) and int(pytest.__version__.split(".")[0]) >= 6
folders = sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
entries = [entry for folder in folders if os.path.isdir(folder) for entry in os.scandir(folder)]
info = (".dist-info", ".egg-info", ".egg-link", ".pth")
found = [(one.name, one.stat().st_mtime_ns if one.name.endswith(info) else 0) for one in entries]
print(sys.executable, sys.version, sorted(one for one in found if one[0] != "__pycache__"))
"""
DOUBT = "doubt"
"""Where a result broke that another run does not bear out."""


@dataclass(frozen=True)
class TestResult:
    """What one test came to."""

    id: str
    """As pytest names it, with its row; of the suite of a story without the version."""
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

    @property
    def red_kind(self) -> Kind | None:
        """Red by its assertion, by a name, or by a crash; None if it is green, or says nothing."""
        if self.where == DOUBT:
            return Kind.NO_ANSWER
        if self.colour == "red":
            return Kind.PROVEN
        if self.missing:
            return Kind.BY_NAME
        in_code = self.where == "code" and self.error != "SyntaxError"
        on_its_answer = self.where == "test"  # which has no such key, or is nothing at all
        return Kind.BY_CRASH if self.colour == "amber" and (in_code or on_its_answer) else None


@dataclass
class TreeRun:
    """What some tests came to on a version."""

    results: dict[str, TestResult] = field(default_factory=dict)
    """By the ids of the tests; that of a file which could not be read by its path."""
    fault: str = ""
    """Why the run as a whole is no answer."""
    lines: list[tuple[str, int]] = field(default_factory=list)
    """The lines that ran, of the files that were asked for."""

    def find(self, id: str) -> TestResult:
        """Find what a test came to; amber, with a reason, where it did not run."""
        if not self.fault and (found := self.results.get(id) or self.results.get(file_of(id))):
            return replace(found, id=id)
        return TestResult(id, "amber", why=self.fault or "pytest does not collect it", where="elsewhere")

    def rows(self, function: str) -> list[TestResult]:
        return [one for one in self.results.values() if one.function == function]

    def is_green(self, id: str) -> bool:
        return id in self.results and self.results[id].colour == "green"


class RunRequest(NamedTuple):
    """Which tests to run, on which version."""

    tree: Files
    files: tuple[str, ...]
    """The files of tests: all of their tests run, or those that `ids` names."""
    ids: Sequence[str] = ()
    traced: Sequence[str] = ()
    """The files whose lines are noted as they run."""
    again: bool = False
    """True if it is asked a second time."""
    of_suite: bool = False
    """True for tests of the suite, which run on the code of this version in place of its own tests."""


@dataclass(eq=False)
class Runner:
    """Answers questions: from the cache, or by a run in a work folder."""

    python: Path
    top: Path
    """The folder that has the cache."""
    words: Sequence[str] = ()
    """More words for pytest."""
    suite: Story | None = None
    limits: Sequence[float] = LIMITS

    @contextmanager
    def ready(self) -> "Iterator[Runner]":
        """Lend the runner; nothing of it is left, whether the body ends, fails, or is told to stop."""
        self.cache = Cache(self.top, "commits", most=5_000)
        self.base = [
            describe(self.python),
            *self.words,
            digest([PLUGIN, Path(__file__), Path(dependencies.__file__)], PLUGIN.parent),
        ]
        self.base += [suite_key(self.suite)] if self.suite else []
        before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
        try:
            with TemporaryDirectory(prefix="prove-", ignore_cleanup_errors=True) as scratch:
                self.scratch = Path(scratch).resolve()
                shutil.copy(PLUGIN, self.scratch / "prove_plugin.py")
                shutil.copy(dependencies.__file__, self.scratch / "prove_dependencies.py")
                shutil.copy(SUITE_PLUGIN, self.scratch / "suite_plugin.py")
                yield self
        finally:
            signal.signal(signal.SIGTERM, before)

    def ask(self, *questions: RunRequest) -> list[TreeRun]:
        """Answer the questions, with a few processes at a time."""
        answers: dict[int, TreeRun] = {}
        started: dict[int, StartedRun] = {}
        waiting = list(enumerate(questions))
        # one thread looks after all of them: a child that is forked beside another thread may wait forever
        try:
            while waiting or started:
                while waiting and len(started) < MAX_PROCESSES:
                    number, question = waiting.pop(0)
                    found = self.find_or_start(question)
                    if isinstance(found, TreeRun):
                        answers[number] = found
                    else:
                        started[number] = found
                for number, run in list(started.items()):
                    if run.has_ended():
                        answers[number] = self.finish(run)
                        del started[number]
                if started:
                    time.sleep(POLL_S)
        finally:
            for run in started.values():  # after Ctrl-C
                run.end()
        return [answers[number] for number in range(len(questions))]

    def key(self, question: RunRequest) -> str:
        """Make the name of an answer from all that it depends on."""
        parts = [self.base, sorted(question.tree.items()), *question[1:]]
        return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()

    def find_or_start(self, question: RunRequest) -> "TreeRun | StartedRun":
        """Return the answer if it is known; otherwise start the run that gives it."""
        if not question.files:
            return TreeRun()
        if told := self.cache.read(self.key(question)):
            return msgspec.convert(told, TreeRun)
        try:
            return self.start(question)
        except OSError as error:  # a full disk
            return TreeRun(fault=describe_error(error))

    def start(self, question: RunRequest) -> "StartedRun":
        """Start pytest in a folder of its own; raises OSError."""
        suite = self.suite if question.of_suite else None
        scratch = TemporaryDirectory(dir=self.scratch, ignore_cleanup_errors=True)
        folder = Path(scratch.name)
        tree, home, report = folder / "tree", folder / "home", folder / "report"
        try:
            tree.mkdir()
            home.mkdir()
            report.touch()
            write_files(tree, question.tree)
            if suite:
                tests = [str(suite.top / file) for file in question.files]
                words = ["-p", "suite_plugin", f"--code={tree / suite.module}.py", *pytest_arguments(suite)]
            else:
                paths = (name.decode(errors="replace") for name in question.tree if name.endswith(b".py"))
                tests = [*filter(belongs_to_tests, paths)]
                words = own_words(question.files, tree)
            job = {"tree": str(tree), "tests": tests, "ids": question.ids, "traced": question.traced}
            environment = clean_environment(home, self.python) | {
                "PROVE_REPORT": str(report),
                "PROVE_DEPENDENCIES": str(folder / "dependencies"),
                "PROVE_JOB": json.dumps(job),
                "PYTHONPATH": os.pathsep.join(map(str, (self.scratch, tree, tree / "src"))),
            }
            command = [str(self.python), "-m", "pytest", "-p", "prove_plugin", "--tb=short", "--color=no"]
            command += [*question.files, *words, *self.words]
            top = suite.top if suite else tree
            quiet: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
            process = Popen(command, cwd=top, env=environment, start_new_session=True, **quiet)
        except BaseException:
            scratch.cleanup()
            raise
        deadline = time.monotonic() + self.limits[not question.ids]
        return StartedRun(question, process, scratch, report, deadline)

    def finish(self, started: "StartedRun") -> TreeRun:
        """Return the answer of a run that has ended, and keep it unless it was killed.

        Too late, by Ctrl-C, or for want of memory: the next time it may come out differently.
        """
        process = started.process
        end = "" if process.returncode is not None else "did not end in time"
        started.end(keeps_report=True)
        how = "crashed Python:" if process.returncode < 0 else "ended Python itself, with"
        try:
            run = read_report(started.report, end or f"{how} {describe_status(process.returncode)}")
            depends_on = read_dependencies(started.report.with_name("dependencies"), is_not_passed_on)
        except OSError as error:
            return TreeRun(fault=describe_error(error))
        finally:
            started.scratch.cleanup()
        if process.returncode != -signal.SIGKILL:
            depends_on.pop(PACKAGES, None)  # of the other Python: `describe` has them
            self.cache.write(self.key(started.question), asdict(run), depends_on)
        return run


@dataclass
class StartedRun:
    """A pytest that runs; what it makes goes with its folder."""

    question: RunRequest
    process: "Popen[bytes]"
    scratch: "TemporaryDirectory[str]"
    report: Path
    deadline: float

    def has_ended(self) -> bool:
        """True if it has ended by itself, or has had its time."""
        return self.process.poll() is not None or time.monotonic() > self.deadline

    def end(self, *, keeps_report: bool = False) -> None:
        """End it with all that it has started, and delete its folder unless its report is to be read."""
        kill_group(self.process)
        if not keeps_report:
            self.scratch.cleanup()


def own_words(files: Sequence[str], tree: Path) -> list[str]:
    """Call pytest as the repository says, but without what starts plugins or stops early."""
    words = ["--rootdir", str(tree), "--confcutdir", str(tree), "--continue-on-collection-errors"]
    words += ["-o", "addopts=", "-o", "required_plugins="]
    folder = Path(os.path.commonpath([str(Path(file).parent) for file in files]))
    if not any((tree / one / name).is_file() for one in (folder, *folder.parents) for name in INI):
        words += ["-c", os.devnull]
    return [*words, *(word for plugin in OFF for word in ("-p", f"no:{plugin}"))]


def clean_environment(home: Path, python: Path) -> dict[str, str]:
    """The variables of a run: nothing that changes what pytest does, and a home and a Python of its own."""
    kept = {name: value for name, value in os.environ.items() if name.startswith(KEPT_VARIABLES)}
    path = os.pathsep.join([str(python.parent), os.environ.get("PATH", os.defpath)])
    return kept | {"PATH": path, "PYTHONDONTWRITEBYTECODE": "1", "HOME": str(home), "TMPDIR": str(home)}


def is_not_passed_on(variable: str) -> bool:
    """True if a run has a variable from us, or not at all: then it is the same for each run."""
    is_whole_environment = not variable
    return not (is_whole_environment or variable == "PATH" or variable.startswith(KEPT_VARIABLES))


@cache
def describe(python: Path) -> str:
    """Say which Python it is, and what is installed there; raises UsageError if it cannot run the tests."""
    how: dict[str, Any] = {"capture_output": True, "text": True, "timeout": LIMITS[0]}
    with suppress(OSError, subprocess.TimeoutExpired):
        run = subprocess.run([str(python), "-c", DESCRIBE], env=clean_environment(Path(), python), **how)
        if not run.returncode and run.stdout:
            return str(run.stdout)
    what = "does not run, has no pytest, or is too old: it needs Python 3.9 and pytest 6, or newer"
    raise UsageError(f"{python} {what}; name another with PYTHON=")


def read_report(report: Path, end: str) -> TreeRun:
    """Read what the plugin wrote before the process ended; of each test, the last line says it."""
    run, is_whole = TreeRun(), False
    for line in report.read_text(encoding="utf-8", errors="replace").splitlines():
        with suppress(ValueError):  # a line that was cut off by a kill
            match make_printable(json.loads(line)):
                case {"result": told}:
                    run.results[told["id"]] = TestResult(**told)
                case {"fault": fault}:
                    run.fault = fault
                case {"lines": lines}:
                    run.lines, is_whole = [(file, line) for file, line in lines], True
    end = "stopped the run" if is_whole else end
    why = {"running": f"it {end}", "waiting": f"a test before it {end}"}
    unfinished = [one for one in run.results.values() if one.colour in why]
    for one in unfinished:
        run.results[one.id] = replace(one, colour="amber", why=why[one.colour], where="elsewhere")
    if not is_whole and not unfinished:
        run.fault = run.fault or f"the run {end}"
    elif not run.results:
        run.fault = run.fault or "pytest found none of these tests"
    return run
