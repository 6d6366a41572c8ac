"""`make watch` on a terminal: what only there can be seen. What it runs, and when, is in test_watching.py."""

import fcntl
import os
import pty
import select
import shutil
import signal
import struct
import sys
import termios
from contextlib import suppress

import pytest
from helpers import Watching, all_runs

from coach.conftest import ONE, list_runs
from dojo.attempt.recording import snapshot_of
from dojo.cli.checks import require_terminals
from dojo.coach.watch.watch import watch
from dojo.runner.run import Run

LINES = termios.ICANON | termios.ECHO
"""What a shell wants of its terminal: a line at a time, which is shown while it is typed."""
WRONG, BROKEN = (f"def say(number):\n    return {what}\n" for what in ('"0"', "x"))


class Terminal(Watching):
    """A terminal of 80 columns on which a fork of this process watches an attempt."""

    def __init__(self, attempt, top):
        require_terminals()
        self.job, self.screen = pty.fork()
        if self.job:
            return
        status = 99
        try:
            fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"):
                os.environ.pop(name, None)
            os.environ["TERM"] = "xterm"
            for name in ("stdout", "stderr"):
                setattr(sys, name, open(1, "w", encoding="utf-8", closefd=False))  # noqa: SIM115
            signal.signal(signal.SIGINT, signal.default_int_handler)
            status = watch(attempt, top)
            sys.stdout.flush()
        finally:
            os._exit(status)

    def until(self, words, timeout=60):
        """What is shown up to these words, which come."""
        shown = super().until(words, timeout)
        assert words in shown
        return shown

    def end(self):
        """What it shows until it ends, which leaves the terminal as it was; and its status."""
        shown = super().until("Traceback")
        self.job, job = 0, self.job
        status = os.waitstatus_to_exitcode(os.waitpid(job, 0)[1])
        assert "Traceback" not in shown
        assert self.settings() & LINES == LINES
        return shown, status

    def close(self):
        if self.job:
            os.kill(self.job, signal.SIGKILL)
            os.waitpid(self.job, 0)
        os.close(self.screen)


@pytest.fixture
def endless(tmp_path, attempt, monkeypatch):
    """Saves code that never ends, and gives the processes that run it, as soon as one does."""
    monkeypatch.setitem(Run.__init__.__kwdefaults__, "limit", 600.0)
    os.mkfifo(tmp_path / "begun")
    pipe = os.open(tmp_path / "begun", os.O_RDWR)  # whoever writes to it does not wait for us
    tell = f"import os\n\nprint(os.getpid(), file=open({str(tmp_path / 'begun')!r}, 'w'))\n"

    def begun():
        attempt.module.write_text(f"{tell}while True:\n    pass\n")
        assert select.select([pipe], [], [], 60)[0]
        return os.read(pipe, 100).decode().split()

    yield begun
    os.close(pipe)


@pytest.fixture
def watching(bare, attempt, save):
    """A terminal with `make watch`, whose first light is recorded, and red."""
    save(WRONG)
    terminal = Terminal(attempt, bare.root)
    terminal.until("· not green yet")
    yield terminal
    terminal.close()


def by_renaming(module, text=ONE):
    """As some editors save."""
    draft = module.with_name("fizz.py.draft")
    draft.write_text(text)
    draft.rename(module)


def living(runs):
    """Return those of some processes that are not over."""
    found = []
    for pid in runs:
        with suppress(ProcessLookupError):
            os.kill(int(pid), 0)
            found.append(pid)
    return found


def test_every_save_is_seen_and_ends_a_run_of_what_was_there_before(attempt, endless, watching):
    for save, shown, below in (
        (lambda module: module.write_text(ONE), " GREEN · 1 green ", "· light 2 · green"),
        (lambda module: module.unlink(), "there is no fizz.py in the attempt", "s since the last green"),
        (by_renaming, " GREEN · 1 green ", "· light 4 · green"),
    ):
        save(attempt.module)
        assert shown in watching.until(below)
    runs = endless()
    for n in range(200):
        by_renaming(attempt.module, f"# {n}\n{(WRONG, BROKEN)[n % 2]}")
    by_renaming(attempt.module, "raise ValueError('the last')")
    watching.until("ValueError: the last")
    watching.until(" s since the last green")
    assert living(runs) == []
    *lights, last = all_runs(attempt)[4:]
    assert snapshot_of(attempt, last).files[b"fizz.py"].content == b"raise ValueError('the last')"
    for light in lights:
        text = snapshot_of(attempt, light).files[b"fizz.py"].content.decode()
        assert light.colour == ("red" if WRONG in text else "amber"), text


def test_a_test_is_written_with_keys_alone_also_after_a_shell_has_had_the_terminal(attempt, watching):
    attempt.module.write_text(ONE)
    assert "Is there anything to tidy up?" in watching.until("· light 2 · green")
    assert watching.settings() & LINES == 0
    settings = termios.tcgetattr(watching.screen)
    settings[3] |= LINES
    termios.tcsetattr(watching.screen, termios.TCSANOW, settings)
    watching.type("n")
    shown = watching.until("· light 3 · ")
    assert "“two is said” is red" in shown
    assert "Make it green, then n. A hint: h" in shown
    assert " RED · 2 green, 1 failed " in shown
    watching.type("q")
    shown, status = watching.end()
    assert "Your code and your lights are kept. To go on: make watch NAME=tables-3" in shown
    assert status == 0
    assert list_runs(attempt)[-1] == ("next", "red", 2)


ENDS = {
    "Ctrl-C": (lambda watching: watching.type("\x03"), 0, ""),
    "it is ended": (lambda watching: os.kill(watching.job, signal.SIGTERM), 0, ""),
    "its folder is deleted": (None, 1, "the folder of tables-3 is gone, and with it make watch"),
}


@pytest.mark.parametrize(("end", "status", "said"), ENDS.values(), ids=ENDS)
def test_it_ends_quietly_and_leaves_the_terminal_as_it_was(attempt, watching, end, status, said):
    end(watching) if end else shutil.rmtree(attempt.folder)
    shown, ended = watching.end()
    assert said in shown
    assert ended == status


def test_ctrl_c_ends_a_run_that_does_not_end(endless, watching):
    runs = endless()
    watching.until("running …")
    watching.type("\x03")
    watching.end()
    assert living(runs) == []
