"""Work done at once in this process, where a system has no other one: a browser. It is put back afterwards.

What loops for ever is stopped by a signal, and what even that does not reach by whoever started this process.
"""

import os
import signal
import sys
import sysconfig
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from dojo.runner.child.breakpoints import install
from dojo.runner.child.inside import Work, unbuffered
from dojo.runner.child.messages import Inbox, encoder

STAYS = (sysconfig.get_path("stdlib"), str(Path(pytest.__file__).parent.parent))
"""Modules from here stay: to import one of them twice would make two of each of its classes."""


class InPlace:
    """The work, with the interface of a process: it is over once it has been made."""

    pid = 0

    def __init__(self, work: Work, output: IO[bytes]) -> None:
        self.inbox = Inbox()
        self.told: list[bytes] = []
        self.code = 1
        encode = encoder()

        def tell(**message: object) -> None:
            self.told.append(encode(message))
            on_message()

        with restored(output.fileno()):
            install(tell)
            try:
                work(tell)
                tell(done=True)
                self.code = 0
            except BaseException:
                traceback.print_exc()

    def heard(self) -> bytes:
        """The next message; an empty one is the end."""
        return self.told.pop(0) if self.told else b""

    def end(self) -> int:
        """The exit code that a process would have."""
        return self.code


def on_message() -> None:
    """Called at each message: a browser replaces it, to see that something still happens."""


def arrived(_children: Sequence[InPlace], _seconds: float) -> bool:
    """True: all of it is there from the beginning."""
    return True


@contextmanager
def restored(output: int) -> Iterator[None]:
    """Send what is printed to `output`, and put everything back that Python code usually changes."""
    modules, path, finders = dict(sys.modules), sys.path[:], sys.meta_path[:]
    environment, folder = dict(os.environ), Path.cwd()
    streams = sys.stdin, sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__
    settings = sys.dont_write_bytecode, sys.pycache_prefix, sys.breakpointhook, sys.getrecursionlimit()
    interrupt = signal.getsignal(signal.SIGINT)
    for stream in streams[1:3]:
        stream.flush()
    saved = [os.dup(number) for number in (0, 1, 2)]
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, goes_to in enumerate((nothing, output, output)):
        os.dup2(goes_to, number)
    try:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115  closed below
        sys.stdout = sys.__stdout__ = unbuffered(1)  # type: ignore[misc]
        sys.stderr = sys.__stderr__ = unbuffered(2)  # type: ignore[misc]
        yield
    finally:
        sys.stdin.close()
        for number, goes_to in enumerate(saved):
            os.dup2(goes_to, number)
            os.close(goes_to)
        os.close(nothing)
        sys.stdin, sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__ = streams  # type: ignore[misc]
        sys.dont_write_bytecode, sys.pycache_prefix, sys.breakpointhook, limit = settings
        sys.setrecursionlimit(limit)
        signal.signal(signal.SIGINT, interrupt)
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(environment)
        sys.path[:], sys.meta_path[:] = path, finders
        for name in sys.modules.keys() - modules.keys():
            if not str(getattr(sys.modules[name], "__file__", "")).startswith(STAYS):
                del sys.modules[name]
        sys.modules.update(modules)
