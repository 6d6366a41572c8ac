"""`make watch` on a terminal: what only there can be seen. What it runs, and when, is in test_watching.py."""

import fcntl
import os
import pty
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
from types import SimpleNamespace

import pytest
from helpers import Watching

from coach.conftest import ONE
from dojo.attempt.create import create
from dojo.attempt.light import all_lights, snapshot_of
from dojo.coach.watch.watch import watch
from dojo.runner.run import Run

LINES = termios.ICANON | termios.ECHO
"""What a shell wants of its terminal: a line at a time, which is shown while it is typed."""
WRONG, BROKEN = (f"def say(number):\n    return {what}\n" for what in ('"0"', "x"))


class Terminal(Watching):
    """A terminal of 80 columns on which a fork of this process watches an attempt."""

    def __init__(self, attempt, top):
        self.shown = ""
        self.job, self.screen = pty.fork()
        if self.job:
            return
        status = 99
        try:
            fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            os.environ["TERM"] = "xterm"
            for name in ("stdout", "stderr"):
                setattr(sys, name, open(1, "w", encoding="utf-8", closefd=False))  # noqa: SIM115
            signal.signal(signal.SIGINT, signal.default_int_handler)
            status = watch(attempt, top)
            sys.stdout.flush()
        finally:
            os._exit(status)

    def until(self, words):
        """What is shown up to these words, which come."""
        shown = super().until(words)
        assert words in shown
        return shown

    @property
    def lines(self):
        return self.settings() & LINES

    def end(self):
        """What it shows until it ends, its status, and the settings of the terminal."""
        shown = super().until("Traceback")
        self.job, job = 0, self.job
        status = os.waitstatus_to_exitcode(os.waitpid(job, 0)[1])
        assert "Traceback" not in shown
        return shown, status, self.lines

    def close(self):
        if self.job:
            os.kill(self.job, signal.SIGKILL)
            os.waitpid(self.job, 0)
        os.close(self.screen)


@pytest.fixture
def attempt(small, monkeypatch):
    """An attempt whose first test is red."""
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    attempt = create(small.workspace, "tables-3", "fizz")
    attempt.module.write_text(WRONG)
    return attempt


@pytest.fixture
def endless(tmp_path):
    """Code that never ends, and what gives the process that runs it, as soon as one does."""
    told = tmp_path / "begun"
    os.mkfifo(told)
    pipe = os.open(told, os.O_RDWR)  # whoever writes to it does not wait for us
    tell = f"import os\n\nprint(os.getpid(), file=open({str(told)!r}, 'w'))\n"

    def begun():
        assert select.select([pipe], [], [], 60)[0]
        return int(os.read(pipe, 100).split()[0])

    yield SimpleNamespace(code=f"{tell}while True:\n    pass\n", begun=begun)
    os.close(pipe)


@pytest.fixture
def watching(small, attempt):
    """A terminal with `make watch`, whose first light is recorded."""
    terminal = Terminal(attempt, small.root)
    terminal.until("· not green yet")
    yield terminal
    terminal.close()


def by_renaming(module, text=ONE):
    """As some editors save."""
    draft = module.with_name("fizz.py.draft")
    draft.write_text(text)
    draft.rename(module)


SAVES = [
    (lambda module: module.write_text(ONE), " GREEN · 1 green ", "· light 2 · green"),
    (lambda module: module.unlink(), "there is no fizz.py in the attempt", "s since the last green"),
    (lambda module: module.write_text(WRONG), " RED · 1 red ", "· light 4 · "),
    (by_renaming, " GREEN · 1 green ", "· light 5 · green"),
]
"""Ways to save, one after the other: what is shown, and what below it."""


def test_every_save_is_seen_and_ends_a_run_of_what_was_there_before(monkeypatch, request, attempt, endless):
    monkeypatch.setitem(Run.__init__.__kwdefaults__, "limit", 600.0)
    watching = request.getfixturevalue("watching")
    for save, told, below in SAVES:
        save(attempt.module)
        assert told in watching.until(below)
    attempt.module.write_text(endless.code)
    assert endless.begun()
    for n in range(200):
        by_renaming(attempt.module, f"# {n}\n{(WRONG, BROKEN)[n % 2]}")
    by_renaming(attempt.module, "raise ValueError('the last')")
    watching.until("ValueError: the last")
    watching.until(" s since the last green")
    *lights, last = all_lights(attempt)[5:]
    assert snapshot_of(attempt, last).files[b"fizz.py"].content == b"raise ValueError('the last')"
    for light in lights:
        text = snapshot_of(attempt, light).files[b"fizz.py"].content.decode()
        assert light.colour == ("red" if WRONG in text else "amber"), text


def test_a_test_is_written_with_keys_alone_also_after_a_shell_has_had_the_terminal(attempt, watching):
    attempt.module.write_text(ONE)
    assert "Is there anything to tidy up?" in watching.until("· light 2 · green")
    assert watching.lines == 0
    settings = termios.tcgetattr(watching.screen)
    settings[3] |= LINES
    termios.tcsetattr(watching.screen, termios.TCSANOW, settings)
    watching.type("n")
    shown = watching.until("· light 3 · ")
    assert "“two is said” is red" in shown
    assert "Make it green, then n. A hint: h" in shown
    assert " RED · 2 green, 1 red " in shown
    watching.type("q")
    assert watching.end()[1:] == (0, LINES)
    assert [light.verb for light in all_lights(attempt)] == ["watch", "watch", "next"]


ENDS = {
    "Ctrl-C": (lambda watching, _: watching.type("\x03"), 0, ""),
    "it is ended": (lambda watching, _: os.kill(watching.job, signal.SIGTERM), 0, ""),
    "its folder is deleted": (
        lambda _, attempt: shutil.rmtree(attempt.folder),
        1,
        "the folder of tables-3 is gone, and with it make watch",
    ),
}


@pytest.mark.parametrize(("end", "status", "told"), ENDS.values(), ids=ENDS)
def test_it_ends_quietly_and_leaves_the_terminal_as_it_was(attempt, watching, end, status, told):
    end(watching, attempt)
    shown, *ended = watching.end()
    assert ended == [status, LINES]
    assert told in shown


def test_ctrl_c_ends_a_run_that_does_not_end(monkeypatch, request, attempt, endless):
    monkeypatch.setitem(Run.__init__.__kwdefaults__, "limit", 600.0)
    watching = request.getfixturevalue("watching")
    attempt.module.write_text(endless.code)
    run = endless.begun()
    watching.until("running …")
    watching.type("\x03")
    assert watching.end()[2] == LINES
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(run)], capture_output=True, text=True).stdout
    assert state.strip() in ("", "Z")
