"""Inside a process that does some work: its own streams, what it tells with, and what it has printed."""

import faulthandler
import io
import os
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from dojo.runner.child.breakpoints import install
from dojo.runner.child.messages import encoder
from dojo.runner.child.signals import end_at_once, usual

PRINTED = 2000
"""How much of what a child prints is worth keeping."""

Tell = Callable[..., None]
Work = Callable[[Tell], None]


def do(work: Work, told: int) -> NoReturn:
    """Do the work, with a standard output of its own and nobody to ask; never comes back."""
    status = 1
    try:
        usual()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        # what the streams still hold belongs to the parent, and the parent writes it
        before = sys.stdout, sys.__stdout__, sys.stderr, sys.__stderr__
        sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8")  # type: ignore[misc]
        sys.stdout = sys.__stdout__ = unbuffered(1)  # type: ignore[misc]
        sys.stderr = sys.__stderr__ = unbuffered(2)  # type: ignore[misc]
        faulthandler.enable(2, all_threads=False)
        tell = telling(told)
        install(tell)
        work(tell)
        tell(done=True)
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        del before
        os._exit(status)


def telling(told: int) -> Tell:
    """What a child tells with. It holds all that it needs, for the work may patch any name."""
    line_of, write, number_of, us, leave = encoder(), os.write, os.getpid, os.getpid(), os._exit
    end = end_at_once

    def tell(**message: object) -> None:
        if number_of() != us:  # the work has forked itself: one of the two is enough
            leave(0)
        line = line_of(message)
        try:
            while line:
                line = line[write(told, line) :]
        except OSError:  # the work has closed what it was given
            end()

    return tell


def unbuffered(descriptor: int) -> io.TextIOWrapper:
    """A standard stream for a child: any sign can be printed, and nothing waits in it."""
    raw = io.FileIO(descriptor, "w", closefd=False)
    return io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", write_through=True)


def printed() -> str:
    """In a child: the beginning of what has been printed since the last time."""
    text = ""
    with suppress(OSError):
        text = beginning(1)
        os.ftruncate(1, 0)
        os.lseek(1, 0, os.SEEK_SET)
    return text


def beginning(descriptor: int) -> str:
    """Return the beginning of a file, or of a longer one the beginning and the end."""
    size = os.fstat(descriptor).st_size
    first = os.pread(descriptor, PRINTED, 0).decode(errors="replace")
    if size <= PRINTED:
        return first
    half = PRINTED // 2
    last = os.pread(descriptor, half, size - half).decode(errors="replace")
    return f"{first[:half]}\n… {size - PRINTED:,} more bytes …\n{last}"
