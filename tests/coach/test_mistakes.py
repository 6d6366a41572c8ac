"""What people do wrong at first: the bar has the right colour, and says what it is in their words."""

import os
import signal
import subprocess

import pytest
from helpers import HIDING, Watching

from coach.conftest import ONE
from dojo.attempt.creation import create
from dojo.attempt.lights import all_lights
from dojo.engine.trial import Trial

OURS = ["conftest.py", "dojo/cli", "dojo/coach", "dojo/engine", "dojo/sandbox", "_pytest", "pluggy"]
"""What nobody wants to see in a failure of their own."""

MISTAKES = [
    pytest.param("def say(number:\n", "AMBER", "'(' was never closed", id="a syntax error"),
    pytest.param("while True: pass\n", "AMBER", "not done after 0.2 seconds", id="an endless loop"),
    pytest.param(
        "def say(number):\n    return say(number)\n", "AMBER", "maximum recursion depth", id="deep recursion"
    ),
    pytest.param(f"{ONE}\nprint('here')\n", "GREEN", "tidy up", id="prints, on green"),
    pytest.param("print('here')\nraise ValueError\n", "AMBER", "It printed: here", id="prints, on amber"),
    pytest.param("import sys\nsys.exit()\n", "AMBER", "SystemExit", id="sys.exit"),
    pytest.param(None, "AMBER", "there is no fizz.py in the attempt tables-3", id="the file deleted"),
    pytest.param(
        "import builtins\nbuiltins.AssertionError = KeyError\n",
        "AMBER",
        "the code changes builtins.AssertionError, by which it is judged",
        id="a green of its own",
    ),
    pytest.param(
        "print('\\ud800 \\x1b[2J')\n1 / 0\n", "AMBER", "It printed: \\ud800 \\x1b[2J", id="odd prints"
    ),
    pytest.param(
        "raise ValueError('\\ud800 \\x1b[2J')\n", "AMBER", "ValueError: \\ud800 \\x1b[2J", id="an odd message"
    ),
    pytest.param("", "RED", "module 'fizz' has no attribute 'say'", id="an empty file"),
]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("code", "colour", "told"), MISTAKES)
def test_a_mistake_is_told(small, attempt, capsys, code, colour, told):
    attempt.module.unlink()
    if code is not None:
        attempt.module.write_text(code)
    assert small.verb("next", "NAME=tables-3") == 0
    said = capsys.readouterr()
    shown = " ".join(said.out.split())
    assert f"{colour} tables-3 ·" in shown
    assert told in shown
    assert [ours for ours in OURS if ours in shown] == []
    assert said.err == ""
    assert all_lights(attempt)[0].colour == colour.lower()


def test_a_test_may_take_two_seconds_of_the_processor():
    assert Trial.__init__.__kwdefaults__["limit"] == 2


@pytest.fixture
def terminal(typed):
    """Types a make command in a terminal of 80 columns: gives what is shown, in one line."""

    def type_in(*words):
        watching = Watching(typed, *words, TERM="dumb")
        try:
            shown = watching.until("never shown")
        finally:
            watching.stop()
        assert max(len(line.rstrip("\r\n")) for line in shown.splitlines()) <= 80
        assert [ours for ours in OURS if ours in shown] == []
        return " ".join(shown.split())

    return type_in


def test_on_a_terminal_nothing_is_wider_than_that_and_nothing_of_ours_is_shown(typed, terminal):
    assert "RED tables-3 · 1 red" in terminal("start", "NAME=tables-3")
    module = typed.path("katas/fizz/kata/attempts/tables-3/fizz.py")
    module.write_text("def say(number:\n")
    shown = terminal("next", "NAME=tables-3")
    assert "AMBER tables-3 ·" in shown
    assert "'(' was never closed" in shown
    assert "Your code does not load, so no test says anything yet: " in terminal("hint", "NAME=tables-3")
    module.write_text(ONE)
    assert "tables-3 behaves like step 1, Fake it." in terminal("where", "NAME=tables-3")


def test_ctrl_c_is_quiet(typed, endless):
    create(typed.workspace, "tables-3", "fizz").module.write_text(endless.code)
    process = subprocess.Popen(
        [".venv/bin/python", "-m", "dojo", "next"],
        cwd=typed.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={name: value for name, value in os.environ.items() if name not in HIDING},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert endless.begun()
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=30)
    assert (process.returncode, said) == (130, ("attempt tables-3, the one started last\n", ""))


def test_ctrl_c_while_the_suite_is_collected_is_quiet_too(small, attempt, capsys):
    small.edit("suite/test_more.py", "\nimport pytest\n", "\nraise KeyboardInterrupt\n")
    assert small.verb("next", f"NAME={attempt.name}") == 130
    assert capsys.readouterr() == ("", "")
