"""Locks on files and turns on attempts: one process has them, and they end with it, however it ends."""

import fcntl
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress

import pytest
from helpers import TOP, typed_copy

from dojo.attempt import lock as locks
from dojo.attempt.attempt import Attempt
from dojo.attempt.create import create
from dojo.attempt.light import all_lights, record
from dojo.attempt.lock import NoLocks, NoTurn, take_lock, turn
from dojo.runner.child.worker import Child, wait_for

ANOTHER = """\
import sys
from pathlib import Path
from dojo.attempt.lock import take_lock
lock = take_lock(Path(sys.argv[1]), alone={alone})
print("take_lock" if lock else "not to be had", flush=True)
sys.stdin.read()
"""


@pytest.fixture(params=[False, True], ids=["with its children", "alone"])
def alone(request):
    """Does only the process have the lock, and not what it starts?"""
    return request.param


def start_another(file, alone):
    """Start another process that tries to take the lock; if it gets it, it keeps it until its input ends."""
    return subprocess.Popen(
        [sys.executable, "-c", ANOTHER.format(alone=alone), str(file)],
        cwd=TOP,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def says(file, alone):
    """What another process says of the lock."""
    with start_another(file, alone) as process:
        return process.communicate("", timeout=60)[0].strip()


def test_one_process_has_it_and_once_released_another_one_gets_it(alone, tmp_path):
    lock = take_lock(tmp_path / "lock", alone=alone)
    assert says(tmp_path / "lock", alone) == "not to be had"
    lock.release()
    assert says(tmp_path / "lock", alone) == "take_lock"


def test_it_ends_with_its_process_however_that_ends(alone, tmp_path):
    with start_another(tmp_path / "lock", alone) as process:
        assert process.stdout.readline() == "take_lock\n"
        assert take_lock(tmp_path / "lock", alone=alone) is None
        process.kill()
    assert take_lock(tmp_path / "lock", alone=alone)


def test_where_nothing_can_be_written_there_is_none(alone, tmp_path):
    with pytest.raises(OSError, match="No such"):
        take_lock(tmp_path / "no folder" / "lock", alone=alone)


def test_a_disk_without_locks_says_so(alone, tmp_path, monkeypatch):
    def refuse(_lock, _how):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(fcntl, "lockf" if alone else "flock", refuse)
    with pytest.raises(NoLocks, match="Operation not supported: the disk has no locks"):
        take_lock(tmp_path / "lock", alone=alone)


@pytest.fixture
def attempt(bare):
    return create(bare.workspace, "tables-3", "fizz")


class Another:
    """Another process that has the turn: until it is told to end it, or is killed."""

    def __init__(self, attempt):
        began, tell = os.pipe()
        hear, self.go = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            with suppress(BaseException):
                os.close(self.go)
                with turn(attempt):
                    os.write(tell, b"!")
                    os.read(hear, 1)
                    record(attempt, verb="next", colour="red", counts={"red": 1})
            os._exit(0)
        os.close(hear)
        os.close(tell)
        assert os.read(began, 1) == b"!"
        os.close(began)

    def end(self):
        """Let it go on to its end."""
        os.write(self.go, b"!")

    def stop(self):
        """Kill it, and wait until it is gone."""
        with suppress(ChildProcessError, ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)


@pytest.fixture
def another(attempt):
    """Somebody else who has the turn."""
    one = Another(attempt)
    yield one
    one.stop()
    os.close(one.go)


def test_who_comes_second_says_so_and_runs_after_the_first(attempt, another):
    said = []

    def say(text):
        said.append(text)
        another.end()

    with turn(attempt, say):
        assert len(all_lights(attempt)) == 1
    assert said == ["another run of tables-3 is under way: this one waits for it"]


def test_who_waits_for_a_moment_only_says_nothing(attempt, another, monkeypatch):
    said = []
    monkeypatch.setattr(locks, "SAY_WAITING_AFTER_S", 60)
    another.end()
    with turn(attempt, said.append):
        assert len(all_lights(attempt)) == 1
    assert said == []


def test_a_turn_in_a_turn_is_the_same_and_nobody_elses(attempt):
    with turn(attempt):
        with turn(attempt):
            pass
        assert not free(attempt)
        assert free(Attempt(attempt.folder.with_name("tables-4"), attempt.story, attempt.kata))
    assert free(attempt)


def test_a_turn_that_raises_is_over(attempt):
    with suppress(ZeroDivisionError), turn(attempt):
        raise ZeroDivisionError
    assert free(attempt)


def test_one_that_was_killed_leaves_no_lock(attempt, another):
    another.stop()
    assert free(attempt)


def run(child):
    """What a child tells until it is over."""
    messages = []
    while not child.over:
        wait_for([child], 0.05)
        messages += child.messages()
    return messages


def test_what_a_test_leaves_running_holds_none(attempt):
    def leaves(tell):
        if not (left := os.fork()):
            signal.pause()
        os.setpgid(left, 0)
        tell(left=left)

    with turn(attempt):
        (told,) = run(Child(leaves, 1))
    assert free(attempt)
    os.kill(told["left"], signal.SIGKILL)


def test_code_that_closes_all_files_does_not_end_the_turn(attempt):
    with turn(attempt):
        run(Child(lambda _tell: os.closerange(3, 64), 1))
        assert not free(attempt)


def test_one_that_is_stopped_is_told_of_in_a_line(attempt, another, monkeypatch):
    os.kill(another.pid, signal.SIGSTOP)
    monkeypatch.setattr(locks, "TURN_TIMEOUT_S", 0)
    with pytest.raises(NoTurn) as told, turn(attempt):
        pass
    why = "is it at breakpoint(), or stopped with Ctrl-Z?"
    assert str(told.value) == f"another run of tables-3 does not end: {why}"


def test_where_nothing_can_be_written_it_runs_all_the_same(attempt):
    (attempt.folder.parent / ".lights").touch()
    with turn(attempt):
        attempt.module.write_text("it ran")
    assert attempt.module.read_text() == "it ran"


def test_two_that_come_at_once_reveal_one_after_the_other(tmp_path):
    """Each would otherwise reveal the same test, or take back what the other one has revealed."""
    typed = typed_copy(tmp_path)
    attempt = create(typed.workspace, "tables-3", "fizz")
    attempt.module.write_text("def say(number):\n    return str(number)\n")
    record(attempt, verb="bar", colour="green", counts={"green": 1}, revealed=0)
    both = [threading.Thread(target=typed.make, args=["next", "NAME=tables-3"]) for _ in range(2)]
    for step in (threading.Thread.start, threading.Thread.join):
        for one in both:
            step(one)
    assert [light.revealed for light in all_lights(attempt)] == [0, 2, 3]


def free(attempt):
    """Could another process take the turn now? One that may not wait for it."""
    pid = os.fork()
    if not pid:
        locks.TURN_TIMEOUT_S = 0
        locks.TURNS.clear()
        with suppress(BaseException):
            with turn(attempt):
                pass
            os._exit(0)
        os._exit(1)
    return os.waitpid(pid, 0)[1] == 0
