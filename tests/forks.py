"""Notes each fork that this process asks for while another of its threads lives."""

import os
import sys
import threading
import time
from contextlib import suppress

# A thread that Python has joined needs a moment more to end for the system; on a busy machine a long one.
ENDING_S = 5.0
beside_threads: list[str] = []


def count_threads() -> int:
    """Count the threads of this process; where the system does not say it, those that Python has started."""
    with suppress(OSError):
        return len(os.listdir("/proc/self/task"))  # noqa: PTH208  names are enough, before each fork
    return threading.active_count()


def has_threads() -> bool:
    """True if this process has another thread; one that has ended for Python is given the time to end."""
    # the clock is asked only if it must be: what asks it is not repeated
    if count_threads() == 1:
        return False
    until = time.monotonic() + ENDING_S
    while count_threads() > 1:
        if threading.active_count() > 1 or time.monotonic() > until:
            return True
        os.sched_yield()
    return False


def note_threads() -> None:
    """Note where a fork is asked for, and which threads live, if there is more than one."""
    if has_threads():
        caller = sys._getframe(1)
        place = f"{caller.f_code.co_filename}:{caller.f_lineno}"
        names = ", ".join(thread.name for thread in threading.enumerate())
        beside_threads.append(f"{place} forks while these threads live: {names}")


def watch() -> None:
    """From now on, note such forks."""
    os.register_at_fork(before=note_threads)
