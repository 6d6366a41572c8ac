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


def test_what_it_tells_arrives_in_order():
    child, told = ended("lambda tell: [tell(number=number) for number in range(3)]")
    assert told == [{"number": 0}, {"number": 1}, {"number": 2}]
    assert (child.done, child.fault, child.printed) == (True, "", "")


def test_a_long_message_arrives_whole():
    assert ended("lambda tell: tell(text='♣' * 100_000)")[1] == [{"text": "♣" * 100_000}]


def test_long_work_arrives_whole():
    long = "x" * 300_000
    assert ended(f"lambda tell: tell(long=len('{long}'))")[1] == [{"long": 300_000}]


def test_it_works_where_its_parent_does(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert ended("lambda tell: tell(at=__import__('os').getcwd())")[1] == [{"at": str(tmp_path)}]


LOOPS = "lambda tell: [None for _ in iter(int, 1)]"
PRINTS = "lambda tell: [print('x' * 9999) for _ in iter(int, 1)]"
ENDS = [
    pytest.param(
        "lambda tell: __import__('os')._exit(3)", "ended Python itself, with status 3", id="it ends"
    ),
    pytest.param("lambda tell: __import__('os').abort()", "crashed Python itself: Aborted", id="it crashes"),
    pytest.param(LOOPS, "did not stop after 1.1 seconds", id="it loops for ever"),
    pytest.param(PRINTS, f"printed more than {FILE:,} bytes", id="it prints for ever"),
    pytest.param("lambda tell: 1 / 0", "ended Python itself, with status 1", id="its work fails"),
]


@pytest.mark.parametrize(("code", "fault"), ENDS)
def test_how_it_ended_is_said(code, fault):
    child, _told = ended(code, 0.1 if code == LOOPS else 30)
    assert (child.done, child.fault) == (False, fault)


def test_what_it_prints_is_not_what_it_tells():
    child, told = ended("lambda tell: (print('green'), __import__('os').write(2, b'loud'), tell(said=1))")
    assert told == [{"said": 1}]
    assert child.printed == "green\nloud"


def test_nobody_answers_its_questions():
    child, _told = ended("lambda tell: input('name? ')")
    assert child.printed.endswith("EOFError: EOF when reading a line\n")


def test_a_crash_that_only_windows_has_a_number_for():
    assert how(0xC0000005) == "crashed Python itself: status 0xc0000005"
