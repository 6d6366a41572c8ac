"""A child by fork: it knows all that its parent knows, and is there at once."""

import os
import resource
import select
import signal
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, NoReturn

from dojo.runner.child import inside
from dojo.runner.child.inside import Work
from dojo.runner.child.messages import FILE, PART, Inbox
from dojo.runner.child.signals import undisturbed

MEMORY = 2 * 1024**3


class Forked:
    """A process that keeps its own limits: the system sees to them."""

    def __init__(self, work: Work, output: IO[bytes]) -> None:
        self.inbox = Inbox()
        self.pipe, told = os.pipe()
        self.pid = 0
        try:
            with undisturbed():
                self.pid = os.fork()
                if not self.pid:
                    os.close(self.pipe)
                    be_the_child(work, told, output.fileno())
                os.close(told)
        except BaseException:  # Ctrl-C, which has waited for the fork
            if self.pid:
                self.end()
            raise

    def heard(self) -> bytes | None:
        """What has arrived; nothing yet is None, and an empty part is the end of it."""
        return os.read(self.pipe, PART) if arrived([self], 0) else None

    def end(self) -> int:
        """Leave nothing of it behind; its exit code, or the signal that ended it, below 0."""
        for kill in (os.killpg, os.kill):
            with suppress(ProcessLookupError, PermissionError):
                kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        os.close(self.pipe)
        return os.waitstatus_to_exitcode(status)


def arrived(children: Sequence[Forked], seconds: float) -> bool:
    """Wait until one of them has told something, but not longer than that."""
    return bool(select.select([child.pipe for child in children], [], [], seconds)[0])


def be_the_child(work: Work, told: int, output: int) -> NoReturn:
    """Do the work, in a session of its own; never comes back."""
    try:
        os.setsid()
        for stream in (1, 2):
            os.dup2(output, stream)
        for kind, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_FSIZE, FILE)):
            with suppress(ValueError, OSError):  # not every system limits everything
                resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))
        inside.do(work, told)
    finally:
        os._exit(1)
