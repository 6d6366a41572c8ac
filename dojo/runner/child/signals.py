"""Block, defer and reset signals around child processes."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

DEFAULT: dict[int, Any] = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGUSR1: signal.SIG_DFL,
    signal.SIGALRM: signal.SIG_DFL,
}
"""Ctrl-C, and the signals by which `make watch` hears of a save and notices a long run."""


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let a signal wait until this is done.

    Around a fork Python calls hooks and drops what is raised in them; and what is raised in the child before
    it is one would unwind it as if it were the parent.
    """
    arrived: list[tuple[int, FrameType | None]] = []

    def note(number: int, frame: FrameType | None) -> None:
        arrived.append((number, frame))

    handlers = {number: handler for number in DEFAULT if callable(handler := signal.getsignal(number))}
    for number in handlers:
        signal.signal(number, note)
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    for number, frame in arrived:
        handlers[number](number, frame)


def default_handlers() -> None:
    """In a child: a signal does again what it does in any Python."""
    for number, handler in DEFAULT.items():
        signal.signal(number, handler)


def in_front(terminal: int) -> bool:
    """True if this process is in the foreground; otherwise a shell has the terminal."""
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    except OSError:  # no shell controls it
        return True


@contextmanager
def out_of_reach() -> Iterator[None]:
    """Keep Ctrl-C from what is started meanwhile: it would print a traceback."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
