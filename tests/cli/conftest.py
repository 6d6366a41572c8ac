"""A workspace with nothing but locks, and a stub in place of venv and pip."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import TOP

from dojo.cli import environment

VERSION = f"python{sys.version_info[0]}.{sys.version_info[1]}"


@pytest.fixture
def top(tmp_path):
    """A workspace with nothing but locks."""
    shutil.copytree(TOP / "requirements", tmp_path / "a dojo" / "requirements")
    return tmp_path / "a dojo"


class Pip:
    """Makes an environment at once and installs nothing; what has one of the words in `fails` fails."""

    def __init__(self):
        self.fails = []
        self.asked, self.settings = [], {}
        """The commands, in one line each, and the settings of the last one."""

    def run(self, top, command, **settings):
        words = " ".join(command)
        self.asked.append(words)
        self.settings = settings
        if "-m venv" in words:
            venv = top / command[-1]
            (venv / "bin").mkdir(parents=True)
            (venv / "lib" / VERSION).mkdir(parents=True)
            (venv / "bin" / "python").symlink_to(Path(sys.executable).resolve())
        failed = any(one in words for one in self.fails)
        said = "Collecting tiny\nERROR: no such thing\n" if failed else "Python 3.11 on linux-x86_64\n"
        return subprocess.CompletedProcess(command, int(failed), said)


@pytest.fixture
def pip(monkeypatch):
    """The stub that the functions call in place of venv and pip."""
    stub = Pip()
    monkeypatch.setattr(environment, "run", stub.run)
    return stub
