"""Setting up: what can go wrong is answered in one line, and leaves nothing half-made behind.

venv and pip are a stub here; tests/check/test_environment.py calls the real ones, and make.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import TOP

from dojo.attempt import lock
from dojo.attempt.lock import take_lock
from dojo.cli import environment, main
from dojo.cli.environment import BUILD, NEEDS, ensure_environment, is_ready, python_of
from dojo.cli.pip import SETTINGS
from dojo.errors import EnvironmentProblem

SETTING_UP = (
    "Setting up .venv from requirements/loop.txt, once: ten seconds, or a minute on a slow network.\n"
)
NOT_INSTALLED = "could not install requirements/loop.txt"


@pytest.fixture
def top(tmp_path):
    """A workspace with nothing but locks."""
    shutil.copytree(TOP / "requirements", tmp_path / "a dojo" / "requirements")
    return tmp_path / "a dojo"


class Pip:
    """Makes an environment at once and installs nothing; what has the word `fails` fails, or raises."""

    def __init__(self):
        self.fails, self.error = "nothing", None
        self.asked, self.settings = [], {}
        """The commands, in one line each, and the settings of the last one."""

    def run(self, top, command, **settings):
        words = " ".join(command)
        self.asked.append(words)
        self.settings = settings
        if "-m venv" in words:
            venv = top / command[-1]
            (venv / "bin").mkdir(parents=True)
            (venv / "lib" / Path(sys.executable).resolve().name).mkdir(parents=True)
            (venv / "bin" / "python").symlink_to(Path(sys.executable).resolve())
        if self.fails in words and self.error:
            raise self.error
        said = "Collecting tiny\nERROR: no such thing\n"
        return subprocess.CompletedProcess(command, int(self.fails in words), said)


@pytest.fixture
def pip(monkeypatch):
    """The stub that the functions call in place of venv and pip."""
    stub = Pip()
    monkeypatch.setattr(environment, "run", stub.run)
    return stub


def test_an_environment_is_made_once(top, pip, capsys):
    """A lock that is only touched is the same."""
    python = ensure_environment(top, "loop", sys.executable)
    assert python == top / ".venv" / "bin" / "python"
    assert capsys.readouterr() == ("", SETTING_UP)
    install = "-m pip install --quiet --require-hashes -r requirements/loop.txt"
    assert pip.asked[1:] == [f"{sys.executable} -m venv .venv", f"{python} {install}"]
    assert pip.settings == SETTINGS
    (top / "requirements" / "loop.txt").touch()
    assert ensure_environment(top, "loop", sys.executable) == python
    assert capsys.readouterr() == ("", "")
    assert len(pip.asked) == 3
    assert [path.name for path in top.glob(".venv*")] == [".venv"]
    assert ensure_environment(top, "bulk", sys.executable) == top / ".venv-bulk" / "bin" / "python"


def put_another_python_in_its_place(top):
    """As an upgrade of the system does."""
    upgraded = top / "python3.99"
    upgraded.write_text("#!/bin/sh\n")
    python_of(top, "loop").unlink()
    python_of(top, "loop").symlink_to(upgraded)


CHANGES = [
    pytest.param(lambda top: (top / "requirements" / "loop.txt").write_text("# changed\n"), id="its lock"),
    pytest.param(lambda top: (top / BUILD).write_text("setuptools==1\n"), id="what builds its packages"),
    pytest.param(lambda top: python_of(top, "loop").unlink(), id="its Python is gone"),
    pytest.param(put_another_python_in_its_place, id="its Python is another one"),
    pytest.param(lambda top: (top / ".venv" / "ready").unlink(), id="it was cut short"),
]


@pytest.mark.usefixtures("pip")
@pytest.mark.parametrize("change", CHANGES)
def test_after_a_change_it_is_made_again(top, change):
    ensure_environment(top, "loop", sys.executable)
    change(top)
    assert not is_ready(top, "loop")
    ensure_environment(top, "loop", sys.executable)
    assert is_ready(top, "loop")
    assert [path.name for path in top.glob(".venv*")] == [".venv"]


NO_VENV = f"{sys.executable} cannot make .venv: ERROR: no such thing ({NEEDS})"
FAULTS = [
    pytest.param("-c", None, NO_VENV, id="a Python that is too old"),
    pytest.param("-m venv", None, NO_VENV, id="venv"),
    pytest.param("install", None, f"{NOT_INSTALLED} (is there a network?): ERROR: no such thing", id="pip"),
    pytest.param("-c", FileNotFoundError(2, "gone", "python9"), "[Errno 2] gone: 'python9'", id="no Python"),
    pytest.param("install", KeyboardInterrupt(), "", id="Ctrl-C"),
]


@pytest.mark.parametrize("older", [False, True], ids=["nothing", "an older one"])
@pytest.mark.parametrize(("fails", "error", "told"), FAULTS)
def test_what_fails_is_told_and_nothing_is_left_but_an_older_one(top, pip, fails, error, told, older):
    pip.fails, pip.error = fails, error
    if older:
        (top / ".venv" / "older").mkdir(parents=True)
    with pytest.raises((EnvironmentProblem, OSError, KeyboardInterrupt)) as stop:
        ensure_environment(top, "loop", sys.executable)
    assert str(stop.value) == told
    assert [path.name for path in top.glob(".venv*/*")] == ["older"] * older


def test_wheels_that_lie_in_the_workspace_are_installed_without_an_index(top, pip):
    """A URL has no spaces: pip would split its setting there."""
    (top / "wheels").mkdir()
    ensure_environment(top, "loop", sys.executable)
    address = f"file://{str(top).replace(' ', '%20')}/wheels"
    assert pip.settings == SETTINGS | {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": address}
    (top / ".venv" / "ready").unlink()
    pip.fails = "install"
    with pytest.raises(EnvironmentProblem) as stop:
        ensure_environment(top, "loop", sys.executable)
    doubt = "(does wheels/ have them for this system and this Python?)"
    assert str(stop.value) == f"{NOT_INSTALLED} {doubt}: ERROR: no such thing"


@pytest.mark.usefixtures("pip")
def test_of_two_set_ups_at_once_the_second_waits_for_the_first(top, capsys, monkeypatch):
    (top / ".cache").mkdir()
    first, waits = take_lock(top / ".cache" / "loop.lock"), []

    def wait(seconds):
        waits.append(seconds)
        assert len(waits) <= 3
        if len(waits) == 3:
            environment.rebuild(top, "loop", sys.executable)
            first.close()

    monkeypatch.setattr(lock, "SAY_WAITING_AFTER_S", -1)
    monkeypatch.setattr(lock.time, "sleep", wait)
    ensure_environment(top, "loop", sys.executable)
    waiting = "Another set-up of .venv is under way: this one waits.\n"
    assert capsys.readouterr() == ("", f"{waiting}{SETTING_UP}")
    take_lock(top / ".cache" / "loop.lock").close()  # nobody holds it any more


def test_a_python_that_is_too_old_makes_none(tmp_path):
    lie = environment.CAN_MAKE_ONE.replace("sys.exit", "sys.version_info = (3, 10, 4); sys.exit")
    asked = subprocess.run([sys.executable, "-c", lie], cwd=tmp_path, capture_output=True, text=True)
    assert (asked.returncode, asked.stderr) == (1, f"it is {sys.version[:6]}\n")


# Which environments a verb asks for

ASKED = [
    ("diff step-2 PYTHON=python9", [("loop", "python9")]),
    ("test step-2", [("loop", "")]),
    ("test", [("loop", ""), ("test", "")]),
    ("bench", [("loop", "")]),
    ("prove REPO=. PYTHON=python9", [("loop", "")]),
]


@pytest.mark.parametrize(("words", "environments"), ASKED, ids=[row[0] for row in ASKED])
def test_a_verb_becomes_one_in_its_environments(bare, monkeypatch, words, environments):
    asked, becomes = [], []
    monkeypatch.chdir("/")
    monkeypatch.setattr(
        main, "ensure_environment", lambda top, *how: asked.append((*how, "")[:2]) or top / ".venv"
    )
    monkeypatch.setattr("os.execv", lambda _path, command: becomes.append(command))
    monkeypatch.setattr(main, "run_verb", lambda _call: 3)
    assert main.perform(words.split(), bare.workspace) == 3
    assert asked == [*environments, ("loop", "")]
    assert becomes == [[".venv", "-X", "utf8", "-m", "dojo", *words.split()]]
    assert Path.cwd() == bare.root


def test_trouble_in_setting_up_is_a_line(here, monkeypatch, capsys):
    def fails(*_how):
        raise EnvironmentProblem("no\nnetwork")

    monkeypatch.setattr(main, "ensure_environment", fails)
    assert main.main(["gate"], here.root) == 1
    assert capsys.readouterr() == ("", "no network\n")
