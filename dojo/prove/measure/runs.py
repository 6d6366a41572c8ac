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
from dojo.prove.measure.outcomes import NO_TESTS, Cause, TestResult, TreeRun
from dojo.prove.measure.source_tree import INI_FILES, SourceTree
from dojo.runner.cache import PLUGIN as SUITE_PLUGIN
from dojo.runner.cache import Cache, digest
from dojo.runner.child.worker import make_printable
from dojo.runner.program import describe_status, kill_group
from dojo.runner.recorder import dependencies
from dojo.runner.recorder.dependencies import PACKAGES, Dependencies
from dojo.runner.recorder.recording import read_dependencies

# of a run of some tests, and of a run of all tests of some files
LIMITS_S = (60.0, 300.0)
# for a thread, or a plugin, that does not end with the tests
GRACE_S = 3.0
MAX_PROCESSES = 2
MAX_CACHED_RUNS = 5_000
# a test that ends Python hides those behind it, which then run without it
MAX_RESTARTS = 3
POLL_S = 0.01
BYTECODE = b"__pycache__/"
PLUGIN = Path(__file__).with_name("plugin.py")
# how the variables begin that a test sees: none that changes how it runs, and no secret
KEPT_VARIABLES = ("LANG", "LC_", "TZ", "USER", "LOGNAME", "LD_LIBRARY_PATH", "DYLD_")
# what runs tests elsewhere, in another order or again, or writes files
SWITCHED_OFF_PLUGINS = (
    "cacheprovider",
    "xdist",
    "xdist.looponfail",
    "pytest_cov",
    "randomly",
    "pytest_rerunfailures",
)
# a set is then written in the same order in each run
HASH_SEED = "0"
DESCRIBE = """
import os, sys, sysconfig, pytest
assert sys.version_info >= (3, 9) and int(pytest.__version__.split(".")[0]) >= 6
folders = sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
entries = [entry for folder in folders if os.path.isdir(folder) for entry in os.scandir(folder)]
info = (".dist-info", ".egg-info", ".egg-link", ".pth")
found = [(one.name, one.stat().st_mtime_ns if one.name.endswith(info) else 0) for one in entries]
print(sys.executable, sys.version, sorted(one for one in found if one[0] != "__pycache__"))
"""


class RunRequest(NamedTuple):
    """Which tests to run, on which version.

    Attributes:
        files: the files of tests: all of their tests run, or those that `ids` names.
        traced: the files whose lines are noted as they run.
        again: how often it was asked before.
    """

    tree: Files
    files: tuple[str, ...]
    ids: Sequence[str] = ()
    traced: Sequence[str] = ()
    again: int = 0


@dataclass(eq=False)
class Runner:
    """Answers requests: from the cache, or by a run in a folder of its own.

    Attributes:
        top: the folder that has the cache.
        words: more words for pytest.
    """

    python: Path
    top: Path
    words: Sequence[str] = ()
    limits_s: Sequence[float] = LIMITS_S

    @contextmanager
    def ready(self) -> "Iterator[Runner]":
        """Lend the runner; nothing of it is left, whether the body ends, fails, or is told to stop."""
        self.cache = Cache(self.top, "commits", most=MAX_CACHED_RUNS)
        ours = [PLUGIN, SUITE_PLUGIN, Path(__file__), Path(dependencies.__file__)]
        self.base = [describe(self.python), *self.words, digest(ours, PLUGIN.parent)]
        before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
        try:
            with TemporaryDirectory(prefix="prove-", ignore_cleanup_errors=True) as scratch:
                self.scratch = Path(scratch).resolve()
                shutil.copy(PLUGIN, self.scratch / "prove_plugin.py")
                shutil.copy(dependencies.__file__, self.scratch / "prove_dependencies.py")
                shutil.copy(SUITE_PLUGIN, self.scratch / "prove_classify.py")
                yield self
        finally:
            signal.signal(signal.SIGTERM, before)

    def ask(self, *requests: RunRequest) -> list[TreeRun]:
        """Answer the requests, with a few processes at a time."""
        answers: dict[int, TreeRun] = {}
        started: dict[int, StartedRun] = {}
        waiting = list(enumerate(requests))
        # one thread looks after all of them: a child that is forked beside another thread may wait forever
        try:
            while waiting or started:
                while waiting and len(started) < MAX_PROCESSES:
                    number, request = waiting.pop(0)
                    self.begin(number, request, answers, started)
                for number, run in list(started.items()):
                    if run.has_ended():
                        del started[number]
                        self.go_on(number, run, answers, started)
                if started:
                    time.sleep(POLL_S)
        finally:
            # after Ctrl-C
            for run in started.values():
                run.end()
        return [answers[number] for number in range(len(requests))]

    def begin(
        self, number: int, request: RunRequest, answers: dict[int, TreeRun], started: "dict[int, StartedRun]"
    ) -> None:
        """Answer a request if its answer is known; otherwise start the run that gives it."""
        known = self.cache.read(self.key(request)) if request.files else None
        if not request.files:
            answers[number] = TreeRun()
        elif known:
            answers[number] = msgspec.convert(known, TreeRun)
        else:
            try:
                started[number] = self.start(request)
            # a full disk
            except OSError as error:
                answers[number] = TreeRun(fault=describe_error(error))

    def go_on(
        self, number: int, run: "StartedRun", answers: dict[int, TreeRun], started: "dict[int, StartedRun]"
    ) -> None:
        """Take the answer of a run that has ended; where a test stopped it, run those behind that one."""
        found = run.so_far.join(self.read(run))
        unreached = found.answer.unreached
        if unreached and run.restarts < MAX_RESTARTS:
            try:
                started[number] = self.start(run.request, unreached, found, run.restarts + 1)
                return
            except OSError as error:
                found.answer.fault = describe_error(error)
        answers[number] = found.answer
        if found.may_be_kept:
            self.cache.write(self.key(run.request), asdict(found.answer), found.depends_on)

    def key(self, request: RunRequest) -> str:
        """Make the name of an answer from all that it depends on."""
        parts = [self.base, sorted(request.tree.items()), *request[1:]]
        return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()

    def start(
        self,
        request: RunRequest,
        unreached: Sequence[str] = (),
        so_far: "RunSoFar | None" = None,
        restarts: int = 0,
    ) -> "StartedRun":
        """Start pytest in a folder of its own, on all tests of a request or on those unreached.

        Raises OSError.
        """
        ids = unreached or request.ids
        scratch = TemporaryDirectory(dir=self.scratch, ignore_cleanup_errors=True)
        folder = Path(scratch.name)
        tree, home, report = folder / "tree", folder / "home", folder / "report"
        try:
            tree.mkdir()
            home.mkdir()
            report.touch()
            # a commit may have bytecode in it: no run trusts that
            write_files(tree, {name: file for name, file in request.tree.items() if BYTECODE not in name})
            sources = SourceTree(request.tree)
            tests = [
                path for path in sources.paths if path.endswith(".py") and sources.belongs_to_tests(path)
            ]
            job = {"tree": str(tree), "tests": tests, "ids": list(ids), "traced": request.traced}
            environment = clean_environment(home, self.python) | {
                "PROVE_REPORT": str(report),
                "PROVE_DEPENDENCIES": str(folder / "dependencies"),
                "PROVE_JOB": json.dumps(job),
                "PYTHONPATH": os.pathsep.join(map(str, (self.scratch, tree, tree / "src"))),
            }
            command = [str(self.python), "-m", "pytest", "-p", "prove_plugin", "--tb=short", "--color=no"]
            command += [*request.files, *own_words(request.files, tree), *self.words]
            quiet: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
            process = Popen(command, cwd=tree, env=environment, start_new_session=True, **quiet)
        except BaseException:
            scratch.cleanup()
            raise
        deadline = time.monotonic() + self.limits_s[not ids]
        return StartedRun(request, process, scratch, report, deadline, so_far or RunSoFar(), restarts)

    def read(self, started: "StartedRun") -> "RunSoFar":
        """Return the answer of a run that has ended, and what else it depends on.

        It is not to be kept if it was killed, too late, by Ctrl-C, or for want of memory: the next time it
        may come out differently.
        """
        process = started.process
        in_time = process.returncode is not None
        started.end(keeps_report=True)
        end = Ending(Cause.TIMED_OUT, "did not end in time")
        if in_time:
            how = "crashed Python:" if process.returncode < 0 else "ended Python itself, with"
            end = Ending(Cause.ENDED_PYTHON, f"{how} {describe_status(process.returncode)}")
        try:
            answer = read_report(started.report, end)
            depends_on = read_dependencies(started.report.with_name("dependencies"), is_not_passed_on)
        except OSError as error:
            return RunSoFar(TreeRun(fault=describe_error(error)), {}, may_be_kept=False)
        finally:
            started.scratch.cleanup()
        # of the other Python: `describe` has them
        depends_on.pop(PACKAGES, None)
        may_be_kept = started.is_done or process.returncode != -signal.SIGKILL
        return RunSoFar(answer, depends_on, may_be_kept)


class Ending(NamedTuple):
    """How a run ended that did not come to its own end."""

    cause: Cause
    words: str


@dataclass(frozen=True)
class RunSoFar:
    """What is known of a request, and what else that depends on."""

    answer: TreeRun = field(default_factory=TreeRun)
    depends_on: Dependencies = field(default_factory=dict)
    may_be_kept: bool = True

    def join(self, later: "RunSoFar") -> "RunSoFar":
        """Return this with what ran later."""
        answer = TreeRun(
            self.answer.results | later.answer.results,
            self.answer.fault or later.answer.fault,
            sorted({*self.answer.lines, *later.answer.lines}),
            [*self.answer.rewritten, *later.answer.rewritten],
        )
        may_be_kept = self.may_be_kept and later.may_be_kept
        return RunSoFar(answer, self.depends_on | later.depends_on, may_be_kept)


@dataclass
class StartedRun:
    """A pytest that runs; what it makes goes with its folder."""

    request: RunRequest
    process: "Popen[bytes]"
    scratch: "TemporaryDirectory[str]"
    report: Path
    deadline: float
    so_far: RunSoFar
    restarts: int
    is_done: bool = False

    def has_ended(self) -> bool:
        """True if it has ended by itself, or has had its time."""
        if not self.is_done and self.report.with_name("done").exists():
            self.is_done = True
            self.deadline = min(self.deadline, time.monotonic() + GRACE_S)
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
    places = [tree / place / name for place in (folder, *folder.parents) for name in INI_FILES]
    if not any(place.is_file() for place in places):
        words += ["-c", os.devnull]
    for plugin in SWITCHED_OFF_PLUGINS:
        words += ["-p", f"no:{plugin}"]
    return words


def clean_environment(home: Path, python: Path) -> dict[str, str]:
    """Return the variables of a run, with a home and a Python of its own.

    None of them changes what pytest does.
    """
    kept = {name: value for name, value in os.environ.items() if name.startswith(KEPT_VARIABLES)}
    path = os.pathsep.join([str(python.parent), os.environ.get("PATH", os.defpath)])
    return kept | {
        "PATH": path,
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": HASH_SEED,
        "HOME": str(home),
        "TMPDIR": str(home),
    }


def is_not_passed_on(variable: str) -> bool:
    """True if a run has a variable from us, or not at all: then it is the same for each run."""
    is_whole_environment = not variable
    return not (is_whole_environment or variable == "PATH" or variable.startswith(KEPT_VARIABLES))


@cache
def describe(python: Path) -> str:
    """Say which Python it is, and what is installed there; raises UsageError if it cannot run the tests."""
    how: dict[str, Any] = {"capture_output": True, "text": True, "timeout": LIMITS_S[0]}
    with suppress(OSError, subprocess.TimeoutExpired):
        run = subprocess.run([str(python), "-c", DESCRIBE], env=clean_environment(Path(), python), **how)
        if not run.returncode and run.stdout:
            return str(run.stdout)
    what = "does not run, has no pytest, or is too old: it needs Python 3.9 and pytest 6, or newer"
    raise UsageError(f"{python} {what}; name another with PYTHON=")


@dataclass
class PluginReport:
    """What the plugin wrote: of each test the last message, and whether the run came to its end."""

    run: TreeRun = field(default_factory=TreeRun)
    states: dict[str, str] = field(default_factory=dict)
    is_whole: bool = False

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
        if "rewritten" in message:
            self.run.rewritten.append(message["rewritten"])
        if "lines" in message:
            self.run.lines = [(file, line) for file, line in message["lines"]]
            self.is_whole = True


def read_report(file: Path, end: Ending) -> TreeRun:
    """Read what the plugin wrote before the process ended."""
    report = PluginReport()
    for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
        # a line that was cut off by a kill
        with suppress(ValueError):
            report.add(make_printable(json.loads(line)))
    run = report.run
    if report.is_whole:
        end = Ending(Cause.ENDED_PYTHON, "stopped the run")
    is_finished = True
    for test, state in report.states.items():
        if state == "running":
            run.results[test] = replace(run.results[test], cause=end.cause, why=f"it {end.words}")
        elif state == "waiting":
            why = f"a test before it {end.words}"
            run.results[test] = replace(run.results[test], cause=Cause.NOT_RUN, why=why)
        is_finished = is_finished and state not in ("running", "waiting")
    if not report.is_whole and is_finished:
        run.fault = run.fault or f"the run {end.words}"
    elif not run.results:
        run.fault = run.fault or NO_TESTS
    return run
