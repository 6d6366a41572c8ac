"""What the server of `make watch` hears: keys, the end of its input, pokes, and that time goes by.

A poke breaks into a run, wherever it is.
"""

import os
import select
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

MUCH = 4096


class Ears:
    """What the server asks. A poke is a signal, at which `poked` is called, in whatever the main thread does;
    the keys are read from a descriptor that never makes anybody wait.
    """

    def __init__(self, keys: int, poked: Callable[[], None]) -> None:
        self.keys = keys
        os.set_blocking(keys, False)
        self.pokes, told = os.pipe()
        os.set_blocking(self.pokes, False)
        os.set_blocking(told, False)
        signal.set_wakeup_fd(told, warn_on_full_buffer=False)
        signal.signal(signal.SIGUSR1, lambda _number, _frame: poked())

    def read(self) -> bytes | None:
        """The keys that were typed; none is None, and an empty text is the end."""
        with suppress(BlockingIOError):
            return os.read(self.keys, MUCH)
        return None

    def drain(self) -> None:
        """Forget the pokes until now."""
        with suppress(BlockingIOError):
            os.read(self.pokes, 65536)

    def wait(self, seconds: float) -> tuple[bool, bool]:
        """Wait so long at most: were there keys, or the end of them? Was there a poke?"""
        heard, _, _ = select.select([self.pokes, self.keys], [], [], seconds)
        return self.keys in heard, self.pokes in heard

    @contextmanager
    def ticking(self, tick: Callable[[], None], first: float, then: float) -> Iterator[None]:
        """Call `tick` after the first seconds, and then again and again, until this is done."""
        signal.signal(signal.SIGALRM, lambda _number, _frame: tick())
        try:
            signal.setitimer(signal.ITIMER_REAL, first, then)
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def close(self) -> None:
        """Hear nothing any more."""
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)  # Python forgets handlers first: a poke would kill it
