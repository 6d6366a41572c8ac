"""A terminal that hands over single keys: how it is when what hears them is stopped, and when it ends."""

import os
import pty
import select
import signal
import termios
from contextlib import suppress
from fcntl import ioctl

import pytest

from dojo.coach.watch.terminal import single_keys
from dojo.runner.child.breakpoints import in_front

LINES = termios.ICANON | termios.ECHO
"""What a shell wants of its terminal: a line at a time, which is shown while it is typed."""


class Shell:
    """A shell on a terminal, with one job in front, which hears keys: it tells which, and how it fares."""

    def __init__(self):
        self.screen, terminal = pty.openpty()
        self.told, self.tell = os.pipe()
        hear, self.go = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            with suppress(BaseException):
                os.setsid()
                ioctl(terminal, termios.TIOCSCTTY, 0)
                self.be_the_shell(terminal, hear)
            os._exit(0)
        os.close(terminal)
        os.close(self.tell)
        os.close(hear)

    def be_the_shell(self, terminal, hear):
        """Run the job, tell when it stops, let it go on when told to, and tell when it ends."""
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        job = os.fork()
        if not job:
            os.setpgid(0, 0)
            os.tcsetpgrp(terminal, os.getpid())
            signal.signal(signal.SIGINT, signal.default_int_handler)
            with suppress(KeyboardInterrupt), single_keys(terminal, lambda: os.write(self.tell, b"resumed ")):
                os.write(self.tell, b"begun ")
                while text := os.read(terminal, 64):
                    os.write(self.tell, text + b" ")
            os._exit(0)
        while os.WIFSTOPPED(os.waitpid(job, os.WUNTRACED)[1]):
            os.write(self.tell, b"stopped ")
            os.read(hear, 1)
            os.killpg(job, signal.SIGCONT)
        os.write(self.tell, b"ended ")

    def until(self, words):
        """What it has told up to these words."""
        told = b""
        while (
            words not in told
            and select.select([self.told], [], [], 30)[0]
            and (part := os.read(self.told, 99))
        ):
            told += part
        return told.decode()

    @property
    def takes_lines(self):
        return termios.tcgetattr(self.screen)[3] & LINES == LINES

    def type(self, keys):
        os.write(self.screen, keys)


@pytest.fixture
def shell():
    one = Shell()
    assert one.until(b"begun") == "begun "
    yield one
    os.kill(one.pid, signal.SIGKILL)
    os.waitpid(one.pid, 0)
    for end in (one.screen, one.told, one.go):
        os.close(end)


def test_keys_arrive_as_they_are_typed_and_are_not_shown(shell):
    shell.type(b"n")
    assert shell.until(b"n ") == "n "
    shell.type(b"h")
    assert shell.until(b"h ") == "h "
    assert not select.select([shell.screen], [], [], 0)[0]


def test_after_ctrl_c_it_is_as_it_was(shell):
    assert not shell.takes_lines
    shell.type(b"\x03")
    shell.until(b"ended")
    assert shell.takes_lines


def test_stopped_with_ctrl_z_it_is_as_it_was_and_goes_on_with_single_keys(shell):
    shell.type(b"\x1a")
    shell.until(b"stopped")
    assert shell.takes_lines
    os.write(shell.go, b"!")
    assert "resumed " in shell.until(b"resumed")
    assert not shell.takes_lines
    shell.type(b"n")
    assert "n " in shell.until(b"n ")


def test_a_terminal_that_no_shell_controls_in_front():
    screen, terminal = pty.openpty()
    assert in_front(terminal)
    os.close(screen)
    os.close(terminal)
