"""Time limits for code that may never come to its end."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

# Seconds of processor time that a test may take; on a step more, for some of them fill large tables.
LIMIT = 2.0
STEP_LIMIT = 5.0
# The factor on the limit for all the time that a test may take: the machine has other work.
PATIENCE = 4
# Seconds until coverage has given its lock back, and until TooLong is raised again in what caught it.
SOON_S = 0.001
AGAIN_S = 0.05
# The first timer counts the time of the processor, the second one the time of the clock on the wall.
TIMERS = {signal.ITIMER_PROF: signal.SIGPROF, signal.ITIMER_REAL: signal.SIGALRM}


class TooLong(BaseException):
    """Raised in what exceeds its limit; no Exception, so that few tests catch it."""


@contextmanager
def time_limit(seconds: float, patience: float) -> Iterator[None]:
    """Raise TooLong in what computes for longer than that, or waits for `patience` times as long.

    It is raised at the end as well, even if it was caught. An outer limit does not run meanwhile.
    """
    late: list[TooLong] = []
    begun = time.monotonic()

    def stop(_number: int, frame: FrameType | None) -> None:
        __tracebackhide__ = True
        # it holds a lock, and would never give it back
        if frame and frame.f_globals.get("__name__", "").startswith("coverage."):
            signal.setitimer(signal.ITIMER_REAL, SOON_S)
            return
        why = f"not done after {seconds:g} seconds: is there a loop without an end?"
        if time.monotonic() - begun >= seconds * patience:
            waits = "does it wait for something, or loop without an end?"
            why = f"not done after {seconds * patience:g} seconds: {waits}"
        late.append(TooLong(why))
        raise late[-1]

    with paused_limits():
        handlers = [signal.signal(number, stop) for number in TIMERS.values()]
        try:
            for timer, after in zip(TIMERS, (seconds, seconds * patience), strict=False):
                signal.setitimer(timer, after, AGAIN_S)
            yield
        finally:
            for timer in TIMERS:
                signal.setitimer(timer, 0)
            for number, handler in zip(TIMERS.values(), handlers, strict=True):
                signal.signal(number, handler)
            if late:
                raise late[-1] from None


@contextmanager
def paused_limits() -> Iterator[None]:
    """Stop the clock of a limit, and let it go on afterwards."""
    left = [signal.setitimer(timer, 0) for timer in TIMERS]
    try:
        yield
    finally:
        for timer, (seconds, again) in zip(TIMERS, left, strict=True):
            signal.setitimer(timer, seconds, again)
