"""Answers which tests pass on which versions: from the cache, or by runs, a few of them at a time."""

import hashlib
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from dojo.errors import describe_error
from dojo.prove.measure.interpreter import describe, locale_variables
from dojo.prove.measure.launch import Launcher, RunRequest, StartedRun
from dojo.prove.measure.outcomes import TreeRun
from dojo.prove.measure.processes import PLUGIN_FILES
from dojo.runner.cache import Cache, digest

MAX_PROCESSES = 2
MAX_CACHED_RUNS = 5_000
# a test that ends Python hides those behind it, which then run without it
MAX_RESTARTS = 3
POLL_S = 0.01
# to be told to end, and a terminal that was closed
ENDING_SIGNALS = (signal.SIGTERM, signal.SIGHUP)
HERE = Path(__file__).parent
# what makes an answer: once one of these files has changed, everything runs again
ANSWER_FILES = (
    *PLUGIN_FILES.values(),
    HERE / "interpreter.py",
    HERE / "launch.py",
    HERE / "processes.py",
    HERE / "reports.py",
    HERE / "runs.py",
)


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


@dataclass(eq=False)
class Waiting:
    """Some requests on their way to their answers.

    Attributes:
        unstarted: those that nothing was done for yet, by their numbers.
        started: the run of each that has one.
        answers: the answer of each that has one.
    """

    unstarted: dict[int, RunRequest]
    started: dict[int, StartedRun] = field(default_factory=dict)
    answers: dict[int, TreeRun] = field(default_factory=dict)


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

    @contextmanager
    def ready(self) -> "Iterator[Runner]":
        """Lend the runner; nothing of it is left, whether the body ends, fails, or is told to stop."""
        self.cache = Cache(self.top, "commits", most=MAX_CACHED_RUNS)
        # the clock is not noted: what is kept was seen in one time zone
        self.base = [describe(self.python), *self.words, digest(ANSWER_FILES, HERE), *time.tzname]
        self.base += locale_variables()
        with (
            exit_on_signals(),
            TemporaryDirectory(prefix="prove-", ignore_cleanup_errors=True) as scratch,
        ):
            self.launcher = Launcher(self.python, Path(scratch).resolve(), self.words)
            try:
                yield self
            finally:
                self.launcher.end()

    def ask(self, *requests: RunRequest) -> list[TreeRun]:
        """Answer the requests, with a few processes at a time."""
        waiting = Waiting(dict(enumerate(requests)))
        # one thread looks after all of them: a child that is forked beside another thread may wait forever
        try:
            while waiting.unstarted or waiting.started:
                while waiting.unstarted and len(waiting.started) < MAX_PROCESSES:
                    self.begin_next(waiting)
                for number, run in list(waiting.started.items()):
                    if run.has_ended():
                        del waiting.started[number]
                        self.take_answer(number, run, waiting)
                if waiting.started:
                    time.sleep(POLL_S)
        finally:
            # after Ctrl-C
            for run in waiting.started.values():
                run.end()
        return [waiting.answers[number] for number in range(len(requests))]

    def begin_next(self, waiting: Waiting) -> None:
        """Answer the next request if its answer is known; otherwise start the run that gives it."""
        number = next(iter(waiting.unstarted))
        request = waiting.unstarted.pop(number)
        if not request.files:
            waiting.answers[number] = TreeRun()
            return
        known = self.cache.read(self.key(request))
        if known:
            waiting.answers[number] = msgspec.convert(known, TreeRun)
            return
        try:
            waiting.started[number] = self.launcher.start(request)
        # a full disk
        except OSError as error:
            waiting.answers[number] = TreeRun(fault=describe_error(error))

    def take_answer(self, number: int, run: StartedRun, waiting: Waiting) -> None:
        """Take the answer of a run that has ended; where a test stopped it, run those behind that one."""
        found = run.read()
        if found.answer.unreached and run.restarts < MAX_RESTARTS:
            try:
                waiting.started[number] = self.launcher.start_again(run, found)
                return
            except OSError as error:
                found.answer.fault = describe_error(error)
        waiting.answers[number] = found.answer
        if found.may_be_kept:
            self.cache.write(self.key(run.request), asdict(found.answer), found.depends_on)

    def key(self, request: RunRequest) -> str:
        """Make the name of an answer from all that it depends on."""
        parts = [self.base, sorted(request.tree.items()), *request[1:]]
        return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()
