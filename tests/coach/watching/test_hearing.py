"""What the server hears: keys, the end of them, pokes, and that time goes by."""

import os
import signal
import time

import pytest

from dojo.coach.watching.hearing import Ears

LONG = 30
"""Seconds: what is heard comes long before."""


class Poked(BaseException):
    """What a poke does to a run."""


class Listening:
    """Ears, somebody who types, and somebody who pokes."""

    def __init__(self):
        self.theirs, self.ours = os.pipe()
        self.raises = False
        self.ears = Ears(self.theirs, self.poked)

    def poked(self):
        if self.raises:
            raise Poked

    def type(self, keys):
        os.write(self.ours, keys)

    def poke(self):
        signal.raise_signal(signal.SIGUSR1)

    def hang_up(self):
        os.close(self.ours)

    def until_read(self):
        """What is read, as soon as something is there."""
        while (text := self.ears.read()) is None:
            self.ears.wait(LONG)
        return text

    def computes(self):
        """The main thread is busy."""
        until = time.monotonic() + LONG
        while time.monotonic() < until:
            pass


@pytest.fixture
def listening():
    """Somebody who listens; afterwards nobody does any more."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGUSR1, signal.SIGALRM)}
    one = Listening()
    yield one
    one.ears.close()
    os.close(signal.set_wakeup_fd(-1))
    os.close(one.ears.pokes)
    for number, handler in handlers.items():
        signal.signal(number, handler)


def test_keys_arrive_and_a_poke_is_none_of_them_and_the_end_is_an_empty_text(listening):
    listening.type(b"n")
    assert listening.ears.wait(LONG) == (True, False)
    assert listening.ears.read() == b"n"
    assert listening.ears.read() is None
    listening.poke()
    listening.type(b"h")
    assert listening.until_read() == b"h"
    listening.hang_up()
    assert listening.until_read() == b""


def test_a_poke_wakes_who_waits_and_is_forgotten_on_request(listening):
    listening.poke()
    assert listening.ears.wait(LONG) == (False, True)
    listening.ears.drain()
    assert listening.ears.wait(0) == (False, False)


def test_a_poke_breaks_into_a_run(listening):
    listening.raises = True
    with pytest.raises(Poked):
        pokes_and_computes(listening)


def pokes_and_computes(listening):
    listening.poke()
    listening.computes()


def test_a_key_lets_a_run_go_on(listening):
    listening.raises = True
    listening.type(b"n")
    listening.ears.wait(LONG)
    assert listening.until_read() == b"n"


def test_a_poke_beside_a_tick_is_heard(listening):
    listening.raises = True
    with pytest.raises(Poked), listening.ears.ticking(lambda: None, 0.001, 0.001):
        pokes_and_computes(listening)


def test_time_goes_by_in_a_run_too(listening):
    ticks = []

    def tick():
        ticks.append(time.monotonic())
        if len(ticks) == 3:
            raise Poked

    with pytest.raises(Poked), listening.ears.ticking(tick, 0.01, 0.01):
        listening.computes()
    assert ticks == sorted(ticks)


def test_a_run_that_is_over_has_no_ticks(listening):
    ticks = []
    with listening.ears.ticking(lambda: ticks.append("late"), 0.05, 0.05):
        pass
    listening.ears.wait(0.2)
    assert ticks == []
