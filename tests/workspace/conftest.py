"""A throwaway copy of the workspace, to plant faults in."""

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
import time
from pathlib import Path

import pytest

collect_ignore = ["documents"]  # they are judged: `import poker` is what the judge gives them

ROOT = Path(__file__).parent.parent.parent
KEPT = ["Makefile", "README.md", "dojo", "katas", "pytest.ini", "requirements", "steps", "tests/suite"]

NOT_COPIED = shutil.ignore_patterns("__pycache__", "attempts")

# The trap of law 8 is hidden where this is set, and colours where these are.
HIDING = {"PYTHONDONTWRITEBYTECODE", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "MAKEFLAGS", "MAKELEVEL", "PYTHON"}

FOR_EVER = 300
"""Seconds: a command that has not ended by then never does."""


class Workspace:
    """A copy of the workspace, in a folder whose name has a space."""

    def __init__(self, root):
        self.root = root

    def edit(self, path, old, new):
        """Replace the one place where `old` stands in a file (`step_07/poker.py` finds its step)."""
        file = self.path(path)
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{path} has {text.count(old)} times {old!r}"
        file.write_text(text.replace(old, new), encoding="utf-8")

    def path(self, path):
        """A file of the copy; the slug of a step may be left out."""
        step, _, name = path.partition("/")
        found = sorted((self.root / "steps").glob(f"{step}_*")) if step.startswith("step_") else []
        return found[0] / name if found else self.root / path

    def run(self, *command, stdin="", **environment):
        """What a command gives back here: its exit status, and what it prints."""
        return subprocess.run(
            [str(part) for part in command],
            cwd=self.root,
            env={k: v for k, v in os.environ.items() if k not in HIDING} | environment,
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=FOR_EVER,
        )

    def make(self, *words, **how):
        return self.run("make", *words, **how)

    def gate(self, steps):
        """What the gate says of these steps."""
        return self.run(sys.executable, "-m", "dojo.gate", "--steps", steps)


class Watching:
    """A verb that watches, on a terminal of 80 columns."""

    def __init__(self, workspace, *words, **environment):
        self.screen, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            ["make", *words],
            cwd=workspace.root,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={k: v for k, v in os.environ.items() if k not in HIDING} | {"TERM": "xterm"} | environment,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        os.close(theirs)

    def until(self, words, timeout=60):
        """What is shown up to these words; what was shown, when they do not come."""
        shown, deadline = "", time.monotonic() + timeout
        while words not in shown and time.monotonic() < deadline:
            if select.select([self.screen], [], [], 1)[0]:
                try:
                    shown += os.read(self.screen, 65536).decode(errors="replace")
                except OSError:
                    break
        return shown

    def until_pytest_has_ended(self):
        """A run that is interrupted while it ends would say so; what is tested is Ctrl-C while waiting."""
        while self.pytest_is_running():
            self.until("never said", timeout=0.1)

    def pytest_is_running(self):
        listing = subprocess.check_output(["ps", "-A", "-ww", "-o", "pgid=,command="], text=True)
        ours = [line for line in listing.splitlines() if line.split()[0] == str(self.process.pid)]
        return any("-m pytest " in line for line in ours)

    def stop(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.screen)


def copied(folder):
    """A copy of the workspace below a folder."""
    root = folder / "a dojo"
    (root / "tests").mkdir(parents=True)
    for name in KEPT:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, root / name, ignore=NOT_COPIED)
        else:
            shutil.copy2(ROOT / name, root / name)
    (root / ".venv").symlink_to(ROOT / ".venv")
    return Workspace(root)


@pytest.fixture
def workspace(tmp_path):
    return copied(tmp_path)


@pytest.fixture(scope="session")
def here():
    """The workspace itself, to look at and not to change."""
    return Workspace(ROOT)
