"""How long a test may take, and what interrupts it."""

import signal
import time
from contextlib import suppress
from threading import Event

import pytest

from dojo.runner.child.clock import TooLong, paused_limits, time_limit


def loop():
    while True:
        pass


def doze():
    while True:
        time.sleep(0.01)


WORK = {
    "a loop without an end": (loop, 0.1, 600, "not done after 0.1 seconds: is there a loop without an end?"),
    "what waits": (doze, 100, 0.002, "not done after 0.2 seconds: does it wait for something, or loop"),
}


@pytest.mark.parametrize(("work", "seconds", "patience", "why"), WORK.values(), ids=WORK)
def test_it_is_interrupted(work, seconds, patience, why):
    with pytest.raises(TooLong) as late, time_limit(seconds, patience):
        work()
    assert str(late.value).startswith(why)


def test_who_catches_it_and_goes_on_hears_of_it_again_and_at_the_end():
    def catch_and_go_on():
        for _ in range(3):
            with suppress(TooLong):
                loop()

    with pytest.raises(TooLong), time_limit(0.05, 600):
        catch_and_go_on()


def test_inside_another_limit_only_the_inner_one_runs_and_then_the_outer_one_goes_on():
    def both():
        with pytest.raises(TooLong, match=r"0\.3 seconds"), time_limit(0.3, 600):
            loop()
        loop()

    with pytest.raises(TooLong, match=r"0\.2 seconds"), time_limit(0.2, 600):
        both()


def test_what_is_done_in_time_is_not_interrupted_later():
    with time_limit(0.05, 600):
        pass
    assert signal.getitimer(signal.ITIMER_PROF) == signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_a_busy_machine_interrupts_nobody():
    """What counts is what a test takes of the processor, and not what others take meanwhile."""
    with time_limit(0.1, 600):
        Event().wait(0.2)


def test_a_pause_does_not_count():
    with time_limit(600, 600):
        with paused_limits():
            assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
