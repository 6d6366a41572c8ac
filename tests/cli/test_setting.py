"""What a shell has set for Python, pytest or coverage changes no verb, and is named."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers import TOP

from dojo.cli import main
from dojo.cli.main import perform

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


@pytest.mark.parametrize("name", IGNORED.split())
def test_what_would_change_a_run_is_taken_from_all_that_a_verb_starts(verb, capsys, name):
    assert verb("where", **{name: "1"}) == {}
    assert capsys.readouterr() == ("", f"ignoring {name}: this would change what runs\n")


@pytest.mark.parametrize("variable", LEFT.split())
def test_what_changes_no_run_is_left_and_nothing_is_said(verb, capsys, variable):
    name, value = variable.split("=")
    assert verb("where", **{name: value}) == {name: value}
    assert capsys.readouterr() == ("", "")


def test_a_participants_program_has_the_variables_of_their_shell(verb, capsys):
    assert verb("accept", PYTHONPATH="lib") == {"PYTHONPATH": "lib"}
    assert capsys.readouterr() == ("", "")


BY_HAND = [
    pytest.param("diff", 0, 0, {"PYTHONOPTIMIZE": "1"}, ["-X"], id="a variable that this Python has heeded"),
    pytest.param("accept", 0, 0, {"PYTHONPATH": "lib"}, ["-E"], id="one that stays for a program"),
    pytest.param("diff", 0, 1, {"PYTHONOPTIMIZE": "1"}, [], id="a variable that it has not"),
    pytest.param("diff", 1, 0, {}, ["-X"], id="a flag"),
    pytest.param("diff", 0, 0, {}, [], id="nothing"),
]


@pytest.mark.parametrize(("word", "optimize", "ignores", "variables", "flag"), BY_HAND)
def test_by_hand_a_verb_begins_again(here, monkeypatch, word, optimize, ignores, variables, flag):
    """In a Python that has heeded nothing."""
    commands = []
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    flags = SimpleNamespace(optimize=optimize, ignore_environment=ignores)
    monkeypatch.setattr(
        main,
        "sys",
        SimpleNamespace(flags=flags, prefix=str(TOP / ".venv"), stderr=SimpleNamespace(write=len)),
    )
    monkeypatch.setattr("os.execv", lambda _path, command: commands.append(command))
    monkeypatch.setattr(main, "run_verb", lambda _call: 0)
    monkeypatch.chdir("/")
    words = [word, "step-2"] if word == "diff" else [word]
    assert perform(words, here.workspace) == 0
    assert [command[1:2] for command in commands] == [flag] * bool(flag)
    assert [command[-len(words) :] for command in commands] == [words] * bool(flag)
    assert Path.cwd() == (TOP if flag else Path("/"))
