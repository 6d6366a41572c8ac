"""Locks on files, which the system releases when their process ends: a kill leaves none behind."""

import fcntl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import IO

from dojo.attempt.attempt import Attempt
from dojo.errors import EnvironmentProblem

TURN_TIMEOUT_S = 60  # longer than any run, for a run that hangs is stopped before that
SAY_WAITING_AFTER_S = 0.3


def take_lock(file: Path, *, alone: bool = False) -> IO[bytes] | None:
    """Return a file that is locked until it is closed; None if another process has the lock.

    Without `alone`, children and programs of this process hold it too, as long as they have its file.
    Raises OSError where the file cannot be written, or the disk has no locks.
    """
    lock = file.open("ab")
    try:
        (fcntl.lockf if alone else fcntl.flock)(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        if isinstance(error, BlockingIOError | PermissionError):  # which one, depends on the system
            return None
        raise OSError(error.errno, f"{error.strerror}: the disk has no locks") from None
    return lock


def wait_for_lock(
    file: Path, seconds: float, *, alone: bool = False, say: Callable[[], object] | None = None
) -> IO[bytes]:
    """Return the lock on a file as soon as it is free; calls `say` once, if that takes a while.

    Raises TimeoutError, OSError.
    """
    began = time.monotonic()
    while (lock := take_lock(file, alone=alone)) is None:
        waited = time.monotonic() - began
        if waited > seconds:
            raise TimeoutError
        if say and waited > SAY_WAITING_AFTER_S:
            say()
            say = None
        time.sleep(0.01)
    return lock


@contextmanager
def turn(attempt: Attempt, say: Callable[[str], object] = lambda _text: None) -> Iterator[None]:
    """Run the body while no other verb runs on this attempt; `say` hears that it has to wait.

    A process that a test leaves running does not hold it. Raises EnvironmentProblem if a run does not end.
    """
    file = attempt.record(".turn")
    lock = None
    waits = f"another run of {attempt.name} is under way: this one waits for it"
    try:
        file.parent.mkdir(exist_ok=True)
        lock = wait_for_lock(file, TURN_TIMEOUT_S, alone=True, say=lambda: say(waits))
    except TimeoutError:
        why = "is it at breakpoint(), or stopped with Ctrl-Z?"
        raise EnvironmentProblem(f"another run of {attempt.name} does not end: {why}") from None
    except OSError:
        pass  # where nothing can be locked, nothing can be recorded either, and the record reports that
    with lock or nullcontext():
        yield
