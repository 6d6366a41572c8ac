"""A throwaway copy of the workspace, to plant faults in."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
KEPT = ["Makefile", "README.md", "dojo", "katas", "pytest.ini", "requirements", "steps", "tests/suite"]

# The trap of law 8 is hidden where this is set, and colours where these are.
HIDING = {"PYTHONDONTWRITEBYTECODE", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "MAKEFLAGS", "MAKELEVEL", "PYTHON"}


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
        )

    def make(self, *words, **how):
        return self.run("make", *words, **how)

    def gate(self, steps):
        """What the gate says of these steps."""
        return self.run(sys.executable, "-m", "dojo.gate", "--steps", steps)


def copied(folder):
    """A copy of the workspace below a folder, without anybody's attempts."""
    left_out = shutil.ignore_patterns("__pycache__", "attempts")
    root = folder / "a dojo"
    (root / "tests").mkdir(parents=True)
    for name in KEPT:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, root / name, ignore=left_out)
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
