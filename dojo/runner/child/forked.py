"""In a forked child: a session, signals, streams and limits of its own, then the work, and the end."""

import faulthandler
import gc
import io
import os
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import NoReturn

from dojo.runner.child.breakpoints import TerminalLoan, install
from dojo.runner.child.messages import DependenciesRead, Message, WorkDone, write_line
from dojo.runner.child.output import open_unbuffered
from dojo.runner.executor import Work
from dojo.runner.recorder.dependencies import Recorder
from dojo.runner.recorder.recording import record_child

MEMORY_BYTES = 2 * 1024**3
# The most that a child may write into one file: also what it may print before it is stopped.
FILE_BYTES = 1024**2
# Where one of these is set, pytest shortens no failure; what we show and quote is the same everywhere.
ON_A_CI = ("CI", "BUILD_NUMBER")
# Ctrl-C, and the end of a time limit: the handlers of the parent are not those of a child.
DEFAULT: dict[int, Callable[[int, FrameType | None], object] | signal.Handlers] = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGALRM: signal.SIG_DFL,
}


def run_in_child(work: Work, pipe: int, output: int, mask: set[int], loan: TerminalLoan) -> NoReturn:
    """Do the work in this process, which was forked for it, and end the process.

    Takes the pipe for messages, the file for what is printed, the signals that were deferred before the fork,
    and the terminal that `breakpoint()` may use.
    """
    status = 1
    # a collection would look at all that the parent has, and so copy its memory
    gc.freeze()
    try:
        recorder = record_child()
        os.setsid()
        take_default_signals(mask)
        for name in ON_A_CI:
            os.environ.pop(name, None)
        redirect_files(output)
        limit_resources()
        # what these still hold belongs to the parent, and the parent writes it: they must not be closed here
        _of_parent = replace_streams()
        faulthandler.enable(2, all_threads=False)
        send = Sender(pipe, recorder)
        install(send, loan)
        work(send)
        send(WorkDone())
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        # nothing of the parent runs here: no handler at its exit, and nothing that it would still do
        os._exit(status)


def take_default_signals(mask: set[int]) -> None:
    """Drop the handlers of the parent, and the signals that came for it; then defer those in `mask`."""
    for number, handler in DEFAULT.items():
        # what has arrived meanwhile was for the parent: to ignore it drops it
        signal.signal(number, signal.SIG_IGN)
        signal.signal(number, handler)
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def redirect_files(output: int) -> None:
    """Let standard input be empty, and standard output and error be one file."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for stream in (1, 2):
        os.dup2(output, stream)


def limit_resources() -> None:
    """Limit the memory, and the size of a file."""
    # late: there is none in a browser
    import resource

    limits = {resource.RLIMIT_AS: MEMORY_BYTES, resource.RLIMIT_FSIZE: FILE_BYTES}
    for kind, most in limits.items():
        # not every system limits everything
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))


def replace_streams() -> list[object]:
    """Open Python's streams anew, on the files of the child; returns those of the parent."""
    of_parent: list[object] = [sys.stdout, sys.__stdout__, sys.stderr, sys.__stderr__]
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8")  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = open_unbuffered(1)  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = open_unbuffered(2)  # type: ignore[misc]
    return of_parent


class Sender:
    """Sends messages through a pipe, from the process that made it.

    Attributes:
        process: the id of that process.
    """

    def __init__(self, pipe: int, recorder: Recorder) -> None:
        self.pipe, self.recorder = pipe, recorder
        self.process = os.getpid()

    def __call__(self, message: Message) -> None:
        """Send a message, and before it what the code has read so far."""
        # the work has forked itself: one of the two is enough
        if os.getpid() != self.process:
            os._exit(0)
        lines = write_line(message)
        # first, for the parent may end this child at its next message
        unsent = self.recorder.take_unsent()
        if unsent:
            lines = write_line(DependenciesRead(unsent)) + lines
        try:
            while lines:
                written = os.write(self.pipe, lines)
                lines = lines[written:]
        # the work has closed what it was given
        except OSError:
            os.kill(self.process, signal.SIGKILL)
