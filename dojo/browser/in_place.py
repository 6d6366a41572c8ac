"""Runs the work of a child in this process, for a browser's Python, which has no other; then cleans up.

A signal stops an endless loop. The page ends the worker if a loop in C does not listen to signals.
"""

import importlib
import linecache
import os
import signal
import sys
import sysconfig
import tempfile
import traceback
from collections.abc import Callable, Collection, Iterator
from contextlib import chdir, contextmanager
from pathlib import Path

import pytest

from dojo.runner.child.breakpoints import TerminalLoan, install
from dojo.runner.child.messages import Ended, Message, printable, read_line, write_line
from dojo.runner.child.output import open_unbuffered, read_output
from dojo.runner.executor import Execution, Work
from dojo.runner.recorder.dependencies import Dependencies
from dojo.runner.recorder.recording import recording
from dojo.runner.result import FATAL

LIMIT_S = 1.5
"""What a test may take: nobody waits longer at a page, and the code of a kata needs milliseconds."""

NO_DEBUGGER = "breakpoint() does not stop in a browser: print what you want to see"

STAYS = (sysconfig.get_path("stdlib"), str(Path(pytest.__file__).parent.parent))
"""Modules from here stay: to import one of them twice would make two of each of its classes."""


class EnoughCrashesError(BaseException):
    """Raised when too many tests hang: in this process, only that ends the rest."""


class InPlace:
    """Work in this process, with the interface of a child: it is over once it has been made."""

    over, timed_out = True, False

    def __init__(
        self, work: Work, on_message: Callable[[], None] = lambda: None, most_crashes: int = 1
    ) -> None:
        self.done = False
        crashes = 0
        self.told: list[Message] = []
        self.depends_on: Dependencies = {}

        def send(message: Message) -> None:
            # as it would arrive from another process
            nonlocal crashes
            self.told.append(read_line(write_line(message)))
            on_message()
            if isinstance(message, Ended) and message.reason in FATAL:
                crashes += 1
                if crashes >= most_crashes:
                    raise EnoughCrashesError

        forget_files()
        with tempfile.TemporaryFile() as output:
            with restored(output.fileno()):
                install(send, TerminalLoan(), NO_DEBUGGER)
                try:
                    with recording() as recorder:
                        self.depends_on = recorder.noted
                        work(send)
                    self.done = True
                except BaseException:
                    traceback.print_exc()
            self.printed = printable(read_output(output.fileno()))
        self.fault = "" if self.done else "ended Python itself"

    def messages(self) -> list[Message]:
        """Return what it has told: all of it, at once."""
        return self.told

    def end(self) -> int:
        """Return the exit code that a process would have."""
        return 0 if self.done else 1


class InPlaceExecutor:
    """Runs work in this process; `alive` is called at each message.

    Attributes:
        faults: how many executions have not come to their end.
    """

    test_limit_s = LIMIT_S
    most_at_once = 1
    # somebody waits at the page while a test hangs
    most_crashes = 1

    def __init__(self, alive: Callable[[], None] = lambda: None) -> None:
        self.alive = alive
        self.faults = 0

    def start(self, work: Work, _patience_s: float) -> InPlace:
        execution = InPlace(work, self.alive, self.most_crashes)
        if not execution.done:
            self.faults += 1
        return execution

    def wait(self, _running: Collection[Execution], _seconds: float) -> None:
        """Return at once: all of them are over."""


def forget_files() -> None:
    """Have Python read every file again, as in a new process.

    It remembers the lines of a file, which a failure quotes, and which modules a folder has. It looks at the
    times of files to notice a change, or does not look at all: a run would quote what was there before.
    """
    linecache.clearcache()
    importlib.invalidate_caches()


@contextmanager
def restored(output: int) -> Iterator[None]:
    """Send what is printed to `output`, and put everything back that Python code usually changes."""
    modules, environment, limit = dict(sys.modules), dict(os.environ), sys.getrecursionlimit()
    settings = dict(vars(sys))
    interrupt = signal.getsignal(signal.SIGINT)
    saved = [os.dup(number) for number in (0, 1, 2)]
    try:
        with Path(os.devnull).open(encoding="utf-8") as nothing, chdir(Path.cwd()):
            for number, goes_to in enumerate((nothing.fileno(), output, output)):
                os.dup2(goes_to, number)
            sys.path, sys.meta_path, sys.stdin = sys.path[:], sys.meta_path[:], nothing
            sys.stdout = sys.__stdout__ = open_unbuffered(1)  # type: ignore[misc]
            sys.stderr = sys.__stderr__ = open_unbuffered(2)  # type: ignore[misc]
            yield
    finally:
        for number, goes_to in enumerate(saved):
            os.dup2(goes_to, number)
            os.close(goes_to)
        vars(sys).update(settings)
        sys.setrecursionlimit(limit)
        signal.signal(signal.SIGINT, interrupt)
        os.environ.clear()
        os.environ.update(environment)
        for name in sys.modules.keys() - modules.keys():
            if not str(getattr(sys.modules[name], "__file__", "")).startswith(STAYS):
                del sys.modules[name]
        sys.modules.update(modules)
