"""Whose turn it is: two runs of one attempt, in two terminals say, come one after the other."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, lockf
from pathlib import Path

from dojo.attempt.attempts import Attempt
from dojo.attempt.store import store
from dojo.errors import Trouble

PATIENCE = 60
"""Seconds to wait for another run: longer than any run, for a run that hangs is stopped before that."""
MOMENT = 0.3
"""Seconds after which a run says that it waits: most runs are over by then."""
HELD: set[Path] = set()
"""The locks that this process has: to close a file of a lock a second time would give it back."""


class NoTurn(Trouble):
    """Another run of the attempt does not end."""


@contextmanager
def turn(attempt: Attempt, say: Callable[[str], None] = lambda _text: None) -> Iterator[None]:
    """Run the body alone; if it has to wait for another run, say so. Raises NoTurn.

    A turn inside a turn is the same one. The lock is of this process, and of no child: what a test leaves
    running does not hold it. Where no lock can be had, because nothing can be written there, nothing can be
    recorded either, which will be told.
    """
    file = store(attempt).repository.with_suffix(".turn")
    lock = None if file in HELD else opened(file)
    if lock is None:
        yield
        return
    try:
        wait(lock, attempt, say)
        HELD.add(file)
        yield
    finally:
        HELD.discard(file)
        os.close(lock)


def opened(file: Path) -> int | None:
    """A file to lock; none if nothing can be written."""
    try:
        file.parent.mkdir(exist_ok=True)
        return os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError:
        return None


def wait(lock: int, attempt: Attempt, say: Callable[[str], None]) -> None:
    """Take the lock as soon as nobody else has it."""
    began, told = time.monotonic(), False
    while True:
        try:
            lockf(lock, LOCK_EX | LOCK_NB)
            return
        except (BlockingIOError, PermissionError):
            waited = time.monotonic() - began
            if waited > PATIENCE:
                stands = "is it at breakpoint(), or stopped with Ctrl-Z?"
                raise NoTurn(f"another run of {attempt.name} does not end: {stands}") from None
            if waited > MOMENT and not told:
                told = True
                say(f"another run of {attempt.name} is under way: this one waits for it")
            time.sleep(0.02)
        except OSError:  # a disk that knows no locks
            return
