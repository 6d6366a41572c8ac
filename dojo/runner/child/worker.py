"""Code that may do anything runs in a child process, and its results arrive over a pipe.

It may loop for ever, crash Python, end the process, print without end or wait for input: the parent goes on,
and knows how the child ended. `ForkExecutor` is all that knows how a version is isolated: a system without
fork would need another one.
"""

import os
import select
import signal
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import ClassVar

from dojo.runner.child import clock
from dojo.runner.child.breakpoints import TerminalLoan
from dojo.runner.child.forked import DEFAULT, run_in_child
from dojo.runner.child.inbox import Inbox, UnreadableMessage
from dojo.runner.child.messages import DependenciesRead, Message, WaitsForInput, WorkDone, printable
from dojo.runner.child.output import read_output
from dojo.runner.executor import Execution, Work
from dojo.runner.recorder.dependencies import UNTRACKED, Dependencies
from dojo.runner.recorder.recording import merge

# A child has these seconds after its patience to end by itself: to draw its failure, for example.
GRACE_S = 1.0
READ_BYTES = 65536


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
        """Return what it has sent since the last time, and end it if nothing more can come.

        Call it after `wait_for`, and now and then: nothing else notices a child that is silent for too long.
        """
        received: list[Message] = []
        try:
            is_closed = self.receive(received)
        except UnreadableMessage as error:
            self.end()
            self.note_fault(str(error))
            return received
        is_late = time.monotonic() > self.deadline and not self.waits
        if self.done:
            self.end()
        elif is_closed:
            exit_code = self.end()
            self.note_fault(describe_exit(exit_code))
        elif is_late:
            self.timed_out = True
            self.end()
            self.note_fault(f"did not stop after {self.patience:g} seconds")
        return received

    def receive(self, received: list[Message]) -> bool:
        """Append what has arrived by now; returns True if nothing holds the other end of the pipe any more.

        Raises UnreadableMessage.
        """
        while self.has_sent():
            part = os.read(self.pipe, READ_BYTES)
            if not part:
                return True
            for message in self.inbox.read(part):
                self.deadline = time.monotonic() + self.patience
                if not self.take_own(message):
                    received.append(message)
                # what comes later was sent by a process that the work has forked
                if self.done:
                    return False
        return False

    def note_fault(self, fault: str) -> None:
        """Note why it has ended before its work was done."""
        self.fault = fault
        self.depends_on[UNTRACKED] = "ended before it had said all that it read"

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
