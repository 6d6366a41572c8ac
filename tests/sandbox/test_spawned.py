"""A child where there is no fork: it is sent its work, and whoever waits for it keeps its limits."""

import pytest

from dojo.sandbox import child as children
from dojo.sandbox import spawned
from dojo.sandbox.child import Child, how, wait_for
from dojo.sandbox.messages import FILE


class Work:
    """Work that another Python can be sent: the text of a function."""

    def __init__(self, code):
        self.code = code

    def __reduce__(self):
        return eval, (self.code,)


@pytest.fixture(autouse=True)
def without_fork(monkeypatch):
    monkeypatch.setattr(children, "Process", spawned.Spawned)
    monkeypatch.setattr(children, "arrived", spawned.arrived)


def ended(code, patience=30.0):
    """A child that has ended, and all that it has told."""
    child, told = Child(Work(code), patience), []
    while not child.over:
        wait_for([child], 0.05)
        told += child.messages()
    return child, told


def test_what_it_tells_arrives_in_order_and_what_it_prints_is_no_part_of_it():
    numbers = "[tell(number=number) for number in range(3)]"
    child, told = ended(f"lambda tell: (print('green'), __import__('os').write(2, b'loud'), {numbers})")
    assert told == [{"number": 0}, {"number": 1}, {"number": 2}]
    assert (child.done, child.fault, child.printed) == (True, "", "green\nloud")


def test_long_work_and_a_long_message_arrive_whole(tmp_path, monkeypatch):
    """And it works where its parent does."""
    monkeypatch.chdir(tmp_path)
    code = "lambda tell: tell(long=len('{}'), text='♣' * 100_000, at=__import__('os').getcwd())"
    _child, told = ended(code.format("x" * 300_000))
    assert told == [{"long": 300_000, "text": "♣" * 100_000, "at": str(tmp_path)}]


PRINTS = "lambda tell: [print('x' * 9999) for _ in iter(int, 1)]"
ENDS = {
    "it ends": ("lambda tell: __import__('os')._exit(3)", "ended Python itself, with status 3"),
    "it crashes": ("lambda tell: __import__('os').abort()", "crashed Python itself: Aborted"),
    "it prints for ever": (PRINTS, f"printed more than {FILE:,} bytes"),
    "its work fails": ("lambda tell: 1 / 0", "ended Python itself, with status 1"),
}


@pytest.mark.parametrize(("code", "fault"), ENDS.values(), ids=ENDS)
def test_how_it_ended_is_said(code, fault):
    child, _told = ended(code)
    assert (child.done, child.fault) == (False, fault)


def test_a_loop_for_ever_is_stopped(monkeypatch):
    monkeypatch.setattr(spawned.Spawned, "beginning", 1.0)
    child, _told = ended("lambda tell: [None for _ in iter(int, 1)]", 0.1)
    assert (child.done, child.fault) == (False, "did not stop after 1.1 seconds")


def test_nobody_answers_its_questions():
    assert ended("lambda tell: input('name? ')")[0].printed.endswith("EOFError: EOF when reading a line\n")


def test_a_crash_that_only_windows_has_a_number_for():
    assert how(0xC0000005) == "crashed Python itself: status 0xc0000005"
