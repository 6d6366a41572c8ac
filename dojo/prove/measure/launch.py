"""Starts pytest on a version, in a folder of its own, and reads what it wrote once it has ended."""

import json
import os
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from dojo.attempt.snapshot import Files, write_files
from dojo.errors import describe_error
from dojo.prove.measure.interpreter import clean_environment, is_not_passed_on
from dojo.prove.measure.outcomes import Cause, TreeRun
from dojo.prove.measure.processes import ForkServer, NewProcess, TestProcess, copy_plugin, own_words
from dojo.prove.measure.reports import Ending, read_report
from dojo.prove.measure.source_tree import SourceTree
from dojo.runner.failure.status import describe_status
from dojo.runner.recorder.dependencies import PACKAGES, Dependencies
from dojo.runner.recorder.recording import read_dependencies

SOME_TESTS_LIMIT_S = 60.0
ALL_TESTS_LIMIT_S = 300.0
# for a thread, or a plugin, that does not end with the tests
GRACE_S = 3.0
BYTECODE = b"__pycache__/"
# the folder of the test files that pytest has rewritten
REWRITTEN_TESTS = "rewritten"
# what a run has in its folder: the version, a home, and what the plugin writes
TREE, HOME, REPORT, DEPENDENCIES = "tree", "home", "report", "dependencies"


class RunRequest(NamedTuple):
    """Which tests to run, on which version.

    Attributes:
        files: the files of tests: all of their tests run, or those that `ids` names.
        traced: the files whose lines are noted as they run.
        again: how often it was asked before.
        times: how often each test runs, one time after the other.
    """

    tree: Files
    files: tuple[str, ...]
    ids: Sequence[str] = ()
    traced: Sequence[str] = ()
    again: int = 0
    times: int = 1


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
            self.answer.colours | later.answer.colours,
        )
        may_be_kept = self.may_be_kept and later.may_be_kept
        return RunSoFar(answer, self.depends_on | later.depends_on, may_be_kept)


@dataclass
class StartedRun:
    """A pytest that runs; what it makes goes with its folder.

    Attributes:
        scratch: the folder.
        deadline: when it has had its time.
        so_far: what earlier runs for the same request came to.
        restarts: how many of them a test has stopped.
        is_done: True if its tests have come to their end; the process may still be there.
    """

    request: RunRequest
    process: TestProcess
    scratch: "TemporaryDirectory[str]"
    deadline: float
    so_far: RunSoFar
    restarts: int
    is_done: bool = False

    @property
    def folder(self) -> Path:
        return Path(self.scratch.name)

    def has_ended(self) -> bool:
        """True if it has ended by itself, or has had its time."""
        if not self.is_done and (self.folder / "done").exists():
            self.is_done = True
            self.deadline = min(self.deadline, time.monotonic() + GRACE_S)
        return self.process.poll() is not None or time.monotonic() > self.deadline

    def end(self) -> None:
        """End it with all that it has started, and delete its folder."""
        self.process.end()
        self.scratch.cleanup()

    def read(self) -> RunSoFar:
        """End it, and return its answer with that of the earlier runs, and what else both depend on.

        It is not to be kept if it was killed, too late, by Ctrl-C, or for want of memory: the next time it
        may come out differently.
        """
        # None if it has to be ended
        status = self.process.returncode
        self.process.end()
        try:
            answer = read_report(self.folder / REPORT, describe_ending(status))
            depends_on = read_dependencies(self.folder / DEPENDENCIES, is_not_passed_on)
        except OSError as error:
            failed = RunSoFar(TreeRun(fault=describe_error(error)), {}, may_be_kept=False)
            return self.so_far.join(failed)
        finally:
            self.scratch.cleanup()
        # of the other Python: `describe` has them
        depends_on.pop(PACKAGES, None)
        may_be_kept = self.is_done or status not in (None, -signal.SIGKILL)
        return self.so_far.join(RunSoFar(answer, depends_on, may_be_kept))


@dataclass(eq=False)
class Launcher:
    """Starts runs in the Python of a repository.

    Attributes:
        scratch: the folder in which each run gets one of its own.
        words: more words for pytest.
        server: a Python that has imported pytest, and forks for each run; None before the first one.
    """

    python: Path
    scratch: Path
    words: Sequence[str] = ()
    some_tests_limit_s: float = SOME_TESTS_LIMIT_S
    all_tests_limit_s: float = ALL_TESTS_LIMIT_S
    server: ForkServer | None = None

    def __post_init__(self) -> None:
        copy_plugin(self.scratch)

    def start(self, request: RunRequest) -> StartedRun:
        """Start a run of all tests of a request; raises OSError."""
        return self.start_tests(request, request.ids, RunSoFar(), restarts=0)

    def start_again(self, stopped: StartedRun, so_far: RunSoFar) -> StartedRun:
        """Start a run of the tests that a stopped one did not reach; raises OSError."""
        unreached = so_far.answer.unreached
        return self.start_tests(stopped.request, unreached, so_far, stopped.restarts + 1)

    def start_tests(
        self, request: RunRequest, ids: Sequence[str], so_far: RunSoFar, restarts: int
    ) -> StartedRun:
        scratch = TemporaryDirectory(dir=self.scratch, ignore_cleanup_errors=True)
        try:
            process = self.start_pytest(request, ids, Path(scratch.name))
        except BaseException:
            scratch.cleanup()
            raise
        limit_s = self.some_tests_limit_s if ids else self.all_tests_limit_s
        return StartedRun(request, process, scratch, time.monotonic() + limit_s, so_far, restarts)

    def start_pytest(self, request: RunRequest, ids: Sequence[str], folder: Path) -> TestProcess:
        """Lay a version out in a folder, and start pytest on some of its tests, or on all of its files."""
        tree, home, report = folder / TREE, folder / HOME, folder / REPORT
        tree.mkdir()
        home.mkdir()
        report.touch()
        # a commit may have bytecode in it: no run trusts that
        write_files(tree, {name: file for name, file in request.tree.items() if BYTECODE not in name})
        sources = SourceTree(request.tree)
        tests = []
        for path in sources.paths:
            if path.endswith(".py") and sources.belongs_to_tests(path):
                tests.append(path)
        job = {
            "tree": str(tree),
            "tests": tests,
            "ids": list(ids),
            "traced": request.traced,
            "times": request.times,
            "rewritten": str(self.scratch / REWRITTEN_TESTS),
        }
        environment = clean_environment(home, self.python) | {
            "PROVE_REPORT": str(report),
            "PROVE_DEPENDENCIES": str(folder / DEPENDENCIES),
            "PROVE_JOB": json.dumps(job),
            "PYTHONPATH": os.pathsep.join(map(str, (self.scratch, tree, tree / "src"))),
        }
        words = ["-p", "prove_plugin", "--tb=short", "--color=no"]
        words += [*request.files, *own_words(request.files, tree), *self.words]
        # a version that has a module which the server has imported gets a new Python
        server = self.living_server()
        if server.can_run(sources.paths):
            return server.start(words, tree, environment)
        return NewProcess(self.python, words, tree, environment)

    def living_server(self) -> ForkServer:
        """Return the server; one that was killed, by a test perhaps, is started again. Raises OSError."""
        if self.server is None or not self.server.is_alive:
            self.server = ForkServer(self.python, self.scratch)
        return self.server

    def end(self) -> None:
        """End what the runs have forked from."""
        if self.server:
            self.server.end()


def describe_ending(status: int | None) -> Ending:
    """Say how a run ended that did not come to its end; without a status, it had to be ended."""
    if status is None:
        return Ending(Cause.TIMED_OUT, "did not end in time")
    how = "crashed Python:" if status < 0 else "ended Python itself, with"
    return Ending(Cause.ENDED_PYTHON, f"{how} {describe_status(status)}")
