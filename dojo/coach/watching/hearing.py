"""What the server of `make watch` hears: keys, the end of its input, pokes, and that time goes by.

A poke breaks into a run, wherever it is.
"""

import os
import select
import signal
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Protocol

from dojo.system.platform import HAS_FORK

POKE = b"\x06"
"""This stands for a poke among the keys, where there is no signal for it."""
MUCH = 4096


class Ears(Protocol):
    """What the server asks."""

    def read(self) -> bytes | None:
        """The keys that were typed; none is None, and an empty text is the end."""

    def drain(self) -> None:
        """Forget the pokes until now."""

    def wait(self, seconds: float) -> tuple[bool, bool]:
        """Wait so long at most: were there keys, or the end of them? Was there a poke?"""

    def ticking(self, tick: Callable[[], None], first: float, then: float) -> AbstractContextManager[None]:
        """Call `tick` after the first seconds, and then again and again, until this is done."""

    def close(self) -> None:
        """Hear nothing any more."""


class BySignals:
    """A poke is a signal; the keys are read from a descriptor that never makes anybody wait."""

    def __init__(self, keys: int, poked: Callable[[], None]) -> None:
        self.keys = keys
        os.set_blocking(keys, False)
        self.pokes, told = os.pipe()
        os.set_blocking(self.pokes, False)
        os.set_blocking(told, False)
        signal.set_wakeup_fd(told, warn_on_full_buffer=False)
        signal.signal(signal.SIGUSR1, lambda _number, _frame: poked())

    def read(self) -> bytes | None:
        with suppress(BlockingIOError):
            return os.read(self.keys, MUCH)
        return None

    def drain(self) -> None:
        with suppress(BlockingIOError):
            os.read(self.pokes, 65536)

    def wait(self, seconds: float) -> tuple[bool, bool]:
        heard, _, _ = select.select([self.pokes, self.keys], [], [], seconds)
        return self.keys in heard, self.pokes in heard

    @contextmanager
    def ticking(self, tick: Callable[[], None], first: float, then: float) -> Iterator[None]:
        signal.signal(signal.SIGALRM, lambda _number, _frame: tick())
        try:
            signal.setitimer(signal.ITIMER_REAL, first, then)
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def close(self) -> None:
        signal.signal(signal.SIGUSR1, signal.SIG_IGN)  # Python forgets handlers first: a poke would kill it


class ByThreads:
    """Elsewhere pokes come with the keys, and threads wait: they interrupt the main one, as Ctrl-C does."""

    def __init__(self, keys: int, poked: Callable[[], None]) -> None:
        self.keys, self.poked = keys, poked
        self.parts: SimpleQueue[bytes] = SimpleQueue()
        self.news, self.poke = Event(), Event()
        self.due, self.broken_into, self.lock = Event(), Event(), Lock()
        self.tick: Callable[[], None] = lambda: None
        signal.signal(signal.SIGTERM, lambda _number, _frame: self.interrupted())
        Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        """In a thread: wait for keys and pokes, to the end of them."""
        text = POKE
        while text:
            text = os.read(self.keys, MUCH)
            if not text or text.strip(POKE):
                self.parts.put(text.replace(POKE, b""))
            if POKE in text:
                self.poke.set()
            self.news.set()
            if POKE in text or not text:  # a key lets a run go on
                self.broken_into.set()
                interrupt_main(signal.SIGTERM)

    def interrupted(self) -> None:
        """In the main thread: it is time for a tick, or for a poke, or for both."""
        if self.due.is_set():
            self.due.clear()
            self.tick()
        if self.broken_into.is_set():
            self.broken_into.clear()
            self.poked()

    def read(self) -> bytes | None:
        try:
            return self.parts.get_nowait()
        except Empty:
            return None

    def drain(self) -> None:
        self.poke.clear()

    def wait(self, seconds: float) -> tuple[bool, bool]:
        if self.parts.empty() and not self.poke.is_set():
            self.news.wait(seconds)
        self.news.clear()
        return not self.parts.empty(), self.poke.is_set()

    @contextmanager
    def ticking(self, tick: Callable[[], None], first: float, then: float) -> Iterator[None]:
        over = Event()
        self.tick = tick

        def count() -> None:
            seconds = first
            while not over.wait(seconds):
                with self.lock:
                    if over.is_set():
                        return
                    self.due.set()
                interrupt_main(signal.SIGTERM)
                seconds = then

        Thread(target=count, daemon=True).start()
        try:
            yield
        finally:
            with self.lock:
                over.set()
                self.due.clear()

    def close(self) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def ears(keys: int, poked: Callable[[], None]) -> Ears:
    """Those of this system: `poked` is called at each poke, in whatever the main thread does."""
    return BySignals(keys, poked) if HAS_FORK else ByThreads(keys, poked)
