"""`breakpoint()` in a child: the debugger talks at a terminal that is lent to it, and nowhere else."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import IO, TYPE_CHECKING, Any

from dojo.runner.child.clock import paused_limits
from dojo.runner.child.messages import Send, WaitsForInput

if TYPE_CHECKING:
    from pdb import Pdb

    from _typeshed import TraceFunction

WITHOUT_TERMINAL = "breakpoint() stops here only in make bar, at a terminal"
LEFT = "you left the debugger with q"


@dataclass
class TerminalLoan:
    """The terminal at which the debugger of a child may talk to the participant, while it is lent.

    Attributes:
        ends: where to read, and where to write; None if there is no terminal.
        is_left: True if the participant has typed q.
    """

    ends: tuple[int, int] | None = None
    is_left: bool = False


@contextmanager
def lend_terminal() -> Iterator[TerminalLoan]:
    """Until this is done, a child may stop at `breakpoint()`, if standard input is a terminal.

    Ctrl-Z does nothing meanwhile: it would stop this process alone, and the child would go on reading.
    """
    if not (os.isatty(0) and os.isatty(1) and is_foreground(0)):
        yield TerminalLoan()
        return
    ends = os.dup(0), os.dup(1)
    before = signal.signal(signal.SIGTSTP, signal.SIG_IGN)
    try:
        yield TerminalLoan(ends)
    finally:
        signal.signal(signal.SIGTSTP, before)
        for end in ends:
            os.close(end)


def is_foreground(terminal: int) -> bool:
    """True if this process is in the foreground; otherwise a shell has the terminal."""
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    # no shell controls it
    except OSError:
        return True


def install(send: Send, loan: TerminalLoan, without_terminal: str = WITHOUT_TERMINAL) -> None:
    """In a child: from now on `breakpoint()` stops at the terminal that is lent, or says why it does not.

    The parent gets a message when the debugger starts to wait for input, and when it stops.
    """

    def stop(*_words: object, **_named: object) -> None:
        __tracebackhide__ = True
        if loan.is_left:
            return
        if loan.ends is None:
            raise RuntimeError(without_terminal)
        read, write = loan.ends
        # the terminal stays open for the next breakpoint
        asked = open(read, encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
        answers = open(  # noqa: SIM115
            write, "w", buffering=1, encoding="utf-8", errors="backslashreplace", closefd=False
        )
        caller = sys._getframe(1)
        if sys.version_info < (3, 13):
            # This debugger would stop only at the next line; the next instruction still belongs to this one.
            caller.f_trace_opcodes = True
        debugger(send, loan, asked, answers).set_trace(caller)

    sys.breakpointhook = stop


def debugger(send: Send, loan: TerminalLoan, asked: IO[str], answers: IO[str]) -> "Pdb":
    """Return Python's debugger, on that terminal."""
    # late, for hardly any run stops at a breakpoint
    from bdb import BdbQuit
    from pdb import Pdb

    class Debugger(Pdb):
        def trace_dispatch(self, frame: FrameType, event: str, argument: object) -> "TraceFunction":
            __tracebackhide__ = True
            # before 3.13 it knows lines and no instructions
            if event == "opcode" and sys.version_info < (3, 13):
                frame.f_trace_opcodes = False
                event = "line"
            try:
                return super().trace_dispatch(frame, event, argument)
            except BdbQuit:
                raise RuntimeError(LEFT) from None

        def interaction(self, *arguments: Any, **named: Any) -> None:
            """Talk to the participant: no clock runs meanwhile."""
            send(WaitsForInput(waits=True))
            try:
                with paused_limits():
                    super().interaction(*arguments, **named)
            finally:
                loan.is_left = loan.is_left or self.quitting
                send(WaitsForInput(waits=False, is_left=loan.is_left))

    return Debugger(stdin=asked, stdout=answers, nosigint=True)
