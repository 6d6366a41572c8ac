"""Code that may do anything runs in a child process, and its results arrive over a pipe.

It may loop for ever, crash Python, end the process, print without end or wait for input: the parent goes on,
and knows how the child ended. `ForkExecutor` is all that knows how a version is isolated: a system without
fork would need another one.
"""

import faulthandler
import gc
import io
import json
import os
import re
import select
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, ClassVar, NoReturn

from dojo.runner.child import clock
from dojo.runner.child.breakpoints import TerminalLoan, install
from dojo.runner.executor import Execution, Message, Work
from dojo.runner.recorder.dependencies import UNTRACKED, Dependencies
from dojo.runner.recorder.recording import merge, record_child

MOST, LONGEST = 64 * 1024**2, 1024**2
"""Bytes that all messages of a child may have, and one of them."""
NOT_SHOWN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
"""Characters that a terminal would obey, or choke on."""


class UnreadableMessage(Exception):
    """Bytes in the pipe that are no message of the runner; the exception says what is wrong with them."""


class Inbox:
    """The messages of one child, read as they arrive."""

    def __init__(self) -> None:
        self.size = 0
        self.rest = b""

    def read(self, part: bytes) -> Iterator[Message]:
        """Yield the messages that this part completes; raises UnreadableMessage for anything else."""
        self.size += len(part)
        if self.size > MOST or len(self.rest) > LONGEST:
            raise UnreadableMessage("wrote more to the runner's own pipe than the runner does")
        *lines, self.rest = (self.rest + part).split(b"\n")
        for line in lines:
            try:
                message = json.loads(line)
            except ValueError:
                message = None
            if not isinstance(message, dict):
                raise UnreadableMessage("wrote to the runner's own pipe")
            yield make_printable(message)


def make_printable(value: Any) -> Any:
    """The same, without anything that cannot be printed or that a terminal would obey."""
    if isinstance(value, str):
        return NOT_SHOWN.sub(lambda found: found[0].encode("unicode_escape").decode(), value)
    if isinstance(value, list):
        return [make_printable(part) for part in value]
    if isinstance(value, dict):
        return {make_printable(name): make_printable(part) for name, part in value.items()}
    return value


GRACE = 1.0
"""Seconds that a child has after its patience to end by itself: to draw its failure, for example."""
MEMORY = 2 * 1024**3
FILE = 1024**2
"""The most that a child may write into one file: also what it may print before it is stopped."""
PRINTED = 2000
"""How much of what a child prints is kept."""
PART = 65536
ON_A_CI = ("CI", "BUILD_NUMBER")
"""Where one of these is set, pytest shortens no failure; what we show and quote is the same everywhere."""

DEFAULT: dict[int, Any] = {signal.SIGINT: signal.default_int_handler, signal.SIGALRM: signal.SIG_DFL}
"""Ctrl-C, and the signal by which `make watch` notices a long run."""


class Child:
    """A fork of this process that does some work, and tells of it."""

    def __init__(self, work: Work, patience: float, loan: TerminalLoan | None = None) -> None:
        self.loan = loan or TerminalLoan()
        self.patience = patience + GRACE
        """Seconds after which a silent child is ended."""
        self.over = self.done = self.waits = self.timed_out = False
        self.fault = self.printed = ""
        """What went wrong, if it ended before its work was done."""
        self.output = tempfile.TemporaryFile()  # noqa: SIM115  closed at its end, and nameless before
        self.depends_on: Dependencies = {}
        """What its work has opened, imported and looked up."""
        self.inbox = Inbox()
        self.pid = 0
        self.pipe, told = os.pipe()
        try:
            with deferred_signals(*DEFAULT) as before:
                self.pid = os.fork()
                if not self.pid:
                    os.close(self.pipe)
                    run_in_child(work, told, self.output.fileno(), before, self.loan)
                os.close(told)
        except BaseException:  # Ctrl-C, which has waited for the fork
            if self.pid:
                self.end()
            raise
        self.deadline = time.monotonic() + self.patience

    def messages(self) -> list[Message]:
        """What it has told since the last time. Call it after `wait_for`, and now and then."""
        messages: list[Message] = []
        closed, fault = False, ""
        try:
            while not (closed or self.done) and select.select([self.pipe], [], [], 0)[0]:
                part = os.read(self.pipe, PART)
                closed = not part
                for message in self.inbox.read(part):
                    self.deadline = time.monotonic() + self.patience
                    if "waits" in message:  # for input at `breakpoint()`
                        self.waits = message["waits"]
                        self.loan.is_left = self.loan.is_left or message.get("left", False)
                    elif "depends_on" in message:
                        self.depends_on = merge(self.depends_on, message["depends_on"])
                    elif "done" in message:  # what comes later was sent by a process that the work has forked
                        self.done = True
                        break
                    else:
                        messages.append(message)
        except UnreadableMessage as error:
            fault = str(error)
        if time.monotonic() > self.deadline and not self.waits:
            self.timed_out = True
            fault = f"did not stop after {self.patience:g} seconds"
        if closed or fault or self.done:
            code = self.end()
            self.fault = "" if self.done else fault or describe_exit(code)
        if self.fault:
            self.depends_on[UNTRACKED] = "ended before it had said all that it read"
        return messages

    def end(self) -> int:
        """Leave nothing of it behind; returns its exit code, or the signal that ended it, below 0."""
        for kill in (os.killpg, os.kill):
            with suppress(ProcessLookupError, PermissionError):
                kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        os.close(self.pipe)
        self.printed = make_printable(read_output(self.output.fileno()))
        self.output.close()
        self.over = True
        return os.waitstatus_to_exitcode(status)


def wait_for(children: Collection[Child], seconds: float) -> None:
    """Wait until one of them has told something, but not longer than that."""
    select.select([child.pipe for child in children], [], [], seconds)


@dataclass(frozen=True)
class ForkExecutor:
    """Runs work in a forked child.

    Attributes:
        loan: the terminal that the children may use.
    """

    test_limit_s: ClassVar[float] = clock.LIMIT

    loan: TerminalLoan = field(default_factory=TerminalLoan)

    @property
    def most_at_once(self) -> int:
        """One after the other where each may stop at a breakpoint; else as many as there are processors."""
        return 1 if self.loan.ends else os.cpu_count() or 1

    def start(self, work: Work, patience_s: float) -> Child:
        return Child(work, patience_s, self.loan)

    def wait(self, running: Collection[Execution], seconds: float) -> None:
        wait_for([child for child in running if isinstance(child, Child)], seconds)


FORKING = ForkExecutor()


def describe_exit(code: int) -> str:
    """How a process ended before its work was done."""
    if code >= 0:
        return f"ended Python itself, with status {code}"
    return f"crashed Python itself: {signal.strsignal(-code) or f'signal {-code}'}"


def run_in_child(work: Work, told: int, output: int, mask: set[int], loan: TerminalLoan) -> NoReturn:
    """Do the work in a session of its own, with its own signals, streams and limits; never returns."""
    # late: there is none in a browser
    import resource

    status = 1
    gc.freeze()  # a collection would look at all that the parent has, and so copy its memory
    try:
        recorder = record_child()
        os.setsid()
        for number, handler in DEFAULT.items():
            signal.signal(number, signal.SIG_IGN)  # what has arrived meanwhile was for the parent
            signal.signal(number, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for name in ON_A_CI:
            os.environ.pop(name, None)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for stream in (1, 2):
            os.dup2(output, stream)
        for kind, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_FSIZE, FILE)):
            with suppress(ValueError, OSError):  # not every system limits everything
                resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))
        # what the streams still hold belongs to the parent, and the parent writes it
        _before = sys.stdout, sys.__stdout__, sys.stderr, sys.__stderr__
        sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8")  # type: ignore[misc]
        sys.stdout = sys.__stdout__ = open_unbuffered(1)  # type: ignore[misc]
        sys.stderr = sys.__stderr__ = open_unbuffered(2)  # type: ignore[misc]
        faulthandler.enable(2, all_threads=False)
        us = os.getpid()

        def send(**message: object) -> None:
            if os.getpid() != us:  # the work has forked itself: one of the two is enough
                os._exit(0)
            # first what the code has read so far: the parent may end this child at its next message
            messages = [message]
            if unsent := recorder.take_unsent():
                messages.insert(0, {"depends_on": unsent})
            line = b"".join(json.dumps(one).encode() + b"\n" for one in messages)
            try:
                while line:
                    line = line[os.write(told, line) :]
            except OSError:  # the work has closed what it was given
                os.kill(us, signal.SIGKILL)

        install(send, loan)
        work(send)
        send(done=True)
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def open_unbuffered(descriptor: int) -> io.TextIOWrapper:
    """A standard stream for a child: any character can be printed, and nothing waits in it."""
    raw = io.FileIO(descriptor, "w", closefd=False)
    return io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", write_through=True)


def take_output() -> str:
    """In a child: the beginning of what has been printed since the last time."""
    text = ""
    with suppress(OSError):
        text = read_output(1)
        os.ftruncate(1, 0)
        os.lseek(1, 0, os.SEEK_SET)
    return text


def read_output(descriptor: int) -> str:
    """The beginning of a file, and how much more there is."""
    size = os.fstat(descriptor).st_size
    first = os.pread(descriptor, PRINTED, 0).decode(errors="replace")
    if size <= PRINTED:
        return first
    half = PRINTED // 2
    last = os.pread(descriptor, half, size - half).decode(errors="replace")
    return f"{first[:half]}\n… {size - PRINTED:,} more bytes …\n{last}"


@contextmanager
def deferred_signals(*signals: int) -> Iterator[set[int]]:
    """Let these signals wait until this is done; gives those that have waited before.

    Around a fork Python calls hooks and drops what is raised in them; and a process that is started meanwhile
    hears none of them for good: Ctrl-C would make it print a traceback.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield before
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
