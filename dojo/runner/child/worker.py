"""Code that may do anything runs in a child process, and its results arrive over a pipe.

It may loop for ever, crash Python, end the process, print without end or wait for input: the parent goes on,
and knows how the child ended. `ForkExecutor` is all that knows how a version is isolated: a system without
fork would need another one.
"""

import faulthandler
import gc
import io
import os
import select
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from types import FrameType
from typing import ClassVar, NoReturn

from dojo.runner.child import clock
from dojo.runner.child.breakpoints import TerminalLoan, install
from dojo.runner.child.inbox import Inbox, UnreadableMessage
from dojo.runner.child.messages import (
    DependenciesRead,
    Message,
    WaitsForInput,
    WorkDone,
    printable,
    write_line,
)
from dojo.runner.child.output import open_unbuffered, read_output
from dojo.runner.executor import Execution, Work
from dojo.runner.recorder.dependencies import UNTRACKED, Dependencies
from dojo.runner.recorder.recording import merge, record_child

# A child has these seconds after its patience to end by itself: to draw its failure, for example.
GRACE_S = 1.0
MEMORY_BYTES = 2 * 1024**3
# The most that a child may write into one file: also what it may print before it is stopped.
FILE_BYTES = 1024**2
READ_BYTES = 65536
# Where one of these is set, pytest shortens no failure; what we show and quote is the same everywhere.
ON_A_CI = ("CI", "BUILD_NUMBER")
# Ctrl-C, and the end of a time limit: the handlers of the parent are not those of a child.
DEFAULT: dict[int, Callable[[int, FrameType | None], object] | signal.Handlers] = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGALRM: signal.SIG_DFL,
}


class Child:
    """A fork of this process that does some work, and sends messages.

    Attributes:
        patience: the seconds after which a silent child is ended.
        over: True if it has ended.
        done: True if its work was done before.
        waits: True while it waits for input at `breakpoint()`: no clock runs meanwhile.
        timed_out: True if it was ended for its silence.
        fault: what went wrong, if it ended before its work was done.
        printed: what it had printed by then.
        depends_on: what its work has opened, imported and looked up.
        loan: the terminal that it may use.
    """

    def __init__(self, work: Work, patience: float, loan: TerminalLoan | None = None) -> None:
        self.loan = loan or TerminalLoan()
        self.patience = patience + GRACE_S
        self.over = self.done = self.waits = self.timed_out = False
        self.fault = self.printed = ""
        self.output = tempfile.TemporaryFile()  # noqa: SIM115  closed at its end, and nameless before
        self.depends_on: Dependencies = {}
        self.inbox = Inbox()
        self.pid = 0
        self.pipe, end_of_child = os.pipe()
        try:
            with deferred_signals(*DEFAULT) as before:
                self.pid = os.fork()
                if not self.pid:
                    os.close(self.pipe)
                    run_in_child(work, end_of_child, self.output.fileno(), before, self.loan)
                os.close(end_of_child)
        # Ctrl-C, which has waited for the fork
        except BaseException:
            if self.pid:
                self.end()
            raise
        self.deadline = time.monotonic() + self.patience

    def messages(self) -> list[Message]:
        """Return what it has sent since the last time. Call it after `wait_for`, and now and then."""
        messages: list[Message] = []
        is_closed, fault = False, ""
        try:
            while not is_closed and not self.done and self.has_sent():
                part = os.read(self.pipe, READ_BYTES)
                is_closed = not part
                for message in self.inbox.read(part):
                    self.deadline = time.monotonic() + self.patience
                    if not self.take_own(message):
                        messages.append(message)
                    # what comes later was sent by a process that the work has forked
                    if self.done:
                        break
        except UnreadableMessage as error:
            fault = str(error)
        if time.monotonic() > self.deadline and not self.waits:
            self.timed_out = True
            fault = f"did not stop after {self.patience:g} seconds"
        if is_closed or fault or self.done:
            code = self.end()
            if not self.done:
                self.fault = fault or describe_exit(code)
        if self.fault:
            self.depends_on[UNTRACKED] = "ended before it had said all that it read"
        return messages

    def has_sent(self) -> bool:
        """True if something can be read from the pipe, its end also."""
        ready, _, _ = select.select([self.pipe], [], [], 0)
        return bool(ready)

    def take_own(self, message: Message) -> bool:
        """Note a message that is about the child itself; True if it is."""
        match message:
            case WaitsForInput():
                self.waits = message.waits
                self.loan.is_left = self.loan.is_left or message.is_left
            case DependenciesRead():
                self.depends_on = merge(self.depends_on, message.depends_on)
            case WorkDone():
                self.done = True
            case _:
                return False
        return True

    def end(self) -> int:
        """Leave nothing of it behind; returns its exit code, or the signal that ended it, below 0."""
        for kill in (os.killpg, os.kill):
            with suppress(ProcessLookupError, PermissionError):
                kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        os.close(self.pipe)
        self.printed = printable(read_output(self.output.fileno()))
        self.output.close()
        self.over = True
        return os.waitstatus_to_exitcode(status)


def wait_for(children: Collection[Child], seconds: float) -> None:
    """Wait until one of them has sent something, but not longer than that."""
    select.select([child.pipe for child in children], [], [], seconds)


def do_nothing() -> None:
    """Do nothing while children run."""


@dataclass(frozen=True)
class ForkExecutor:
    """Runs work in a forked child.

    Attributes:
        loan: the terminal that the children may use.
        on_wait: is called many times a second while children run; what it raises ends them.
    """

    test_limit_s: ClassVar[float] = clock.LIMIT
    # a room would wait for each
    most_crashes: ClassVar[int] = 2

    loan: TerminalLoan = field(default_factory=TerminalLoan)
    on_wait: Callable[[], None] = do_nothing

    @property
    def most_at_once(self) -> int:
        """One after the other where each may stop at a breakpoint; else as many as there are processors."""
        return 1 if self.loan.ends else os.cpu_count() or 1

    def start(self, work: Work, patience_s: float) -> Child:
        return Child(work, patience_s, self.loan)

    def wait(self, running: Collection[Execution], seconds: float) -> None:
        wait_for([child for child in running if isinstance(child, Child)], seconds)
        self.on_wait()


FORKING = ForkExecutor()


def describe_exit(code: int) -> str:
    """Say how a process ended before its work was done."""
    if code >= 0:
        return f"ended Python itself, with status {code}"
    return f"crashed Python itself: {signal.strsignal(-code) or f'signal {-code}'}"


def run_in_child(work: Work, pipe: int, output: int, mask: set[int], loan: TerminalLoan) -> NoReturn:
    """Do the work in a session of its own, with its own signals, streams and limits; never returns."""
    # late: there is none in a browser
    import resource

    status = 1
    # a collection would look at all that the parent has, and so copy its memory
    gc.freeze()
    try:
        recorder = record_child()
        os.setsid()
        for number, handler in DEFAULT.items():
            # what has arrived meanwhile was for the parent: to ignore it drops it
            signal.signal(number, signal.SIG_IGN)
            signal.signal(number, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for name in ON_A_CI:
            os.environ.pop(name, None)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for stream in (1, 2):
            os.dup2(output, stream)
        limits = {resource.RLIMIT_AS: MEMORY_BYTES, resource.RLIMIT_FSIZE: FILE_BYTES}
        for kind, most in limits.items():
            # not every system limits everything
            with suppress(ValueError, OSError):
                resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))
        # what the streams still hold belongs to the parent, and the parent writes it
        _before = sys.stdout, sys.__stdout__, sys.stderr, sys.__stderr__
        sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8")  # type: ignore[misc]
        sys.stdout = sys.__stdout__ = open_unbuffered(1)  # type: ignore[misc]
        sys.stderr = sys.__stderr__ = open_unbuffered(2)  # type: ignore[misc]
        faulthandler.enable(2, all_threads=False)
        own_id = os.getpid()

        def send(message: Message) -> None:
            # the work has forked itself: one of the two is enough
            if os.getpid() != own_id:
                os._exit(0)
            lines = write_line(message)
            # first what the code has read so far: the parent may end this child at its next message
            unsent = recorder.take_unsent()
            if unsent:
                lines = write_line(DependenciesRead(unsent)) + lines
            try:
                while lines:
                    lines = lines[os.write(pipe, lines) :]
            # the work has closed what it was given
            except OSError:
                os.kill(own_id, signal.SIGKILL)

        install(send, loan)
        work(send)
        send(WorkDone())
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


@contextmanager
def deferred_signals(*signals: int) -> Iterator[set[int]]:
    """Deliver these signals only after the block; yields those that were deferred before.

    Around a fork Python calls hooks and drops what is raised in them. And a process that is started within
    the block never gets any of them: Ctrl-C would make it print a traceback.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield before
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
