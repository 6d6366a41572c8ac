"""What a shell has set for Python, pytest or coverage changes no verb, and is named."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from helpers import TOP

from dojo.cli import main

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


@pytest.mark.parametrize("name", IGNORED.split())
def test_what_would_change_a_run_is_seen(monkeypatch, name):
    monkeypatch.setenv(name, "1")
    assert main.changing_variables() == [name]


@pytest.mark.parametrize("variable", LEFT.split())
def test_what_changes_no_run_is_left(monkeypatch, variable):
    monkeypatch.setenv(*variable.split("="))
    assert main.changing_variables() == []


OPTIMIZE, LIB = {"PYTHONOPTIMIZE": "1"}, {"PYTHONPATH": "lib"}
BEGINS = [
    pytest.param("diff step-2", 0, 0, OPTIMIZE, {}, ["-X"], id="a variable that this Python has heeded"),
    pytest.param("diff step-2", 0, 1, OPTIMIZE, {}, [], id="a variable that it has not"),
    pytest.param("diff step-2", 1, 0, {}, {}, ["-X"], id="a flag"),
    pytest.param("diff step-2", 0, 0, {}, {}, [], id="nothing"),
    pytest.param("accept", 0, 0, LIB, LIB, ["-E"], id="a variable that stays for a participant's program"),
]


@pytest.mark.parametrize(("words", "optimize", "ignores", "there", "left", "flag"), BEGINS)
def test_a_verb_begins_again_in_a_python_that_has_heeded_nothing(
    here, monkeypatch, capsys, words, optimize, ignores, there, left, flag
):
    commands = []
    for name, value in there.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(
        main.sys, "flags", SimpleNamespace(optimize=optimize, ignore_environment=ignores, utf8_mode=1)
    )
    monkeypatch.setattr(main.sys, "prefix", str(TOP / ".venv"))
    monkeypatch.setattr("os.execv", lambda _path, command: commands.append(command))
    monkeypatch.setattr(main, "run_verb", lambda _call: 0)
    monkeypatch.chdir("/")
    assert main.perform(words.split(), here.workspace) == 0
    assert {name: os.environ[name] for name in there if name in os.environ} == left
    said = f"ignoring {', '.join(there)}: this would change what runs\n" if there != left else ""
    assert capsys.readouterr() == ("", said)
    assert [(command[1:2], " ".join(command[-len(words.split()) :])) for command in commands] == [
        (flag, words)
    ] * bool(flag)
    assert Path.cwd() == (TOP if flag else Path("/"))
