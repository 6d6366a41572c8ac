"""Code that may do anything runs in a process of its own, and its result arrives over a pipe.

It may loop for ever, crash Python, end the process, print without end or wait for what nobody types:
the parent goes on, and knows how the child ended.
"""

import faulthandler
import io
import os
import resource
import select
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from contextlib import suppress

from dojo.sandbox.breakpoints import LENT, install
from dojo.sandbox.messages import Message, NotBelieved, Signing, printable
from dojo.sandbox.signals import undisturbed, usual

MEMORY = 2 * 1024**3
FILE = 1024**2
"""The most that a child may write into one file: also what it may print before somebody says stop."""
PRINTED = 2000
"""How much of what a child prints is worth keeping."""
PART = 65536
GRACE = 1.0
"""Seconds that a child has after its patience to end by itself: to draw its failure, for example."""

Tell = Callable[..., None]


class Child:
    """A process that does some work and tells of it: `work(tell)` calls `tell(…)` as often as it likes."""

    def __init__(self, work: Callable[[Tell], None], patience: float) -> None:
        self.patience = patience + GRACE
        """Seconds after which a silent child is ended."""
        self.over = self.done = self.waits = False
        self.fault = ""
        """What went wrong, in words, if it ended before its work was done."""
        self.output = tempfile.TemporaryFile()  # noqa: SIM115  closed at its end, and nameless before
        self.pipe, told = os.pipe()
        self.signing = Signing()
        self.deadline = time.monotonic() + self.patience
        self.pid = 0
        try:
            with undisturbed():
                self.pid = os.fork()
                if not self.pid:
                    os.close(self.pipe)
                    be_the_child(work, told, self.output.fileno(), self.signing)
                os.close(told)
        except BaseException:  # Ctrl-C, which has waited for the fork
            if self.pid:
                self.end()
            raise

    def messages(self) -> list[Message]:
        """What it has told since the last time. Call it when `pipe` can be read, and now and then."""
        messages: list[Message] = []
        closed, fault = False, ""
        try:
            while not (closed or self.done) and select.select([self.pipe], [], [], 0)[0]:
                part = os.read(self.pipe, PART)
                closed = not part
                for message in self.signing.read(part):
                    self.deadline = time.monotonic() + self.patience
                    if "waits" in message:  # for somebody who reads a variable at `breakpoint()`
                        self.waits = message["waits"]
                        LENT.child = self.pid if self.waits else 0
                        LENT.is_left = LENT.is_left or message.get("left", False)
                        continue
                    if "done" in message:  # a process that the work has forked tells what comes after it
                        self.done = True
                        break
                    messages.append(message)
        except NotBelieved as error:
            fault = str(error)
        if time.monotonic() > self.deadline and not self.waits:
            fault = f"did not stop after {self.patience:g} seconds"
        if closed or fault or self.done:
            status = self.end()
            if not self.done:
                self.fault = fault or how(status)
        return messages

    def end(self) -> int:
        """Leave nothing of it behind; how it ended, as `wait` says it."""
        if self.waits:
            LENT.child = 0
        for kill in (os.killpg, os.kill):
            with suppress(ProcessLookupError, PermissionError):
                kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        self.printed = printable(shown(self.output.fileno()))
        self.output.close()
        os.close(self.pipe)
        self.over = True
        return status


def how(status: int) -> str:
    """How a process ended before its work was done."""
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        return f"ended Python itself, with status {code}"
    if -code == signal.SIGKILL:
        return "had to be killed: it closed files that are not its own, or the memory was full"
    return f"crashed Python itself: {signal.strsignal(-code) or f'signal {-code}'}"


def be_the_child(work: Callable[[Tell], None], told: int, output: int, signing: Signing) -> None:
    """Do the work, with a standard output of its own and nobody to ask; never comes back."""
    status = 1
    try:
        os.setsid()
        usual()
        nothing = os.open(os.devnull, os.O_RDONLY)
        for theirs, ours in ((nothing, 0), (output, 1), (output, 2)):
            os.dup2(theirs, ours)
        # what the streams still hold belongs to the parent, and the parent writes it
        before = sys.stdout, sys.__stdout__, sys.stderr, sys.__stderr__
        sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8")  # type: ignore[misc]
        sys.stdout = sys.__stdout__ = unbuffered(1)  # type: ignore[misc]
        sys.stderr = sys.__stderr__ = unbuffered(2)  # type: ignore[misc]
        faulthandler.enable(2, all_threads=False)
        for kind, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_FSIZE, FILE)):
            with suppress(ValueError, OSError):  # not every system limits everything
                resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))

        tell = telling(told, signing)
        install(tell)
        work(tell)
        tell(done=True)
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        del before
        os._exit(status)


def telling(told: int, signing: Signing) -> Tell:
    """What a child tells with. It holds all that it needs, for the work may patch any name."""
    line_of, write, number_of, us, leave = signing.signing(), os.write, os.getpid, os.getpid(), os._exit

    def tell(**message: object) -> None:
        if number_of() != us:  # the work has forked itself: one of the two is enough
            leave(0)
        line = line_of(message)
        try:
            while line:
                line = line[write(told, line) :]
        except OSError:  # the work has closed what it was given
            os.kill(us, signal.SIGKILL)

    return tell


def unbuffered(descriptor: int) -> io.TextIOWrapper:
    """A standard stream for a child: any sign can be printed, and nothing waits in it."""
    raw = io.FileIO(descriptor, "w", closefd=False)
    return io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", write_through=True)


def printed() -> str:
    """In a child: the beginning of what has been printed since the last time."""
    text = ""
    with suppress(OSError):
        text = shown(1)
        os.ftruncate(1, 0)
        os.lseek(1, 0, os.SEEK_SET)
    return text


def shown(descriptor: int) -> str:
    """The beginning of a file, and how much more there is."""
    size = os.fstat(descriptor).st_size
    text = os.pread(descriptor, PRINTED, 0).decode(errors="replace")
    return text + (f"\n… and {size - PRINTED:,} more bytes\n" if size > PRINTED else "")
