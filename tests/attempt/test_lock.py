"""Turns on attempts: one process has it, and it ends with the process, however that ends."""

import os
import signal
from contextlib import suppress

import pytest
from helpers import all_runs, record_light

from dojo.attempt import lock as locks
from dojo.attempt.attempt import Attempt
from dojo.attempt.create import create
from dojo.attempt.lock import turn
from dojo.errors import EnvironmentProblem


def fork(work):
    """Start a child of this process that does some work: its status is 0 if that returns something true."""
    if pid := os.fork():
        return pid
    with suppress(BaseException):
        os._exit(0 if work() else 1)
    os._exit(2)


def in_another_process(work):
    """True if some work returns something true in another process, which has ended then."""
    return os.waitpid(fork(work), 0)[1] == 0


@pytest.fixture
def attempt(bare):
    return create(bare.workspace, "tables-3", "fizz")


@pytest.fixture
def end(attempt):
    """Ends another process, which has the turn until then."""
    began, tell = os.pipe()

    def hold():
        with turn(attempt):
            os.write(tell, b"!")
            signal.pause()

    pid = fork(hold)
    assert os.read(began, 1) == b"!"
    yield lambda *_: os.kill(pid, signal.SIGKILL)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(began)
    os.close(tell)


def is_free(attempt):
    """True if another process could take the turn now, one that may not wait for it."""

    def take():
        locks.TURN_TIMEOUT_S = 0
        with turn(attempt):
            return True

    return in_another_process(take)


def test_who_comes_second_says_so_and_runs_after_the_first(attempt, end, monkeypatch):
    monkeypatch.setattr(locks, "SAY_WAITING_AFTER_S", 0)
    said = []

    def say(text):
        said.append(text)
        end()

    with turn(attempt, say):
        assert said == ["another run of tables-3 is under way: this one waits for it"]


def test_who_waits_for_a_moment_only_says_nothing(attempt, end, monkeypatch):
    monkeypatch.setattr(locks, "SAY_WAITING_AFTER_S", 60)
    monkeypatch.setattr("time.sleep", end)
    with turn(attempt, pytest.fail):
        assert not is_free(attempt)


@pytest.mark.usefixtures("end")
def test_one_that_does_not_end_is_told_of_in_a_line(attempt, monkeypatch):
    monkeypatch.setattr(locks, "TURN_TIMEOUT_S", 0)
    with pytest.raises(EnvironmentProblem) as told, turn(attempt):
        pass
    why = "is it at breakpoint(), or stopped with Ctrl-Z?"
    assert str(told.value) == f"another run of tables-3 does not end: {why}"


def test_a_turn_is_of_one_attempt_and_one_that_raises_is_over(attempt):
    with suppress(ZeroDivisionError), turn(attempt):
        assert not is_free(attempt)
        assert is_free(Attempt(attempt.folder.with_name("tables-4"), attempt.story, attempt.kata))
        raise ZeroDivisionError
    assert is_free(attempt)


def test_what_a_test_leaves_running_holds_no_lock_and_ends_none(attempt):
    def close_all_files():
        os.closerange(3, 64)
        return True

    with turn(attempt):
        assert in_another_process(close_all_files)
        assert not is_free(attempt)
        left = fork(signal.pause)
    is_over = is_free(attempt)
    os.kill(left, signal.SIGKILL)
    os.waitpid(left, 0)
    assert is_over


def test_two_that_come_at_once_reveal_one_after_the_other(bare, attempt):
    """Each would otherwise reveal the same test, or take back what the other one has revealed."""
    attempt.module.write_text("def say(number):\n    return str(number)\n")
    record_light(attempt, verb="bar", colour="green", counts={"green": 1}, revealed=0)
    for one in [fork(lambda: bare.verb("next", "NAME=tables-3") == 0) for _ in range(2)]:
        assert os.waitpid(one, 0)[1] == 0
    assert [light.revealed for light in all_runs(attempt)] == [0, 2, 3]
