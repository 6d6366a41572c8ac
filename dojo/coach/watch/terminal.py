"""The settings of the terminal, as they are again after `make watch`."""

import signal
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from dojo.runner.child.breakpoints import is_foreground

TERMINAL = 0


@contextmanager
def restored_terminal() -> Iterator[None]:
    """Give the terminal the settings that it had before when this process ends."""
    before = termios.tcgetattr(TERMINAL)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        # in the background, the shell has taken the terminal back already
        if is_foreground(TERMINAL):
            # the terminal may be gone
            with suppress(termios.error):
                termios.tcsetattr(TERMINAL, termios.TCSANOW, before)
        # what comes next begins in a line of its own
        print()
