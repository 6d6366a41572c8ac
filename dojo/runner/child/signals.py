"""Signals, above all Ctrl-C, and the processes that somebody starts: who hears them, and when."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

Handler = Callable[[int, FrameType | None], object] | signal.Handlers
HANDLED: dict[int, Handler] = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGUSR1: signal.SIG_DFL,
    signal.SIGALRM: signal.SIG_DFL,
}
"""Ctrl-C, and the signals by which `make watch` hears of a save and notices a long run; and what any Python
does when they come.
"""


@contextmanager
def undisturbed() -> Iterator[None]:
    """A signal waits until this is done.

    Around a fork Python calls hooks and drops what is raised in them; and what is raised in the child before
    it is one would unwind it as if it were the parent.
    """
    heard: list[tuple[int, FrameType | None]] = []

    def hear(number: int, frame: FrameType | None) -> None:
        heard.append((number, frame))

    handlers = {number: handler for number in HANDLED if callable(handler := signal.getsignal(number))}
    for number in handlers:
        signal.signal(number, hear)
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    for number, frame in heard:
        handlers[number](number, frame)


def usual() -> None:
    """In a child: a signal does again what it does in any Python."""
    for number, handler in HANDLED.items():
        signal.signal(number, handler)


def in_front(terminal: int) -> bool:
    """Is this process in the foreground? Otherwise a shell has the terminal, and what is typed there."""
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    except OSError:  # no shell controls it
        return True


@contextmanager
def out_of_reach() -> Iterator[None]:
    """What is started meanwhile does not hear Ctrl-C: it would print a traceback."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_at_once() -> None:
    """End this process, whatever it is doing."""
    os.kill(os.getpid(), signal.SIGKILL)
