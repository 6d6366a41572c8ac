"""A child does what it likes, and the parent goes on and knows how it ended, and what it has said."""

import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from threading import Event

import pytest

from dojo.runner.child import inbox as inbox_module
from dojo.runner.child import worker
from dojo.runner.child.clock import TooLong, paused_limits, time_limit
from dojo.runner.child.inbox import Inbox, UnreadableMessage
from dojo.runner.child.messages import Began, make_printable, write_line
from dojo.runner.child.output import OUTPUT_BYTES
from dojo.runner.child.worker import Child, wait_for

FIRST = Began("a", "first")


def ended(work, patience=1.0):
    """A child that has ended, and all that it has told."""
    child, told = Child(work, patience), []
    while not child.over:
        wait_for([child], 0.05)
        told += child.messages()
    return child, told


def test_what_it_tells_arrives_in_order_and_a_long_message_arrives_whole():
    child, told = ended(lambda send: [send(Began("a", "♣" * number)) for number in (0, 100_000, 1)])
    assert told == [Began("a", ""), Began("a", "♣" * 100_000), Began("a", "♣")]
    assert child.fault == ""
    assert child.printed == ""
    assert child.done


def test_one_that_stops_itself_is_ended_and_what_it_told_before_is_kept(monkeypatch):
    monkeypatch.setattr(worker, "GRACE_S", 0.2)

    def stops(send):
        send(FIRST)
        os.kill(os.getpid(), signal.SIGSTOP)

    child, told = ended(stops, patience=0.1)
    assert child.fault.startswith("did not stop after 0.3 seconds")
    assert told == [FIRST]
    assert child.timed_out
    assert not child.done


def test_what_it_prints_is_kept_and_not_shown(capfd):
    """And it does not take for its own what the parent's streams still hold."""

    def prints(_send):
        print("to the one")
        print("to the other", file=sys.stderr)
        os.write(1, b"past Python\n")
        os._exit(0)

    assert sys.__stdout__
    sys.__stdout__.write("held")
    assert ended(prints)[0].printed == "to the one\nto the other\npast Python\n"
    sys.__stdout__.write("\n")
    sys.__stdout__.flush()
    assert capfd.readouterr() == ("held\n", "")


def test_of_much_that_it_prints_the_beginning_and_the_end_are_kept():
    child, _ = ended(lambda _send: print("x" * (OUTPUT_BYTES + 1499)))
    assert (
        child.printed
        == f"{'x' * (OUTPUT_BYTES // 2)}\n… 1,500 more bytes …\n{'x' * (OUTPUT_BYTES // 2 - 1)}\n"
    )


def open_files():
    return {number for number in range(256) if Path(f"/dev/fd/{number}").exists()}


def test_work_that_writes_to_every_open_file_is_a_fault():
    """Into every file that is open in the child alone; and it goes on with its work."""
    known = open_files()

    def writes(send):
        send(FIRST)
        for number in open_files() - known:
            with suppress(OSError):
                os.write(number, b"here\n")
        send(Began("b", "second"))

    child, told = ended(writes)
    assert (told, child.done) == ([FIRST], False)
    assert child.fault.startswith("wrote ")


def test_a_process_that_it_forked_may_not_speak_for_it():
    def forks(send):
        if os.fork() == 0:
            send(Began("b", "late"))
        else:
            os.wait()
            send(FIRST)

    child, told = ended(forks)
    assert (told, child.fault) == ([FIRST], "")


def test_what_such_a_process_writes_after_the_work_is_done_is_not_read(tmp_path):
    """Whatever it is: the work has come to its end."""
    known, written = open_files(), tmp_path / "written"

    def forks(send):
        worker_id = os.getpid()
        if os.fork():
            send(FIRST)
            return
        while os.getppid() == worker_id:
            time.sleep(0.01)
        for number in open_files() - known:
            with suppress(OSError):
                os.write(number, b"here\n")
        written.touch()
        time.sleep(60)

    child = Child(forks, 60)
    while not written.exists():
        time.sleep(0.01)
    assert child.messages() == [FIRST]
    assert (child.done, child.fault) == (True, "")


HELD = """\
import sys
from dojo.runner.child.worker import Child, wait_for

# one that holds what is printed, whatever PYTHONUNBUFFERED says
sys.stdout = sys.__stdout__ = open(1, "w", closefd=False)
print("held", end=" ")
child = Child(lambda send: print("printed"), 60)
while not child.over:
    wait_for([child], 60)
    child.messages()
print([child.printed])
"""


def test_what_the_parent_has_not_written_yet_it_writes_itself_and_once(here):
    ran = here.run(sys.executable, "-c", HELD)
    assert (ran.stdout, ran.stderr) == ("held ['printed\\n']\n", "")


CTRL_C = """\
import os, signal, sys, time
from dojo.runner.child.inbox import Inbox, UnreadableMessage
from dojo.runner.child.messages import Began
from dojo.runner.child.worker import Child, wait_for

def interrupt():
    os.kill(os.getpid(), signal.SIGINT)
    return None  # Python looks for signals on the way back

sys.unraisablehook = lambda _: print("lost", flush=True)
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
os.register_at_fork({hook}=interrupt)
try:
    child, told = Child(lambda send: {work}, 60), []
    while not child.over:
        wait_for([child], 60)
        told += child.messages()
    print(*told, child.fault)
except KeyboardInterrupt:
    print("heard")
try:
    os.waitpid(-1, 0)
except ChildProcessError:
    print("nothing is left")
"""
HEARD = [
    ("after_in_parent", "time.sleep(600)", "heard\nnothing is left\n"),
    ("after_in_child", "send(Began('a', 'works'))", "Began(id='a', rule='works') \nnothing is left\n"),
]


@pytest.mark.parametrize(("hook", "work", "said"), HEARD, ids=["the parent", "the child"])
def test_ctrl_c_while_it_begins_is_for_the_parent_and_not_lost(here, hook, work, said):
    """Python drops what is raised in its hooks around a fork; and no child may unwind as the parent does."""
    ran = here.run(sys.executable, "-c", CTRL_C.format(hook=hook, work=work))
    assert (ran.stdout, ran.stderr) == (said, "")


OTHERS = dict.fromkeys([b"\xff" + write_line(FIRST), b"\n", b"12\n"], "wrote to the runner's own pipe")
FLOODS = dict.fromkeys(
    [b"x" * 200, write_line(Began("a", "x" * 50)) * 4], "wrote more to the runner's own pipe than"
)


@pytest.mark.parametrize(("part", "why"), [*OTHERS.items(), *FLOODS.items()])
def test_anything_else_or_too_much_is_no_message(monkeypatch, part, why):
    monkeypatch.setattr(inbox_module, "MAX_BYTES", 450)
    monkeypatch.setattr(inbox_module, "MAX_MESSAGE_BYTES", 150)
    inbox = Inbox()
    with pytest.raises(UnreadableMessage, match=why):
        [*inbox.read(part), *inbox.read(part)]


def test_all_that_arrives_can_be_printed():
    """Half a pair; orders to the terminal, also in one character; what deletes; and any letter."""
    text = "\ud800 \x1b[2J \x9b2J \x7f a\n\tb\r\n é ♣ 🃑"
    printed = "\\ud800 \\x1b[2J \\x9b2J \\x7f a\n\tb\r\n é ♣ 🃑"
    (told,) = Inbox().read(write_line(Began(text, "rule")))
    assert told == Began(printed, "rule")
    assert make_printable({text: [text, 1, {"a": text}]}) == {printed: [printed, 1, {"a": printed}]}


def loop(times=1):
    """It does not end, but for what interrupts it; and then it goes on so many times."""
    for _ in range(times - 1):
        with suppress(TooLong):
            loop()
    while True:
        pass


def test_who_catches_it_hears_of_it_again_if_it_goes_on_or_at_the_end():
    with pytest.raises(TooLong), time_limit(0.05, 600):
        loop(times=3)
    with pytest.raises(TooLong), time_limit(0.05, 600), suppress(TooLong):
        loop()


def test_inside_another_limit_only_the_inner_one_runs_and_then_the_outer_one_goes_on():
    def spend_another_limit():
        with pytest.raises(TooLong, match=r"0\.15 seconds"), time_limit(0.15, 600):
            loop()
        loop()

    with pytest.raises(TooLong, match=r"0\.1 seconds"), time_limit(0.1, 600):
        spend_another_limit()


def test_what_is_done_in_time_is_not_interrupted_nor_on_a_busy_machine():
    """What counts is what a test takes of the processor, and not what others take meanwhile."""
    with time_limit(0.1, 600):
        Event().wait(0.2)
    assert signal.getitimer(signal.ITIMER_PROF) == signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_a_pause_does_not_count():
    with time_limit(600, 600):
        with paused_limits():
            assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
