"""Whose turn it is: two runs of one attempt, in two terminals say, come one after the other."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from dojo.attempt.attempts import Attempt
from dojo.attempt.locks import Held, taken
from dojo.attempt.store import store
from dojo.errors import Trouble

PATIENCE = 60
"""Seconds to wait for another run: longer than any run, for a run that hangs is stopped before that."""
MOMENT = 0.3
"""Seconds after which a run says that it waits: most runs are over by then."""
HELD: set[Path] = set()
"""The locks that this process has: to close a file of a lock a second time would give it back."""


class NoTurn(Trouble):
    """Another run of the attempt does not end."""


@contextmanager
def turn(attempt: Attempt, say: Callable[[str], None] = lambda _text: None) -> Iterator[None]:
    """Run the body alone; if it has to wait for another run, say so. Raises NoTurn.

    A turn inside a turn is the same one. The lock is of this process, and of no child: what a test leaves
    running does not hold it. Where no lock can be had, because nothing can be written there, nothing can be
    recorded either, which will be told.
    """
    file = store(attempt).repository.with_suffix(".turn")
    lock = None if file in HELD else held(file, attempt, say)
    if lock is None:
        yield
        return
    try:
        HELD.add(file)
        yield
    finally:
        HELD.discard(file)
        lock.release()


def held(file: Path, attempt: Attempt, say: Callable[[str], None]) -> Held | None:
    """The lock, as soon as nobody else has it; none if nothing can be written or locked there."""
    began, told = time.monotonic(), False
    try:
        file.parent.mkdir(exist_ok=True)
        while (lock := taken(file, alone=True)) is None:
            waited = time.monotonic() - began
            if waited > PATIENCE:
                stands = "is it at breakpoint(), or stopped with Ctrl-Z?"
                raise NoTurn(f"another run of {attempt.name} does not end: {stands}")
            if waited > MOMENT and not told:
                told = True
                say(f"another run of {attempt.name} is under way: this one waits for it")
            time.sleep(0.02)
        return lock
    except OSError:
        return None
