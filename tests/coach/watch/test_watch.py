"""`make watch` on a terminal: what only there can be seen. What it runs, and when, is in test_watching.py."""

import os
import pty
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from contextlib import suppress
from fcntl import ioctl

import pytest

from coach.conftest import ONE
from dojo.attempt.create import create
from dojo.attempt.light import all_lights, snapshot_of
from dojo.coach.watch.watch import watch
from dojo.runner.child.breakpoints import is_foreground
from dojo.runner.run import Run

LINES = termios.ICANON | termios.ECHO
"""What a shell wants of its terminal: a line at a time, which is shown while it is typed."""
WRONG, BROKEN = (f"def say(number):\n    return {what}\n" for what in ('"0"', "x"))


class Terminal:
    """A terminal of 80 columns with a shell, whose one job watches an attempt, in a fork of this process."""

    def __init__(self, attempt, top):
        self.screen, terminal = pty.openpty()
        ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.told, self.tell = os.pipe()
        self.shell = os.fork()
        if not self.shell:
            with suppress(BaseException):
                self.be_the_shell(terminal, lambda: watch(attempt, top))
            os._exit(0)
        os.close(terminal)
        os.close(self.tell)
        self.job = int(self.hear())
        self.shown = ""

    def be_the_shell(self, terminal, command):
        """Run the job, tell when it stops, let it go on, and tell how it ends."""
        os.login_tty(terminal)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        if not (job := os.fork()):
            self.be_the_job(command)
        os.setpgid(job, job)
        os.write(self.tell, b"%d " % job)
        while os.WIFSTOPPED(status := os.waitpid(job, os.WUNTRACED)[1]):
            lines = termios.tcgetattr(0)[3] & LINES
            os.tcsetpgrp(0, os.getpid())
            os.write(self.tell, b"stopped,%d " % lines)
            os.tcsetpgrp(0, job)
            os.killpg(job, signal.SIGCONT)
        os.write(self.tell, b"%d " % os.waitstatus_to_exitcode(status))
        signal.pause()  # a shell that ended would hang up

    def be_the_job(self, command):
        """Be a program in the foreground of the terminal."""
        os.setpgid(0, 0)
        os.tcsetpgrp(0, os.getpid())
        os.environ["TERM"] = "xterm"
        for name in ("stdout", "stderr"):
            setattr(sys, name, open(1, "w", encoding="utf-8", closefd=False))  # noqa: SIM115
        signal.signal(signal.SIGINT, signal.default_int_handler)
        status = 99
        try:
            status = command()
            sys.stdout.flush()
        finally:
            os._exit(status)

    def hear(self):
        """What the shell says next."""
        assert select.select([self.told], [], [], 60)[0]
        return os.read(self.told, 99).decode().strip()

    def until(self, words):
        """What is shown up to these words."""
        shown, deadline = "", time.monotonic() + 60
        while words not in shown and time.monotonic() < deadline:
            if select.select([self.screen], [], [], 1)[0]:
                shown += os.read(self.screen, 65536).decode(errors="replace")
        assert words in shown, shown
        self.shown += shown
        return shown

    def type(self, keys):
        os.write(self.screen, keys.encode())

    @property
    def lines(self):
        return termios.tcgetattr(self.screen)[3] & LINES

    def take_keys(self):
        """Wait until it takes single keys."""
        deadline = time.monotonic() + 60
        while self.lines and time.monotonic() < deadline:
            select.select([], [], [], 0.01)
        assert not self.lines

    def end(self):
        """How it ended: its status, and the settings of the terminal."""
        status = int(self.hear())
        while select.select([self.screen], [], [], 0)[0]:
            with suppress(OSError):
                self.shown += os.read(self.screen, 65536).decode(errors="replace")
                continue
            break
        assert "Traceback" not in self.shown
        return status, self.lines

    def close(self):
        for group in (self.job, self.shell):
            with suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)
        os.waitpid(self.shell, 0)
        os.close(self.screen)
        os.close(self.told)


@pytest.fixture
def attempt(small, monkeypatch):
    """An attempt whose first test is red."""
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    attempt = create(small.workspace, "tables-3", "fizz")
    attempt.module.write_text(WRONG)
    return attempt


@pytest.fixture
def watching(small, attempt):
    """A terminal with `make watch`, whose first light is recorded."""
    terminal = Terminal(attempt, small.root)
    terminal.until("· not green yet")
    yield terminal
    terminal.close()


def by_renaming(module):
    """As some editors save."""
    draft = module.with_name("fizz.py.draft")
    draft.write_text(ONE)
    draft.rename(module)


SAVES = [
    (lambda module: module.write_text(ONE), " GREEN · 1 test ", "· light 2 · green"),
    (lambda module: module.unlink(), "there is no fizz.py in the attempt", "s since the last green"),
    (lambda module: module.write_text(WRONG), " RED · 1 red ", "· light 4 · "),
    (by_renaming, " GREEN · 1 test ", "· light 5 · green"),
]
"""Ways to save, one after the other: what is shown, and what below it."""


def test_every_save_is_seen_and_of_many_during_a_run_the_last_one(attempt, watching, endless):
    for save, told, below in SAVES:
        save(attempt.module)
        assert told in watching.until(below)
    attempt.module.write_text(endless.code)
    assert endless.begun()
    for n in range(200):
        attempt.module.write_text(f"# {n}\n{(WRONG, BROKEN)[n % 2]}")
    attempt.module.write_text(f"{ONE}\n")
    watching.until("· green")
    lights = all_lights(attempt)
    assert lights[-1].colour == "green"
    for light in lights[4:]:
        text = snapshot_of(attempt, light).files[b"fizz.py"].content.decode()
        expected = "green" if ONE in text else "red" if WRONG in text else "amber"
        assert light.colour == expected, text


def test_a_test_is_written_with_keys_alone_also_after_ctrl_z(attempt, watching):
    watching.take_keys()
    attempt.module.write_text(ONE)
    assert "Is there anything to tidy up?" in watching.until("· light 2 · green")
    watching.type("\x1a")
    assert watching.hear() == f"stopped,{LINES}"
    watching.take_keys()
    watching.type("n")
    shown = watching.until("· light 3 · ")
    assert "“two is said” is red" in shown
    assert " RED · 2 green, 1 red " in shown
    watching.type("q")
    assert watching.end() == (0, LINES)
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
    assert watching.end() == (status, LINES)
    assert told in watching.shown


def test_ctrl_c_ends_a_run_that_does_not_end(monkeypatch, request, attempt, endless):
    monkeypatch.setitem(Run.__init__.__kwdefaults__, "limit", 600.0)
    watching = request.getfixturevalue("watching")
    attempt.module.write_text(endless.code)
    run = endless.begun()
    watching.until("running …")
    watching.type("\x03")
    assert watching.end()[1] == LINES
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(run)], capture_output=True, text=True).stdout
    assert state.strip() in ("", "Z")


def test_without_a_terminal_to_type_at_it_tells_of_no_key(typed):
    create(typed.workspace, "tables-3", "fizz").module.write_text(WRONG)
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "text": True, "start_new_session": True}
    with subprocess.Popen(["make", "watch", "NAME=tables-3"], cwd=typed.root, **quiet) as process:
        shown = ""
        while "· not green yet\n" not in shown:
            shown += process.stdout.readline()
        os.killpg(process.pid, signal.SIGTERM)
    assert "×  RED · 1 red  ×" in shown
    assert "\x1b" not in shown
    assert "quit" not in shown


def test_a_terminal_that_no_shell_controls_is_in_front():
    screen, terminal = pty.openpty()
    assert is_foreground(terminal)
    os.close(screen)
    os.close(terminal)
