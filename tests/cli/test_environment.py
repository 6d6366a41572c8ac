"""Setting up: what can go wrong is answered in one line, and leaves nothing half-made behind.

venv and pip are a stub here; tests/check/test_environment.py calls the real ones, and make.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers import TOP

from dojo.attempt import lock
from dojo.attempt.lock import take_lock
from dojo.cli import environment, main
from dojo.cli.environment import BUILD, NEEDS, ensure_environment, is_ready, python_of
from dojo.cli.pip import SETTINGS
from dojo.errors import EnvironmentProblem, UsageError

NOT_INSTALLED = "could not install requirements/loop.txt"


@pytest.fixture
def top(tmp_path):
    """A workspace with nothing but locks."""
    shutil.copytree(TOP / "requirements", tmp_path / "a dojo" / "requirements")
    return tmp_path / "a dojo"


@pytest.fixture
def pip(monkeypatch):
    """A stub in place of venv and pip: it makes an environment at once, and installs nothing.

    What has the word `fails` fails, or raises `error`. `asked` are the commands, in one line each.
    """
    stub = SimpleNamespace(fails="nothing", error=None, asked=[], settings={})

    def run(top, command, **settings):
        words, stub.settings = " ".join(command), settings
        stub.asked.append(words)
        if "-m venv" in words:
            venv, python = top / command[-1], Path(sys.executable).resolve()
            (venv / "bin").mkdir(parents=True)
            (venv / "lib" / python.name).mkdir(parents=True)
            (venv / "bin" / "python").symlink_to(python)
        if stub.fails in words and stub.error:
            raise stub.error
        said = "Collecting tiny\nERROR: no such thing\n"
        return subprocess.CompletedProcess(command, int(stub.fails in words), said)

    monkeypatch.setattr(environment, "run", run)
    return stub


def test_an_environment_is_made_once(top, pip, capsys):
    """A lock that is only touched is the same."""
    python = ensure_environment(top, "loop", sys.executable)
    assert python == top / ".venv" / "bin" / "python"
    out, err = capsys.readouterr()
    assert (out, err.partition(":")[0]) == ("", "Setting up .venv from requirements/loop.txt, once")
    install = "-m pip install --quiet --require-hashes -r requirements/loop.txt"
    assert pip.asked[1:] == [f"{sys.executable} -m venv .venv", f"{python} {install}"]
    assert pip.settings == SETTINGS
    (top / "requirements" / "loop.txt").touch()
    assert ensure_environment(top, "loop", sys.executable) == python
    assert capsys.readouterr() == ("", "")
    assert len(pip.asked) == 3
    assert [path.name for path in top.glob(".venv*")] == [".venv"]
    assert ensure_environment(top, "bulk", sys.executable) == top / ".venv-bulk" / "bin" / "python"


def upgrade(top):
    """Put another Python in the place of that of the environment, as an upgrade of the system does."""
    (top / "python3.99").write_text("#!/bin/sh\n")
    python_of(top, "loop").unlink()
    python_of(top, "loop").symlink_to(top / "python3.99")


CHANGES = {
    "its lock": lambda top: (top / "requirements" / "loop.txt").write_text("# changed\n"),
    "what builds its packages": lambda top: (top / BUILD).write_text("setuptools==1\n"),
    "its Python is gone": lambda top: python_of(top, "loop").unlink(),
    "its Python is another one": upgrade,
    "it was cut short": lambda top: (top / ".venv" / "ready").unlink(),
}


@pytest.mark.usefixtures("pip")
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_after_a_change_it_is_made_again(top, change):
    ensure_environment(top, "loop", sys.executable)
    change(top)
    assert not is_ready(top, "loop")
    ensure_environment(top, "loop", sys.executable)
    assert is_ready(top, "loop")
    assert [path.name for path in top.glob(".venv*")] == [".venv"]


NO_VENV = f"{sys.executable} cannot make .venv: ERROR: no such thing ({NEEDS})"
FAULTS = {
    "a Python that is too old": ("-c", None, NO_VENV),
    "venv": ("-m venv", None, NO_VENV),
    "pip": ("install", None, f"{NOT_INSTALLED} (is there a network?): ERROR: no such thing"),
    "no Python": ("-c", FileNotFoundError(2, "gone", "python9"), "[Errno 2] gone: 'python9'"),
    "Ctrl-C": ("install", KeyboardInterrupt(), ""),
}


@pytest.mark.parametrize(("fails", "error", "told"), FAULTS.values(), ids=FAULTS)
def test_what_fails_is_told_and_nothing_is_left_but_an_older_one(top, pip, fails, error, told):
    pip.fails, pip.error = fails, error
    for older in ([], ["older"]):
        for name in older:
            (top / ".venv" / name).mkdir(parents=True)
        with pytest.raises((EnvironmentProblem, OSError, KeyboardInterrupt)) as stop:
            ensure_environment(top, "loop", sys.executable)
        assert str(stop.value) == told
        assert [path.name for path in top.glob(".venv*/*")] == older


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
    waiting = "Another set-up of .venv is under way: this one waits.\nSetting up .venv "
    assert capsys.readouterr().err.startswith(waiting)
    take_lock(top / ".cache" / "loop.lock").close()  # nobody holds it any more


def test_a_python_that_is_too_old_makes_none(tmp_path):
    lie = environment.CAN_MAKE_ONE.replace("sys.exit", "sys.version_info = (3, 10, 4); sys.exit")
    asked = subprocess.run([sys.executable, "-c", lie], cwd=tmp_path, capture_output=True, text=True)
    assert (asked.returncode, asked.stderr) == (1, f"it is {sys.version[:6]}\n")


def test_a_python_that_is_not_there_is_named_with_the_remedy(top):
    remedy = "name a Python 3.11 or newer, for example PYTHON=python3.12"
    answer = f"PYTHON=no-such-python: there is no such program; {remedy}"
    with pytest.raises(UsageError, match=f"^{re.escape(answer)}$"):
        ensure_environment(top, "loop", "no-such-python")
    assert not (top / ".venv").exists()


ASKED = {
    "diff step-2 PYTHON=python9": [("loop", "python9")],
    "test": [("loop", ""), ("test", "")],
    "bench": [("loop", "")],
    "prove REPO=. PYTHON=python9": [("loop", "")],
}


@pytest.mark.parametrize("words", ASKED)
def test_a_verb_becomes_one_in_its_environments(bare, monkeypatch, words):
    asked, becomes = [], []
    monkeypatch.chdir("/")
    monkeypatch.setattr(
        main, "ensure_environment", lambda top, *how: asked.append((*how, "")[:2]) or top / ".venv"
    )
    monkeypatch.setattr("os.execv", lambda _path, command: becomes.append(command))
    monkeypatch.setattr(main, "run_verb", lambda _call: 3)
    assert main.perform(words.split(), bare.workspace) == 3
    assert asked == [*ASKED[words], ("loop", "")]
    assert becomes == [[".venv", "-X", "utf8", "-m", "dojo", *words.split()]]
    assert Path.cwd() == bare.root


def test_trouble_in_setting_up_is_a_line(here, monkeypatch, capsys):
    def fails(*_how):
        raise EnvironmentProblem("no\nnetwork")

    monkeypatch.setattr(main, "ensure_environment", fails)
    assert main.main(["gate"], here.root) == 1
    assert capsys.readouterr() == ("", "no network\n")


IGNORED = """
    PYTHONSAFEPATH PYTHONINSPECT PYTHONHOME PYTHONPATH PYTHONOPTIMIZE PYTHONWARNINGS PYTHONBREAKPOINT
    PYTHONDEVMODE PYTHONTRACEMALLOC PYTHONEXECUTABLE PYTHONPLATLIBDIR PYTHONIOENCODING PYTHONCASEOK
    PYTHONUSERBASE PYTHONPYCACHEPREFIX PYTHONHASHSEED
    PYTEST_ADDOPTS PYTEST_PLUGINS PYTEST_DISABLE_PLUGIN_AUTOLOAD PYTEST_DEBUG
    COVERAGE_PROCESS_START COVERAGE_RCFILE COVERAGE_FILE COVERAGE_CORE COV_CORE_SOURCE
"""
LEFT = """
    PYTHON=python3.12 PYTHONUTF8=1 PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PYTHONSTARTUP=.pythonrc
    PYTHONHASHSEED=random PYTHONOPTIMIZE= PYTHON_VERSION=3.13.1 PYTHON_COLORS=0
    PYTEST_CURRENT_TEST=test_a PYTEST_XDIST_WORKER=gw0 PY_COLORS=1 COVERAGE_THRESHOLD=90 MYPYTHONPATH=x
"""


@pytest.mark.parametrize("variable", [*IGNORED.split(), *LEFT.split()])
def test_what_would_change_a_run_is_seen_and_nothing_else(monkeypatch, variable):
    name, sign, value = variable.partition("=")
    monkeypatch.setenv(name, value if sign else "1")
    assert main.changing_variables() == ([] if sign else [name])


BEGINS = {
    "a variable that this Python has heeded": ("diff step-2", 0, 0, "PYTHONOPTIMIZE", ["-X"]),
    "a variable that it has not": ("diff step-2", 0, 1, "PYTHONOPTIMIZE", []),
    "a flag": ("diff step-2", 1, 0, "", ["-X"]),
    "nothing": ("diff step-2", 0, 0, "", []),
    "a variable that stays for a participant's program": ("accept", 0, 0, "PYTHONPATH", ["-E"]),
}


@pytest.mark.parametrize(("words", "optimize", "ignores", "variable", "flag"), BEGINS.values(), ids=BEGINS)
def test_a_verb_begins_again_in_a_python_that_has_heeded_nothing(
    here, monkeypatch, capsys, words, optimize, ignores, variable, flag
):
    begun, flags = [], SimpleNamespace(optimize=optimize, ignore_environment=ignores, utf8_mode=1)
    if variable:
        monkeypatch.setenv(variable, "1")
    monkeypatch.setattr(main.sys, "flags", flags)
    monkeypatch.setattr(main.sys, "prefix", str(TOP / ".venv"))
    monkeypatch.setattr("os.execv", lambda _path, command: begun.append(command))
    monkeypatch.setattr(main, "run_verb", lambda _call: 0)
    monkeypatch.chdir("/")
    assert main.perform(words.split(), here.workspace) == 0
    is_ignored = bool(variable) and words != "accept"
    assert os.environ.get(variable) == ("1" if variable and not is_ignored else None)
    said = f"ignoring {variable}: this would change what runs\n" if is_ignored else ""
    assert capsys.readouterr() == ("", said)
    assert [command[1:2] for command in begun if command[-1] == words.split()[-1]] == [flag] * bool(flag)
    assert Path.cwd() == (TOP if flag else Path("/"))
