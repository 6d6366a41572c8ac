"""Runs tests on a version: pytest in the repository's own Python, a process for each request."""

import hashlib
import json
import os
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from dojo.attempt.snapshot import Files, write_files
from dojo.errors import describe_error
from dojo.prove.measure.interpreter import (
    clean_environment,
    describe,
    is_not_passed_on,
    locale_variables,
)
from dojo.prove.measure.outcomes import Cause, TreeRun
from dojo.prove.measure.processes import (
    PLUGIN_FILES,
    ForkServer,
    NewProcess,
    TestProcess,
    copy_plugin,
    own_words,
)
from dojo.prove.measure.reports import Ending, read_report
from dojo.prove.measure.source_tree import SourceTree
from dojo.runner.cache import Cache, digest
from dojo.runner.failure.status import describe_status
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
# to be told to end, and a terminal that was closed
ENDING_SIGNALS = (signal.SIGTERM, signal.SIGHUP)
BYTECODE = b"__pycache__/"
# the folder of the test files that pytest has rewritten
REWRITTEN_TESTS = "rewritten"


@contextmanager
def exit_on_signals() -> Iterator[None]:
    """Clean up before a signal ends the process; one that is ignored, as by `nohup`, stays so."""
    before = {}
    for number in ENDING_SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            before[number] = signal.signal(number, lambda received, _: sys.exit(128 + received))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


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
        ours = [*PLUGIN_FILES.values(), Path(__file__)]
        # the clock is not noted: what is kept was seen in one time zone
        self.base = [describe(self.python), *self.words, digest(ours, Path(__file__).parent), *time.tzname]
        self.base += locale_variables()
        self.server: ForkServer | None = None
        with (
            exit_on_signals(),
            TemporaryDirectory(prefix="prove-", ignore_cleanup_errors=True) as scratch,
        ):
            self.scratch = Path(scratch).resolve()
            copy_plugin(self.scratch)
            try:
                yield self
            finally:
                if self.server:
                    self.server.end()

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
                "PROVE_DEPENDENCIES": str(folder / "dependencies"),
                "PROVE_JOB": json.dumps(job),
                "PYTHONPATH": os.pathsep.join(map(str, (self.scratch, tree, tree / "src"))),
            }
            words = ["-p", "prove_plugin", "--tb=short", "--color=no"]
            words += [*request.files, *own_words(request.files, tree), *self.words]
            process = self.start_process(sources, words, tree, environment)
        except BaseException:
            scratch.cleanup()
            raise
        deadline = time.monotonic() + self.limits_s[not ids]
        return StartedRun(request, process, scratch, report, deadline, so_far or RunSoFar(), restarts)

    def start_process(
        self, sources: SourceTree, words: Sequence[str], tree: Path, environment: Mapping[str, str]
    ) -> TestProcess:
        """Start pytest: by a fork of what has imported it, unless the version has a module that is in there.

        Raises OSError.
        """
        # one that was killed, by a test perhaps, is started again
        if self.server is None or not self.server.is_alive:
            self.server = ForkServer(self.python, self.scratch)
        if self.server.can_run(sources.paths):
            return self.server.start(words, tree, environment)
        return NewProcess(self.python, words, tree, environment)

    def read(self, started: "StartedRun") -> "RunSoFar":
        """Return the answer of a run that has ended, and what else it depends on.

        It is not to be kept if it was killed, too late, by Ctrl-C, or for want of memory: the next time it
        may come out differently.
        """
        process = started.process
        status = process.returncode
        started.end(keeps_report=True)
        end = Ending(Cause.TIMED_OUT, "did not end in time")
        # otherwise it had to be ended
        if status is not None:
            how = "crashed Python:" if status < 0 else "ended Python itself, with"
            end = Ending(Cause.ENDED_PYTHON, f"{how} {describe_status(status)}")
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
    """A pytest that runs; what it makes goes with its folder."""

    request: RunRequest
    process: TestProcess
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
        self.process.end()
        if not keeps_report:
            self.scratch.cleanup()
