"""A step that never comes to an end: its bar does, and says so."""

import pytest

from dojo.runner.child import clock

SAY, NUMBERS = "def say(number):\n", "step_02/fizz.py"


@pytest.fixture
def impatient(small, monkeypatch):
    """A story whose tests may not take long."""
    monkeypatch.setattr(clock, "STEP_LIMIT", 0.2)
    return small


def test_a_loop_where_a_step_is_loaded_is_named(impatient, capsys):
    impatient.edit(NUMBERS, SAY, f"while True:\n    pass\n{SAY}")
    assert impatient.verb("step-2", "test") == 1
    said = "step 2 does not load: not done after 0.2 seconds: is there a loop without an end?"
    assert said in " ".join(capsys.readouterr().out.split())


def test_after_two_that_hang_the_others_are_not_tried(impatient, capsys):
    loop = "    while number:\n        pass\n    if number % 3"
    impatient.edit("step_03/fizz.py", "    if number % 3", loop)
    assert impatient.verb("step-3", "test") == 1
    shown = " ".join(capsys.readouterr().out.split())
    assert "loop without an end?" in shown
    assert shown.count("not tried, after those that hang or crash") == 2


def test_a_busy_machine_turns_no_bar_amber(impatient, capsys):
    """What counts is what a test takes of the processor, and not what others take meanwhile."""
    impatient.edit("step_01/fizz.py", '"""Fizz."""\n', "import time\n\ntime.sleep(0.3)\n")
    assert impatient.verb("step-1", "test") == 0
    assert "step 1: 1 green" in capsys.readouterr().out


def test_what_waits_for_ever_is_amber_too(small, capsys, monkeypatch):
    monkeypatch.setattr(clock, "STEP_LIMIT", 0.2)
    monkeypatch.setattr(clock, "PATIENCE", 1)
    small.edit("step_01/fizz.py", '    return "1"', "    import time\n\n    time.sleep(600)")
    assert small.verb("step-1", "test") == 1
    assert "not done after 0.2 seconds" in capsys.readouterr().out


def test_the_gate_ends_wherever_in_the_measuring_the_limit_strikes(small, capsys, monkeypatch):
    """coverage holds a lock at each call of a function: a test that ended there would never give it back."""
    monkeypatch.setattr(clock, "STEP_LIMIT", 0.05)
    for step in ("step_02", "step_03"):
        again = "def again():\n    pass\n\n\n"
        small.edit(f"{step}/fizz.py", SAY, f"{again}{SAY}    while True:\n        again()\n")
    assert small.verb("gate") == 1
    assert "not done after 0.05 seconds: is there a loop without an end?" in capsys.readouterr().err
