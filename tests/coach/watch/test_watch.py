"""`make watch` on a terminal: what only there can be seen. What it runs, and when, is in test_worker.py."""

import os
import shutil
import signal
import subprocess
import termios
import time

import pytest
from helpers import Watching

from dojo.attempt.create import create
from dojo.attempt.light import all_lights, record, snapshot_of

LINES = termios.ICANON | termios.ECHO
"""What a shell wants of its terminal: a line at a time, which is shown while it is typed."""
RIGHT, WRONG, BROKEN = (f"def say(number):\n    return {what}\n" for what in ('"1"', '"0"', "x"))


@pytest.fixture
def attempt(typed):
    """An attempt whose first test is red."""
    attempt = create(typed.workspace, "tables-3", "fizz")
    attempt.module.write_text(WRONG)
    return attempt


@pytest.fixture
def watch(typed, attempt):
    """Starts `make watch` and gives its terminal, as soon as the first light is recorded."""
    started = []

    def start(until="· not green yet"):
        watching = Watching(typed, "watch", f"NAME={attempt.name}")
        started.append(watching)
        watching.first = watching.until(until)
        assert until in watching.first
        return watching

    yield start
    for watching in started:
        watching.stop()


def by_renaming(module):
    """As some editors save."""
    draft = module.with_name("fizz.py.draft")
    draft.write_text(RIGHT)
    draft.rename(module)


SAVES = [
    (lambda module: module.write_text(RIGHT), " GREEN · 1 test ", "· light 2 · green"),
    (lambda module: module.unlink(), "there is no fizz.py in the attempt", "s since the last green"),
    (lambda module: module.write_text(WRONG), " RED · 1 red ", "· light 4 · "),
    (by_renaming, " GREEN · 1 test ", "· light 5 · green"),
]
"""Ways to save, one after the other: what is shown, and what below it."""


def test_every_save_is_seen_with_its_bar_its_failure_and_the_time_since_the_last_green(attempt, watch):
    watching = watch()
    for save, told, below in SAVES:
        save(attempt.module)
        shown = watching.until(below)
        assert told in shown, shown
        assert below in shown, shown


def test_a_change_of_the_suite_is_seen_and_one_that_does_not_run_is_told(typed, attempt, watch):
    attempt.module.write_text(RIGHT)
    record(attempt, verb="next", colour="green", counts={"green": 2}, revealed=1)
    watching = watch(until="· light 2 · green")
    assert " GREEN · 2 tests " in watching.first
    suite = typed.path("katas/fizz/suite/test_numbers.py")
    right = suite.read_text()
    suite.write_text(right.replace('"one is said", 1, "1"', '"one is said", 1, "one"'))
    assert " RED · 1 green, 1 red " in watching.until("· light 3 ·")
    suite.write_text(f"{right}\n(\n")
    assert "The suite does not run: " in watching.until("never closed")
    suite.write_text(right)
    attempt.module.write_text(f"{RIGHT}\n")
    shown = watching.until("· light 4 · green")
    assert "· light 4 · green" in shown
    assert "The suite does not run" not in shown.rpartition("\x1b[H")[2]


def test_the_last_of_many_saves_during_a_run_is_judged_and_none_is_wrong(attempt, watch, endless):
    watching = watch()
    attempt.module.write_text(endless.code)
    assert endless.begun()
    for n in range(200):
        attempt.module.write_text(f"# {n}\n{(WRONG, BROKEN)[n % 2]}")
    attempt.module.write_text(RIGHT)
    watching.until("· green")
    lights = all_lights(attempt)
    assert lights[-1].colour == "green"
    for light in lights:
        text = snapshot_of(attempt, light).files[b"fizz.py"].content.decode()
        expected = "green" if RIGHT in text else "red" if WRONG in text else "amber"
        assert light.colour == expected, text


def test_a_test_is_written_with_keys_alone(attempt, watch):
    watching = watch()
    attempt.module.write_text(RIGHT)
    assert "Is there anything to tidy up?" in watching.until("· light 2 · green")
    watching.type("n")
    shown = watching.until("· light 3 · ")
    assert "“two is said” is red" in shown
    assert " RED · 2 green, 1 red " in shown
    watching.type("q")
    assert left_at_its_end(watching) == (0, LINES, [])
    assert [light.verb for light in all_lights(attempt)] == ["watch", "watch", "next"]


def send(number):
    """Sends a signal to the process that watches."""
    return lambda watching, _: os.kill(process_of(watching), number)


GONE = "the folder of tables-3 is gone, and with it make watch"
ENDS = {
    "Ctrl-C": (lambda watching, _: watching.interrupt(), "", "Error", LINES),
    "it is ended": (send(signal.SIGTERM), "", "Traceback", LINES),
    "it is killed": (send(signal.SIGKILL), "", "Traceback", LINES),
    "its folder is deleted": (lambda _, attempt: shutil.rmtree(attempt.folder), GONE, "Traceback", LINES),
}


@pytest.mark.parametrize(("end", "told", "never", "lines"), ENDS.values(), ids=ENDS)
def test_it_ends_quietly_with_all_that_it_began_and_the_terminal(attempt, watch, end, told, never, lines):
    watching = watch()
    assert not watching.settings() & LINES
    end(watching, attempt)
    assert left_at_its_end(watching, told, never)[1:] == (lines, [])


def test_ctrl_c_ends_a_run_that_does_not_end(typed, attempt, watch, endless):
    typed.edit("dojo/runner/child/clock.py", "\nLIMIT = 2.0\n", "\nLIMIT = 600.0\n")
    watching = watch()
    attempt.module.write_text(endless.code)
    run = endless.begun()
    assert "running …" in watching.until("running …")
    watching.interrupt()
    assert left_at_its_end(watching)[1:] == (LINES, [])
    assert not running(run)


def test_without_a_terminal_to_type_at_it_tells_of_no_key(typed, attempt):
    command = ["make", "watch", f"NAME={attempt.name}"]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "text": True, "start_new_session": True}
    with subprocess.Popen(command, cwd=typed.root, **quiet) as process:
        shown = ""
        while "· not green yet\n" not in shown:
            shown += process.stdout.readline()
        os.killpg(process.pid, signal.SIGTERM)
    assert "×  RED · 1 red  ×" in shown
    assert "\x1b" not in shown
    assert "quit" not in shown


def left_at_its_end(watching, told="", never="Traceback"):
    """Wait for the end, which is quiet: its status, how the terminal is, and what still runs in it."""
    shown = watching.until("never said", timeout=20)
    status = watching.process.wait(timeout=20)
    assert told in shown, shown
    assert "Traceback" not in shown, shown
    assert never not in shown, shown
    return status, watching.settings() & LINES, left_after(watching)


def left_after(watching, timeout=20):
    """What still runs in the terminal, when it has had time to end."""
    deadline = time.monotonic() + timeout
    while processes(watching) and time.monotonic() < deadline:
        watching.process.poll()
    return processes(watching)


def process_of(watching):
    """The number of the process that watches, and hears keys."""
    found = [line for line in processes(watching) if "-m dojo watch" in line]
    return min(int(line.split()[0]) for line in found)  # the other one is forked from it


def running(process):
    """Does a process run? It is in no terminal, so it is asked for by its number."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True).stdout
    return bool(state.strip()) and "Z" not in state


def processes(watching):
    """What runs in the terminal."""
    listing = subprocess.check_output(["ps", "-A", "-ww", "-o", "pgid=,pid=,stat=,command="], text=True)
    rows = [line.split(None, 1) for line in listing.splitlines()]
    return [rest for group, rest in rows if group == str(watching.process.pid) and " Z" not in rest]
