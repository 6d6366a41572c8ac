"""`breakpoint()`: in `make bar`, at a terminal, the debugger has the word; elsewhere a line says why not."""

import signal

import pytest
from helpers import Watching, last_light, typed_copy

from dojo.attempt.create import create
from dojo.attempt.light import RunLight
from dojo.runner.child.messages import WaitsForInput
from dojo.runner.child.worker import Child


@pytest.fixture
def typed(tmp_path):
    """A workspace whose only story is the small one, for verbs that are typed."""
    return typed_copy(tmp_path)


@pytest.fixture
def attempt(typed):
    """An attempt whose code stops at a breakpoint."""
    attempt = create(typed.workspace, "tables-3", "fizz")
    attempt.module.write_text("def say(number):\n    word = str(number)\n    breakpoint()\n    return word\n")
    return attempt


@pytest.fixture
def at_a_terminal(request, typed, attempt):
    """Types `make bar`, or another verb."""
    watching = Watching(typed, getattr(request, "param", "bar"), f"NAME={attempt.name}")
    yield watching
    watching.stop()


@pytest.mark.parametrize("verb", ["bar", "next"])
def test_without_a_terminal_the_test_is_amber_and_says_why(typed, attempt, capsys, verb):
    typed.verb(verb, f"NAME={attempt.name}")
    shown = capsys.readouterr().out
    told = "“one is said” is amber: RuntimeError: breakpoint() stops here only in make bar, at a terminal"
    assert told in " ".join(shown.split())
    assert ">       breakpoint()" in shown
    assert "fizz.py:3 in say" in shown
    assert "breakpoints.py" not in shown
    assert last_light(attempt, RunLight).colour == "amber"


@pytest.mark.parametrize("at_a_terminal", ["next"], indirect=True)
def test_at_a_terminal_next_says_why_as_well(at_a_terminal):
    assert "breakpoint() stops here only in make bar" in " ".join(at_a_terminal.until(" AMBER ").split())


def test_at_a_terminal_somebody_looks_at_a_variable_goes_on_and_leaves_with_q(attempt, at_a_terminal):
    """It stops at the very line of breakpoint(). While the debugger has the word, no time runs.

    Left, the test is amber, and no other one stops.
    """
    with (attempt.folder / "test_fizz.py").open("a") as file:
        file.write("\n\ndef test_two():\n    assert fizz.say(2) == '2'\n")
    assert "fizz.py(3)say()\r\n-> breakpoint()\r\n" in at_a_terminal.until("(Pdb) ")
    for typed, answer in {
        "p word * 3": "'111'",
        "import signal; print(signal.getitimer(signal.ITIMER_REAL), 'left')": "(0.0, 0.0) left",
        "n": "fizz.py(4)say()\r\n-> return word\r\n",
        # in the first of our tests, which tells whether the code loads
        "c": "fizz.py(3)say()\r\n-> breakpoint()\r\n",
    }.items():
        at_a_terminal.type(f"{typed}\n")
        assert answer in at_a_terminal.until(answer)
    at_a_terminal.type("q\n")
    shown = " ".join(at_a_terminal.until("1 crashed").split())
    assert "is amber: RuntimeError: you left the debugger with q" in shown
    assert not any(word in shown for word in ("Bdb", "bdb.py", "breakpoints.py"))
    assert last_light(attempt, RunLight).colour == "amber"


def test_the_parent_waits_for_whoever_has_the_word():
    def waits(send):
        send(WaitsForInput(waits=True))
        signal.pause()

    one = Child(waits, 1)
    while not one.waits:
        one.messages()
    one.deadline = 0
    one.messages()
    assert not one.over
    one.end()


def test_ctrl_c_ends_the_verb_and_leaves_nothing_behind(at_a_terminal):
    at_a_terminal.until("(Pdb) ")
    at_a_terminal.interrupt()
    assert "Traceback" not in at_a_terminal.until("never said", timeout=20)
    assert at_a_terminal.process.wait(timeout=20) != 0
