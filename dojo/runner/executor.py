"""What runs code that may do anything: a forked child at a terminal, this very process in a browser.

An executor is handed in where a suite is collected; what runs on the suite uses it.
"""

from collections.abc import Callable, Collection
from typing import Protocol

from dojo.runner.child.messages import Message, Send
from dojo.runner.recorder.dependencies import Dependencies

Work = Callable[[Send], None]


class Execution(Protocol):
    """Work that was started."""

    @property
    def over(self) -> bool:
        """True if it has ended, in whatever way."""
        ...

    @property
    def done(self) -> bool:
        """True if the work came to its end."""
        ...

    @property
    def timed_out(self) -> bool:
        """True if it was ended, for it was silent for too long."""
        ...

    @property
    def fault(self) -> str:
        """How it ended before the work was done; nothing if it was done."""
        ...

    @property
    def printed(self) -> str:
        """What the work has printed, once it is over."""
        ...

    @property
    def depends_on(self) -> Dependencies:
        """What the work has opened, imported and looked up."""
        ...

    def messages(self) -> list[Message]:
        """Return what the work has sent since the last call."""
        ...

    def end(self) -> int:
        """Leave nothing of it behind, and return an exit code; below 0 it is the signal that ended it."""
        ...


class Executor(Protocol):
    """Starts work, and waits for it."""

    @property
    def test_limit_s(self) -> float:
        """Seconds of processor time that a test of a participant may take."""
        ...

    @property
    def most_at_once(self) -> int:
        """How many executions there may be at a time."""
        ...

    @property
    def most_crashes(self) -> int:
        """How many tests may hang or end Python before the rest of a run are left out."""
        ...

    def start(self, work: Work, patience_s: float) -> Execution:
        """Start some work; it is ended if it is silent for so long."""
        ...

    def wait(self, running: Collection[Execution], seconds: float) -> None:
        """Wait until one of them has sent something, but not longer than that."""
        ...
