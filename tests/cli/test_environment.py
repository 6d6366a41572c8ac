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
from dojo.bundle.pip import SETTINGS
from dojo.cli import environment, main
from dojo.cli.environment import BUILD, NO_VENV, ensure_environment, is_ready, python_of
from dojo.cli.setting import python
from dojo.errors import EnvironmentProblem

SETTING_UP = (
    "Setting up .venv from requirements/loop.txt, once: ten seconds, or a minute on a slow network.\n"
)
INSTALL = "-m pip install --quiet --require-hashes -r requirements/loop.txt"
NOT_INSTALLED = "could not install requirements/loop.txt"
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


@pytest.fixture
def made(top, pip, capsys):
    """A workspace whose environment has just been made."""
    ensure_environment(top, "loop", sys.executable)
    capsys.readouterr()
    pip.asked.clear()
    return top


def test_an_environment_is_made_once(top, pip, capsys):
    """A lock that is only touched is the same."""
    python = ensure_environment(top, "loop", sys.executable)
    assert python == top / ".venv" / "bin" / "python"
    assert capsys.readouterr() == ("", SETTING_UP)
    assert pip.asked == [f"{sys.executable} -m venv .venv", f"{python} {INSTALL}"]
    assert pip.settings == SETTINGS
    (top / "requirements" / "loop.txt").touch()
    assert ensure_environment(top, "loop", sys.executable) == python
    assert capsys.readouterr() == ("", "")
    assert len(pip.asked) == 2
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


@pytest.mark.parametrize("change", CHANGES)
def test_after_a_change_it_is_made_anew(made, pip, change):
    change(made)
    assert not is_ready(made, "loop")
    ensure_environment(made, "loop", sys.executable)
    assert is_ready(made, "loop")
    assert len(pip.asked) == 2
    assert [path.name for path in made.glob(".venv*")] == [".venv"]


FAULTS = [
    pytest.param(["-m venv", "ensurepip"], NO_VENV, id="no venv module"),
    pytest.param(["-m venv"], "could not make .venv: ERROR: no such thing", id="venv"),
    pytest.param(["install"], f"{NOT_INSTALLED} (is there a network?): ERROR: no such thing", id="pip"),
]


@pytest.mark.parametrize(("fails", "told"), FAULTS)
def test_what_fails_is_told_and_nothing_is_left_but_an_older_one(top, pip, capsys, fails, told):
    pip.fails = fails
    with pytest.raises(EnvironmentProblem) as stop:
        ensure_environment(top, "loop", sys.executable)
    assert str(stop.value) == told
    assert capsys.readouterr() == ("", SETTING_UP)
    assert list(top.glob(".venv*")) == []
    (top / ".venv" / "older").mkdir(parents=True)
    with pytest.raises(EnvironmentProblem):
        ensure_environment(top, "loop", sys.executable)
    assert [path.name for path in top.glob(".venv*")] == [".venv"]
    assert (top / ".venv" / "older").exists()


def test_wheels_that_lie_in_the_workspace_are_installed_without_an_index(top, pip):
    """A URL has no spaces: pip would split its setting there."""
    (top / "wheels").mkdir()
    ensure_environment(top, "loop", sys.executable)
    address = f"file://{str(top).replace(' ', '%20')}/wheels"
    assert pip.settings == SETTINGS | {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": address}
    (top / ".venv" / "ready").unlink()
    pip.fails = ["install"]
    with pytest.raises(EnvironmentProblem) as stop:
        ensure_environment(top, "loop", sys.executable)
    doubt = "(does wheels/ have them for Python 3.11 on linux-x86_64?)"
    assert str(stop.value) == f"{NOT_INSTALLED} {doubt}: ERROR: no such thing"


@pytest.mark.usefixtures("pip")
def test_ctrl_c_leaves_nothing_half_made(top, monkeypatch):
    def interrupted(*_how):
        raise KeyboardInterrupt

    monkeypatch.setattr(environment, "install_lock", interrupted)
    with pytest.raises(KeyboardInterrupt):
        ensure_environment(top, "loop", sys.executable)
    assert list(top.glob(".venv*")) == []


@pytest.mark.usefixtures("pip")
def test_of_two_set_ups_at_once_the_second_waits_for_the_first(top, capsys, monkeypatch):
    (top / ".cache").mkdir()
    first, waits = take_lock(top / ".cache" / "loop.lock"), []

    def wait(seconds):
        waits.append(seconds)
        assert len(waits) <= 3
        if len(waits) == 3:
            environment.rebuild_environment(top, "loop", sys.executable)
            first.close()

    monkeypatch.setattr(lock, "SAY_WAITING_AFTER_S", -1)
    monkeypatch.setattr(lock.time, "sleep", wait)
    ensure_environment(top, "loop", sys.executable)
    waiting = "Another set-up of .venv is under way: this one waits.\n"
    assert capsys.readouterr() == ("", f"{waiting}{SETTING_UP}")
    take_lock(top / ".cache" / "loop.lock").close()  # nobody holds it any more


# Which Python

TOO_OLD = "Python 3.11 or newer is needed, and {} is {}: install one, or name it: make PYTHON=python3.12"


@pytest.mark.usefixtures("pip")
@pytest.mark.parametrize(("text", "told"), [("echo 3.10.4", "3.10.4"), ("exit", "missing"), ("", "missing")])
def test_a_python_that_will_not_do_makes_none(top, text, told):
    python = top / "python3"
    if text:
        python.write_text(f"#!/bin/sh\n{text}\n")
        python.chmod(0o755)
    with pytest.raises(EnvironmentProblem) as stop:
        ensure_environment(top, "loop", str(python))
    assert str(stop.value) == TOO_OLD.format(python, told)
    assert list(top.glob(".venv*")) == []


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
    assert becomes == [[*python(".venv"), "-m", "dojo", *words.split()]]
    assert Path.cwd() == bare.root


def test_trouble_in_setting_up_is_a_line(here, monkeypatch, capsys):
    def fails(*_how):
        raise EnvironmentProblem("no\nnetwork")

    monkeypatch.setattr(main, "ensure_environment", fails)
    assert main.main(["gate"], here.root) == 1
    assert capsys.readouterr() == ("", "no network\n")
