"""Notes each fork that this process asks for while another of its threads lives."""

import os
import sys
import threading
from contextlib import suppress

beside_threads: list[str] = []


def count_threads() -> int:
    """Count the threads of this process; where the system does not say it, those that Python has started."""
    with suppress(OSError):
        return len(os.listdir("/proc/self/task"))  # noqa: PTH208  names are enough, before each fork
    return threading.active_count()


def note_threads() -> None:
    """Note where a fork is asked for, and which threads live, if there is more than one."""
    if count_threads() > 1:
        caller = sys._getframe(1)
        place = f"{caller.f_code.co_filename}:{caller.f_lineno}"
        names = ", ".join(thread.name for thread in threading.enumerate())
        beside_threads.append(f"{place} forks while these threads live: {names}")


def watch() -> None:
    """From now on, note such forks."""
    os.register_at_fork(before=note_threads)
