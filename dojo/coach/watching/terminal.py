"""A terminal that hands over each key as somebody types it; in the end it is as it was before."""

import os
import select
import signal
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from dojo.runner.child.signals import in_front

Handler = Callable[[int, FrameType | None], object] | signal.Handlers
LOCAL, SIGNS = 3, 6
"""The places where `tcgetattr` has echo and lines, and the signs that end a read."""
AWAY = 0.5
"""Seconds after which to look again whether the terminal is ours."""


@contextmanager
def single_keys(terminal: int, resumed: Callable[[], None]) -> Iterator[None]:
    """Until this is done the terminal hands over single keys; Ctrl-C and Ctrl-Z go on doing what they do.

    However this process ends or stops, the terminal is as it was before. `resumed` is called when it goes on.
    """
    before = termios.tcgetattr(terminal)

    def take() -> None:
        now = termios.tcgetattr(terminal)
        now[LOCAL] &= ~(termios.ICANON | termios.ECHO)
        now[SIGNS][termios.VMIN], now[SIGNS][termios.VTIME] = 1, 0
        termios.tcsetattr(terminal, termios.TCSADRAIN, now)

    def give_back() -> None:
        with suppress(termios.error):  # it is gone
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)

    def leave(number: int, _frame: FrameType | None) -> None:
        give_back()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        signal.signal(
            number, leave
        )  # after Ctrl-Z it goes on here; at once where no shell is there to stop for
        go_on(number, None)

    def go_on(_number: int, _frame: FrameType | None) -> None:
        if in_front(terminal):
            take()
            resumed()

    handlers: dict[signal.Signals, Handler] = {
        **dict.fromkeys((signal.SIGTERM, signal.SIGHUP, signal.SIGTSTP), leave),
        signal.SIGCONT: go_on,
        signal.SIGTTOU: signal.SIG_IGN,  # the shell may have taken it back before we give it back
    }
    others = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    if in_front(terminal):
        take()
    try:
        yield
    finally:
        if in_front(terminal):
            give_back()
        for number, handler in others.items():
            signal.signal(number, handler)


def keys(terminal: int) -> Iterator[bytes]:
    """The keys, as somebody types them; ends with the terminal."""
    while True:
        select.select([terminal], [], [])
        if not in_front(terminal):
            time.sleep(AWAY)
            continue
        try:
            text = os.read(terminal, 64)
        except OSError:
            return
        if not text:
            return
        yield text
