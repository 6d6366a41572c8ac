"""Verbs on a terminal: what is drawn while they work, what a save does, and Ctrl-C at any time."""

import os
import shlex
import subprocess
import sys

import pytest
from helpers import Watching, typed_copy

BEGINS = 'import time\n\nprint("it has begun", flush=True)\ntime.sleep(600)\n'


@pytest.fixture
def typed(tmp_path):
    return typed_copy(tmp_path)


@pytest.fixture
def watched():
    """Types a verb; it is ended with the test."""
    running = []

    def watched(copy, *words, **environment):
        running.append(Watching(copy, *words, **environment))
        return running[-1]

    yield watched
    for one in running:
        one.stop()


# Progress

DRAWN = [
    pytest.param({}, True, id="a terminal"),
    pytest.param({"NO_COLOR": "1"}, False, id="NO_COLOR"),
    pytest.param({"TERM": "dumb"}, False, id="dumb"),
]


@pytest.mark.parametrize(("environment", "coloured"), DRAWN)
def test_a_terminal_sees_how_far_it_is_and_colours_if_it_wants_them(typed, watched, environment, coloured):
    """And nothing of it is left of the bar when the progression is drawn."""
    shown = watched(typed, "progress", **environment).until("04 Divisible")
    assert "04 Divisible" in shown
    assert ("\x1b[32m" in shown) == coloured
    if coloured:
        bar, _, progression = shown.rpartition("\x1b[2K")
        assert ("5 of 5 steps" in bar, "1 · Counting" in bar) == (True, False)
        assert "1 · Counting" in progression


# Saves


def save(path, old, new):
    """Write a file anew, at its place."""
    path.write_text(path.read_text().replace(old, new))


def save_by_renaming(path, old, new):
    """As some editors do."""
    draft = path.with_name("draft")
    draft.write_text(path.read_text().replace(old, new))
    draft.rename(path)


STEP, SUITE = "katas/fizz/steps/step_02_numbers/fizz.py", "katas/fizz/suite/test_numbers.py"
SAVES = [
    (save, STEP, "return str(", "return ascii(1 + ", "step 2: 0 green, 2 RED"),
    (save_by_renaming, STEP, "ascii(1 + number)", '"1"', "step 2: 1 green, 1 RED (“two is said”)"),
    (save, SUITE, '1, "1"', '1, "one"', "step 2: 0 green, 2 RED"),
]
"""One after the other, and what is then told."""


def test_every_save_of_the_step_or_of_the_suite_runs_it_again_until_ctrl_c(typed, watched):
    watching = watched(typed, "step-2", "watch")
    assert "step 2: 2 green" in watching.until("next: step 3")
    for how, path, old, new, told in SAVES:
        how(typed.path(path), old, new)
        assert told in watching.until(told)
    while a_run_is_under_way(watching):  # interrupted while it ends, it would say so
        watching.until("never said", timeout=0.1)
    interrupt(watching)


def a_run_is_under_way(watching):
    listing = subprocess.check_output(["ps", "-A", "-ww", "-o", "pgid=,command="], text=True)
    ours = [line for line in listing.splitlines() if line.split()[0] == str(watching.process.pid)]
    return any("-m dojo test" in line for line in ours)


# Ctrl-C


def interrupt(running, is_time=lambda: True):
    """Type Ctrl-C as soon as it is time; gives what is said from then on."""
    while not is_time():
        assert running.process.poll() is None
        running.until("never said", timeout=0.1)
    running.interrupt()
    said = running.until("never said", timeout=20)
    assert "Traceback" not in said, said
    assert running.process.wait(timeout=20) != 0
    return said


@pytest.mark.parametrize("verb", ["gate", "watch"])
def test_ctrl_c_before_a_verb_has_begun(typed, watched, verb):
    """While Python reads what the verb is made of: not yet when make asks whether the words are right."""
    assert typed.verb("start", "NAME=tables-3") == 0
    first = "\nfrom collections import Counter"
    typed.edit("dojo/runner/result.py", first, f"\n{BEGINS}{first}")
    running = watched(typed, verb)
    interrupt(running, lambda: "it has begun" in running.until("it has begun"))


def test_ctrl_c_while_the_steps_run(typed, watched):
    typed.edit("dojo/runner/child/clock.py", "\nSTEP_LIMIT = 5.0\n", "\nSTEP_LIMIT = 600.0\n")
    begun = typed.root / "begun"
    typed.path(STEP).write_text(f"open({str(begun)!r}, 'w').close()\nwhile True:\n    pass\n")
    assert "make: ***" in interrupt(watched(typed, "gate"), begun.exists)


def test_ctrl_c_in_a_verb_that_the_story_brings(typed, watched):
    end = "from dojo.cli.main import run_module\n\nsys.exit(run_module(main))\n"
    main = "".join(f"    {line}\n" for line in BEGINS.splitlines())
    typed.path("katas/fizz/sing.py").write_text(f"import sys\n\n\ndef main():\n{main}\n\n{end}")
    with typed.path("katas/fizz/story.toml").open("a") as file:
        file.write('\n[verbs.sing]\nmodule = "katas.fizz.sing"\nhelp = "a song"\n')
    running = watched(typed, "sing")
    interrupt(running, lambda: "it has begun" in running.until("it has begun"))


def test_ctrl_c_ends_a_program(typed, watched, tmp_path):
    cases = typed.path("katas/fizz/kata/cases")
    cases.mkdir()
    for end in ("in", "out"):
        (cases / f"01-an-echo.{end}").write_text("1\n")
    started = tmp_path / "started"
    writes = "import os, time\nopen('draft', 'w').write(str(os.getpid()))\n"
    text = f"{writes}os.rename('draft', {str(started)!r})\ntime.sleep(600)\n"
    (typed.root / "sleeps.py").write_text(text)
    command = f"CMD={shlex.quote(sys.executable)} sleeps.py"
    interrupt(watched(typed, "accept", command, "LIMIT=600"), started.exists)
    with pytest.raises(ProcessLookupError):  # the program has been waited for
        os.kill(int(started.read_text()), 0)
