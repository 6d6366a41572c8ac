"""The timers that the browser's Python lacks: the worker looks at the clock while code runs."""

import signal
from collections.abc import Callable


def add_timers(set_deadline: Callable[[int, float, float], float]) -> None:
    """Give this Python the timers that it lacks: the worker looks at the clock while code runs."""
    real, processor = 0, 2
    signals = {real: signal.SIGALRM, processor: signal.SIGPROF}

    def setitimer(which: int, seconds: float, interval: float = 0.0) -> tuple[float, float]:
        return set_deadline(int(signals[which]), seconds, interval), interval

    vars(signal).update(ITIMER_REAL=real, ITIMER_PROF=processor, setitimer=setitimer)
