"""A step that never comes to an end: every verb does, and says so."""

import re

import pytest

LOOPS = [
    pytest.param(
        "def card(text):\n",
        "def card(text):\n    while True:\n        pass\n",
        "step 3: 0 green, 2 AMBER (“a card equals itself” and 1 more)",
        id="in a function",
    ),
    pytest.param(
        '"""Poker hands."""\n',
        "while True:\n    pass\n",
        "step 3 does not load: TooLong: not done after 0.2 seconds: is there a loop without an end?",
        id="where it is loaded",
    ),
]


@pytest.fixture
def impatient(workspace):
    workspace.edit("tests/suite/conftest.py", "\nLIMIT = 5\n", "\nLIMIT = 0.2\n")
    return workspace


@pytest.mark.parametrize(("old", "new", "said"), LOOPS)
def test_the_bar_is_amber(impatient, old, new, said):
    impatient.edit("step_03/poker.py", old, new)
    made = impatient.make("step-3", "test")
    assert made.returncode == 2
    assert said in " ".join(made.stdout.split())


def test_after_two_that_hang_the_others_are_not_tried(impatient):
    loop = "    while True:\n        pass\n"
    impatient.edit("step_08/poker.py", "def card(text):\n", f"def card(text):\n{loop}")
    shown = impatient.make("step-8", "test").stdout
    assert len(re.findall("^E .*TooLong: not done after 0.2 seconds", shown, re.MULTILINE)) == 2
    assert "not tried: 2 tests hang here" in shown


@pytest.mark.parametrize(("old", "new"), [loop.values[:2] for loop in LOOPS], ids=[loop.id for loop in LOOPS])
def test_the_gate_is_shut(impatient, old, new):
    impatient.edit("step_03/poker.py", old, new)
    gate = impatient.gate("2-3")
    assert gate.returncode == 1
    assert "law 2 · step_03_digits · a card equals itself" in gate.stderr
    assert "not done after 0.2 seconds: is there a loop without an end?" in gate.stderr


def test_the_gate_ends_wherever_in_the_measuring_the_limit_strikes(workspace):
    """coverage holds a lock at each call of a function: a test that ended there would never give it back."""
    workspace.edit("tests/suite/conftest.py", "\nLIMIT = 5\n", "\nLIMIT = 0.01\n")
    workspace.edit("tests/suite/conftest.py", "\nHANGS = 2\n", "\nHANGS = 99\n")
    calls = "def again():\n    pass\n\n\ndef card(text):\n    while True:\n        again()\n"
    workspace.edit("step_08/poker.py", "def card(text):\n", calls)
    gate = workspace.gate("7-8")
    assert gate.returncode == 1
    assert "not done after 0.01 seconds: is there a loop without an end?" in gate.stderr


def test_a_busy_machine_turns_no_bar_amber(impatient):
    """What counts is what a test takes of the processor, and not what others take meanwhile."""
    impatient.edit("step_01/poker.py", '"""Poker hands."""\n', "import time\n\ntime.sleep(0.3)\n")
    assert impatient.make("step-1", "test").returncode == 0


def test_what_waits_for_ever_is_amber_too(impatient):
    impatient.edit("tests/suite/conftest.py", "\nPATIENCE = 30\n", "\nPATIENCE = 0.2\n")
    waits = "def card(text):\n    import time\n    time.sleep(600)\n"
    impatient.edit("step_03/poker.py", "def card(text):\n", waits)
    made = impatient.make("step-3", "test")
    assert made.returncode == 2
    assert "TooLong: not done after 0.2 seconds" in made.stdout


def test_a_step_without_its_file_is_named(impatient):
    impatient.path("step_03/poker.py").unlink()
    gate = impatient.gate("2-3")
    assert gate.stderr.splitlines()[0].startswith("law 6 · step_03_digits · poker.py: a step has one")
    assert "Traceback" not in gate.stderr
