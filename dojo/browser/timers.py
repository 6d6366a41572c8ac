"""The timers that the browser's Python lacks: the worker looks at the clock while code runs."""

import signal
from collections.abc import Callable

LIMIT = 1.5
"""Seconds that a test may take: nobody waits longer at a page, and the code of a kata needs milliseconds."""


def prepare(set_deadline: Callable[[int, float, float], float]) -> None:
    """Add the timers to Python, before anything of the runner is imported; `set_deadline` is the worker's."""
    real, processor = 0, 2
    signals = {real: signal.SIGALRM, processor: signal.SIGPROF}

    def setitimer(which: int, seconds: float, interval: float = 0.0) -> tuple[float, float]:
        return set_deadline(int(signals[which]), seconds, interval), interval

    vars(signal).update(ITIMER_REAL=real, ITIMER_PROF=processor, setitimer=setitimer)
    from dojo.browser.in_place import InPlace, wait_for
    from dojo.runner.child import clock, worker

    clock.LIMIT = LIMIT
    vars(worker).update(Child=InPlace, wait_for=wait_for)  # a browser has no other process
