"""Code that may do anything runs in a process of its own, and its result arrives over a pipe.

It may loop for ever, crash Python, end the process, print without end or wait for what nobody types:
the parent goes on, and knows how the child ended.
"""

import signal
import sys
import tempfile
import time
from collections.abc import Collection

from dojo.runner.child.breakpoints import LENT
from dojo.runner.child.inside import Work, beginning
from dojo.runner.child.messages import Message, UnreadableMessage, printable

if sys.platform == "emscripten":  # a browser, which has one process
    from dojo.runner.child.in_place import InPlace as Process
    from dojo.runner.child.in_place import arrived
else:
    from dojo.runner.child.fork import Forked as Process
    from dojo.runner.child.fork import arrived

GRACE = 1.0
"""Seconds that a child has after its patience to end by itself: to draw its failure, for example."""
KILLED = -9


class Child:
    """A process that does some work and tells of it: `work(tell)` calls `tell(…)` as often as it likes."""

    def __init__(self, work: Work, patience: float) -> None:
        self.patience = patience + GRACE
        """Seconds after which a silent child is ended."""
        self.over = self.done = self.waits = False
        self.fault = ""
        """What went wrong, in words, if it ended before its work was done."""
        self.output = tempfile.TemporaryFile()  # noqa: SIM115  closed at its end, and nameless before
        self.process = Process(work, self.output)
        self.deadline = time.monotonic() + self.patience

    def messages(self) -> list[Message]:
        """What it has told since the last time. Call it after `wait_for`, and now and then."""
        messages: list[Message] = []
        closed, fault = False, ""
        try:
            while not (closed or self.done) and (part := self.process.heard()) is not None:
                closed = not part
                for message in self.process.inbox.read(part):
                    self.deadline = time.monotonic() + self.patience
                    if "waits" in message:  # for somebody who reads a variable at `breakpoint()`
                        self.waits = message["waits"]
                        LENT.child = self.process.pid if self.waits else 0
                        LENT.is_left = LENT.is_left or message.get("left", False)
                        continue
                    if "done" in message:  # a process that the work has forked tells what comes after it
                        self.done = True
                        break
                    messages.append(message)
        except UnreadableMessage as error:
            fault = str(error)
        if time.monotonic() > self.deadline and not self.waits:
            fault = f"did not stop after {self.patience:g} seconds"
        if closed or fault or self.done:
            code = self.end()
            if not self.done:
                self.fault = fault or how(code)
        return messages

    def end(self) -> int:
        """Leave nothing of it behind; its exit code, or the signal that ended it, below 0."""
        if self.waits:
            LENT.child = 0
        code = self.process.end()
        self.printed = printable(beginning(self.output.fileno()))
        self.output.close()
        self.over = True
        return code


def wait_for(children: Collection[Child], seconds: float) -> None:
    """Wait until one of them has told something, but not longer than that."""
    arrived([child.process for child in children], seconds)


def how(code: int) -> str:
    """How a process ended before its work was done."""
    if code >= 0:
        return f"ended Python itself, with status {code}"
    if code == KILLED:
        return "had to be killed: it closed files that are not its own, or the memory was full"
    return f"crashed Python itself: {signal.strsignal(-code) or f'signal {-code}'}"
