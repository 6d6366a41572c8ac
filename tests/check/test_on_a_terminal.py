"""Verbs on a terminal: what is drawn while they work, what a save does, and Ctrl-C at any time."""

import os
import shlex
import subprocess
import sys

import pytest
from helpers import Watching, typed_copy


@pytest.fixture
def typed(tmp_path):
    return typed_copy(tmp_path)


@pytest.fixture
def watched(typed):
    """Types a verb; it is ended with the test."""
    running = []

    def watched(*words, **environment):
        running.append(Watching(typed, *words, **environment))
        return running[-1]

    yield watched
    for one in running:
        one.stop()


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_a_terminal_sees_how_far_it_is_and_colours_if_it_wants_them(watched, environment):
    """And nothing of it is left of the bar when the progression is drawn."""
    shown = watched("progress", **environment).until("04 Divisible")
    assert "04 Divisible" in shown
    assert ("\x1b[32m" in shown) == (not environment)
    if not environment:
        bar, _, progression = shown.rpartition("\x1b[2K")
        assert "5 of 5 steps" in bar
        assert "00 Nothing yet" not in bar
        assert "00 Nothing yet" in progression


# Saves

STEP, SUITE = "katas/fizz/steps/step_02_numbers/fizz.py", "katas/fizz/suite/test_numbers.py"
SAVES = [
    (STEP, STEP, "return str(", "return ascii(1 + ", "step 2: 0 green, 2 RED"),
    (f"{STEP}.draft", STEP, "ascii(1 + number)", '"1"', "step 2: 1 green, 1 RED (“two is said”)"),
    (SUITE, SUITE, '1, "1"', '1, "one"', "step 2: 0 green, 2 RED"),
]
"""One after the other: where an editor writes it, its place, what is changed, and what is then told."""


def test_every_save_of_the_step_or_of_the_suite_runs_it_again_until_ctrl_c(typed, watched):
    watching = watched("step-2", "watch")
    assert "step 2: 2 green" in watching.until("next: step 3")
    for written, place, old, new, told in SAVES:
        text = typed.path(place).read_text()
        typed.path(written).write_text(text.replace(old, new))
        typed.path(written).rename(typed.path(place))
        assert told in watching.until(told)
    interrupt(watching, lambda: not a_run_is_under_way(watching))  # it would say so while that ends


def a_run_is_under_way(watching):
    listing = subprocess.check_output(["ps", "-A", "-ww", "-o", "pgid=,command="], text=True)
    ours = [line for line in listing.splitlines() if line.split()[0] == str(watching.process.pid)]
    return any("-m dojo test" in line for line in ours)


def interrupt(running, is_time):
    """Type Ctrl-C as soon as it is time: no traceback is said from then on, and it ends."""
    while not is_time():
        assert running.process.poll() is None
        running.until("never said", timeout=0.1)
    running.interrupt()
    said = running.until("never said")
    assert "Traceback" not in said, said
    assert running.process.wait() != 0


# Ctrl-C while something waits, which has written down what its process is

WAITS = "import os, time\nwith open({!r}, 'w') as file:\n    file.write(str(os.getpid()))\ntime.sleep(600)\n"


def before_it_has_begun(typed, waits):
    """While Python reads what the verb is made of: not yet when make asks whether the words are right."""
    assert typed.verb("start", "NAME=tables-3") == 0
    first = "\nfrom collections import Counter"
    typed.edit("dojo/runner/result.py", first, f"\n{waits}{first}")


def while_the_steps_run(typed, waits):
    typed.edit("dojo/runner/child/clock.py", "\nSTEP_LIMIT = 5.0\n", "\nSTEP_LIMIT = 600.0\n")
    typed.path(STEP).write_text(waits)


def in_a_program(typed, waits):
    typed.path("katas/fizz/kata/cases").mkdir()
    for end in ("in", "out"):
        typed.path(f"katas/fizz/kata/cases/01-an-echo.{end}").write_text("1\n")
    typed.path("sleeps.py").write_text(waits)


CTRL_C = [
    (["gate"], before_it_has_begun),
    (["watch"], before_it_has_begun),
    (["gate"], while_the_steps_run),
    (["accept", f"CMD={shlex.quote(sys.executable)} sleeps.py", "LIMIT=600"], in_a_program),
]


@pytest.mark.parametrize(("words", "plant"), CTRL_C, ids=lambda one: getattr(one, "__name__", None))
def test_ctrl_c_ends_a_verb_and_what_it_has_started(typed, watched, tmp_path, words, plant):
    begun = tmp_path / "begun"
    plant(typed, WAITS.format(str(begun)))
    interrupt(watched(*words), lambda: begun.exists() and begun.read_text() != "")
    with pytest.raises(ProcessLookupError):  # it has been waited for
        os.kill(int(begun.read_text()), 0)
