"""What a shell has set for Python, pytest or coverage changes no verb, and is named."""

import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers import TOP

from dojo.cli import main, setting
from dojo.cli.main import perform

SET_ASIDE = """
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


@pytest.fixture
def verb(here, monkeypatch):
    """Sets variables and begins a verb, up to where it goes into its environment: the variables by then."""

    def begin(word, **variables):
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(os, "chdir", lambda _folder: None)
        monkeypatch.setattr("os.execv", lambda _path, _command: None)
        monkeypatch.setattr(main, "run_verb", lambda _call: 0)
        perform([word], here.workspace)
        return {name: os.environ[name] for name in variables if name in os.environ}

    return begin


@pytest.mark.parametrize("name", SET_ASIDE.split())
def test_what_would_change_a_run_is_taken_from_all_that_a_verb_starts(verb, capsys, name):
    assert verb("where", **{name: "1"}) == {}
    assert capsys.readouterr() == ("", f"set aside: {name}: it would change what is run\n")


@pytest.mark.parametrize("variable", LEFT.split())
def test_what_changes_no_run_is_left_and_nothing_is_said(verb, capsys, variable):
    name, value = variable.split("=")
    assert verb("where", **{name: value}) == {name: value}
    assert capsys.readouterr() == ("", "")


def test_a_participants_program_has_the_variables_of_their_shell(verb, capsys):
    assert verb("accept", PYTHONPATH="lib") == {"PYTHONPATH": "lib"}
    assert capsys.readouterr() == ("", "")


def test_the_line_is_dim_on_a_terminal(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert setting.dim("set aside") == "\033[2mset aside\033[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert setting.dim("set aside") == "set aside"


def test_a_python_is_called_so_that_it_heeds_what_is_harmless(monkeypatch):
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert setting.python("python") == ["python", "-E", "-X", "utf8", "-B"]


BY_HAND = [
    pytest.param(0, 0, {"PYTHONOPTIMIZE": "1"}, True, id="a variable that this Python has heeded"),
    pytest.param(0, 1, {"PYTHONOPTIMIZE": "1"}, False, id="a variable that it has not"),
    pytest.param(1, 0, {}, True, id="a flag"),
    pytest.param(0, 0, {}, False, id="nothing"),
]


@pytest.mark.parametrize(("optimize", "ignores", "variables", "anew"), BY_HAND)
def test_by_hand_a_verb_begins_anew(here, monkeypatch, optimize, ignores, variables, anew):
    """In a Python that has heeded nothing."""
    commands = []
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    flags = SimpleNamespace(optimize=optimize, ignore_environment=ignores)
    monkeypatch.setattr(main, "sys", SimpleNamespace(flags=flags, prefix=str(TOP / ".venv")))
    monkeypatch.setattr("os.execv", lambda _path, command: commands.append(command[-4:]))
    monkeypatch.setattr(main, "run_verb", lambda _call: 0)
    monkeypatch.chdir("/")
    assert perform(["diff", "step-2"], here.workspace) == 0
    assert commands == [["-m", "dojo", "diff", "step-2"]] * anew
    assert Path.cwd() == (TOP if anew else Path("/"))
