"""Whose turn it is: two runs of one attempt, in two terminals say, come one after the other."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, lockf

from dojo.attempt.attempts import Attempt
from dojo.attempt.lights import store
from dojo.errors import Trouble

PATIENCE = 60
"""Seconds to wait for another run; the longest are those that hang, and each is stopped before that."""


class NoTurn(Trouble):
    """Another run of the attempt does not come to its end."""


@contextmanager
def turn(attempt: Attempt, say: Callable[[str], None] = lambda _text: None) -> Iterator[None]:
    """Run what is inside alone; say that another one is waited for, where it is. Raises NoTurn.

    The lock is of this process, and of no child: what a test leaves running does not hold it. Where no lock
    can be had, because nothing can be written there, nothing can be recorded either, which will be told.
    """
    file = store(attempt).repository.with_suffix(".turn")
    try:
        file.parent.mkdir(exist_ok=True)
        lock = os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError:
        yield
        return
    try:
        wait(lock, attempt, say)
        yield
    finally:
        os.close(lock)


def wait(lock: int, attempt: Attempt, say: Callable[[str], None]) -> None:
    """Take the lock as soon as nobody else has it."""
    deadline = 0.0
    while True:
        try:
            lockf(lock, LOCK_EX | LOCK_NB)
            return
        except (BlockingIOError, PermissionError):
            if not deadline:
                deadline = time.monotonic() + PATIENCE
                say(f"another run of {attempt.name} is under way: this one waits for it")
            if time.monotonic() > deadline:
                stopped = "is one stopped with Ctrl-Z?"
                raise NoTurn(f"another run of {attempt.name} does not come to its end: {stopped}") from None
            time.sleep(0.02)
        except OSError:  # a disk that knows no locks
            return
