"""Turns: two runs of one attempt come one after the other, whatever becomes of the first."""

import os
import signal
import threading
from contextlib import suppress

import pytest
from helpers import typed_copy

from dojo.attempt import turn as turns
from dojo.attempt.attempts import Attempt
from dojo.attempt.creation import create
from dojo.attempt.lights import all_lights, record
from dojo.attempt.turn import NoTurn, turn
from dojo.sandbox.child import Child, wait_for


@pytest.fixture
def attempt(tmp_path, bare):
    """An attempt with one file, and no light yet."""
    folder = tmp_path / "attempts" / "tables-3"
    folder.mkdir(parents=True)
    (folder / "fizz.py").touch()
    return Attempt(folder, bare.story, bare.story.katas[0])


class Another:
    """Another process that has the turn: until it is told to end it, or is killed."""

    def __init__(self, attempt):
        began, tell = os.pipe()
        hear, self.go = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            status = 1
            with suppress(BaseException):
                os.close(self.go)
                with turn(attempt):
                    os.write(tell, b"!")
                    os.read(hear, 1)
                    record(attempt, verb="next", colour="red", counts={"red": 1})
                status = 0
            os._exit(status)
        os.close(tell)
        os.close(hear)
        assert os.read(began, 1) == b"!"
        os.close(began)
        self.ended = False

    def end(self, _text=""):
        """Let it go on to its end."""
        os.write(self.go, b"!")

    def signal(self, number):
        os.kill(self.pid, number)

    def gone(self):
        """Wait until it is."""
        os.waitpid(self.pid, 0)
        self.ended = True

    def stop(self):
        if not self.ended:
            self.signal(signal.SIGKILL)
            self.gone()
        os.close(self.go)


@pytest.fixture
def another(attempt):
    """Somebody else who has the turn."""
    one = Another(attempt)
    yield one
    one.stop()


def test_who_comes_second_says_so_and_runs_after_the_first(attempt, another):
    said = []

    def say(text):
        said.append(text)
        another.end()

    with turn(attempt, say):
        assert len(all_lights(attempt)) == 1
    assert said == ["another run of tables-3 is under way: this one waits for it"]


def test_who_waits_for_a_moment_only_says_nothing(attempt, another):
    said = []
    another.end()
    with turn(attempt, said.append):
        assert len(all_lights(attempt)) == 1
    assert said == []


def test_a_turn_in_a_turn_is_the_same(attempt):
    with turn(attempt):
        with turn(attempt):
            pass
        assert not free(attempt)
    assert free(attempt)


def test_a_turn_that_raises_is_over(attempt):
    with suppress(ZeroDivisionError), turn(attempt):
        raise ZeroDivisionError
    assert free(attempt)


def test_the_turn_of_one_attempt_is_nobody_elses(attempt):
    beside = Attempt(attempt.folder.with_name("tables-4"), attempt.story, attempt.kata)
    with turn(attempt):
        assert free(beside)


def test_one_that_was_killed_leaves_no_lock(attempt, another):
    another.signal(signal.SIGKILL)
    another.gone()
    assert free(attempt)


def test_what_a_test_leaves_running_holds_none(attempt):
    def leaves(tell):
        if os.fork() == 0:
            os.setsid()
            signal.pause()
        tell(left=True)

    with turn(attempt):
        child = Child(leaves, 1)
        while not child.over:
            wait_for([child], 0.05)
            child.messages()
    assert free(attempt)


def test_code_that_closes_all_files_does_not_end_the_turn(attempt):
    with turn(attempt):
        child = Child(lambda _tell: os.closerange(3, 64), 1)
        while not child.over:
            wait_for([child], 0.05)
            child.messages()
        assert not free(attempt)


def test_one_that_is_stopped_is_told_of_in_a_line(attempt, another, monkeypatch):
    another.signal(signal.SIGSTOP)
    monkeypatch.setattr(turns, "PATIENCE", 0)
    with pytest.raises(NoTurn) as told, turn(attempt):
        pass
    why = "is it at breakpoint(), or stopped with Ctrl-Z?"
    assert str(told.value) == f"another run of tables-3 does not end: {why}"


def test_where_nothing_can_be_written_it_runs_all_the_same(attempt):
    (attempt.folder.parent / ".lights").touch()
    ran = []
    with turn(attempt):
        ran.append(True)
    assert ran == [True]


def test_two_that_come_at_once_reveal_one_after_the_other(tmp_path):
    """Each would otherwise reveal the same test, or take back what the other one has revealed."""
    typed = typed_copy(tmp_path)
    attempt = create(typed.workspace, "tables-3", "fizz")
    attempt.module.write_text("def say(number):\n    return str(number)\n")
    typed.make("bar", "NAME=tables-3")
    both = [threading.Thread(target=typed.make, args=["next", "NAME=tables-3"]) for _ in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert [light.told["revealed"] for light in all_lights(attempt)] == [0, 2, 3]


def free(attempt):
    """Could another process take the turn now? One that may not wait for it."""
    pid = os.fork()
    if not pid:
        turns.PATIENCE = 0
        turns.HELD.clear()
        with suppress(BaseException):
            with turn(attempt):
                pass
            os._exit(0)
        os._exit(1)
    return os.waitpid(pid, 0)[1] == 0
