"""A child does what it likes, and the parent goes on and knows how it ended."""

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from dojo.runner.child.worker import PRINTED, Child, take_output, wait_for


def ended(work, patience=1.0):
    """A child that has ended, and all that it has told."""
    child, told = Child(work, patience), []
    while not child.over:
        wait_for([child], 0.05)
        told += child.messages()
    return child, told


def test_what_it_tells_arrives_in_order_and_a_long_message_arrives_whole():
    child, told = ended(lambda send: [send(text="♣" * number) for number in (0, 100_000, 1)])
    assert told == [{"text": ""}, {"text": "♣" * 100_000}, {"text": "♣"}]
    assert (child.done, child.fault, child.printed) == (True, "", "")


def loops(_send):
    while True:
        pass


def closes(send):
    os.closerange(3, 64)
    send(late=True)


def sends(number):
    """It kills itself, one way or another."""
    return lambda _send: os.kill(os.getpid(), number)


ENDS = {
    "it ends Python": (lambda _send: os._exit(3), "ended Python itself, with status 3"),
    "a crash": (sends(signal.SIGSEGV), "crashed Python itself: Segmentation"),
    "it is killed": (sends(signal.SIGKILL), "crashed Python itself: Killed"),
    "it loops for ever": (loops, "did not stop after 1.1 seconds"),
    "it closes our files": (closes, "crashed Python itself: Killed"),
    "it stops itself": (sends(signal.SIGSTOP), "did not stop after 1.1 seconds"),
}


@pytest.mark.parametrize(("work", "fault"), ENDS.values(), ids=ENDS)
def test_how_it_ended_is_said_and_what_it_told_before_is_kept(work, fault):
    child, told = ended(lambda send: (send(first=True), work(send)), patience=0.1)
    assert child.fault.startswith(fault)
    assert (child.done, told) == (False, [{"first": True}])


def test_what_it_prints_is_kept_and_not_shown(capfd):
    def prints(_send):
        print("to the one")
        print("to the other", file=sys.stderr)
        os.write(1, b"past Python\n")
        os._exit(0)

    child, _ = ended(prints)
    assert child.printed == "to the one\nto the other\npast Python\n"
    assert capfd.readouterr() == ("", "")


def test_of_much_that_it_prints_the_beginning_and_the_end_are_kept():
    child, _ = ended(lambda _send: print("x" * (PRINTED + 1499)))
    assert child.printed == f"{'x' * (PRINTED // 2)}\n… 1,500 more bytes …\n{'x' * (PRINTED // 2 - 1)}\n"


def test_what_it_has_printed_is_asked_for_once():
    _, told = ended(
        lambda send: [(print(text, end=""), send(printed=take_output())) for text in ("one", "two")]
    )
    assert told == [{"printed": "one"}, {"printed": "two"}]


def test_nobody_answers_what_it_asks():
    def asks(send):
        try:
            input()
        except EOFError:
            send(answered=False)

    assert ended(asks)[1] == [{"answered": False}]


def open_files():
    return {number for number in range(256) if Path(f"/dev/fd/{number}").exists()}


def everywhere(text):
    """Writes into every file that is open in a child alone, and goes on with the work."""
    known = open_files()

    def writes(send):
        send(first=True)
        for number in open_files() - known:
            with suppress(OSError):
                os.write(number, text)
        send(second=True)

    return writes


WRITES = {
    "a line of text": b"here\n",
    "garbage before a line": b"\xff",
    "thirty megabytes without a line": b"x" * 30 * 2**20,
}


@pytest.mark.parametrize("text", WRITES.values(), ids=WRITES)
def test_work_that_writes_to_every_open_file_is_a_fault(text):
    child, told = ended(everywhere(text))
    assert (told, child.done) == ([{"first": True}], False)
    assert child.fault.startswith("wrote ")


def test_a_process_that_it_forked_may_not_speak_for_it():
    def forks(send):
        if os.fork() == 0:
            send(late=True)
        else:
            os.wait()
            send(number=1)

    child, told = ended(forks)
    assert (told, child.fault) == ([{"number": 1}], "")


CTRL_C = """\
import os, signal, sys, time
from dojo.runner.child.worker import Child, wait_for

def interrupt():
    os.kill(os.getpid(), signal.SIGINT)
    return None  # Python looks for signals on the way back

sys.unraisablehook = lambda _: print("lost", flush=True)
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
HEARD = {
    "the parent": ("after_in_parent", "time.sleep(600)", "heard\nnothing is left\n"),
    "the child": ("after_in_child", "send(works=True)", "{'works': True} \nnothing is left\n"),
}


@pytest.mark.parametrize(("hook", "work", "said"), HEARD.values(), ids=HEARD)
def test_ctrl_c_while_it_begins_is_for_the_parent_and_not_lost(here, hook, work, said):
    """Python drops what is raised in its hooks around a fork; and no child may unwind as the parent does."""
    ran = here.run(sys.executable, "-c", CTRL_C.format(hook=hook, work=work))
    assert (ran.stdout, ran.stderr) == (said, "")
