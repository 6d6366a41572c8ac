"""What a shell has set for Python, pytest or coverage changes no verb, and is named."""

import os
import sys

import pytest
from helpers import typed_copy

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
        monkeypatch.setattr(main, "become", lambda _command: None)
        monkeypatch.setattr(main.run, "verb", lambda _call: 0)
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


@pytest.fixture
def typed(tmp_path):
    return typed_copy(tmp_path)


def test_typed_a_verb_runs_as_if_nothing_were_set_and_says_so_once(typed):
    """Each of these alone ends any Python in words of its own, or changes which tests are run."""
    made = typed.make(
        "step-2",
        PYTHONHOME="/nowhere",
        PYTHONSAFEPATH="1",
        PYTHONINSPECT="1",
        PYTHONOPTIMIZE="2",
        PYTHONIOENCODING="ascii",
        PYTEST_ADDOPTS="-k wheel",
    )
    assert made.returncode == 0
    assert made.stderr == (
        "set aside: PYTEST_ADDOPTS, PYTHONHOME, PYTHONINSPECT, PYTHONIOENCODING, PYTHONOPTIMIZE,"
        " PYTHONSAFEPATH: they would change what is run\n"
    )
    assert "step 2: 2 green, " in made.stdout


def test_a_mistake_is_one_line_whatever_is_set(typed):
    made = typed.make("red", PYTHONHOME="/nowhere", PYTEST_ADDOPTS="-k wheel")
    assert (made.returncode, len(made.stderr.splitlines())) == (2, 1)


def test_typed_what_is_harmless_is_heeded(typed):
    made = typed.make("--dry-run", "step-2", "diff", PYTHONDONTWRITEBYTECODE="1", PYTHONUNBUFFERED="1")
    assert "python -E -X utf8 -B -u -m dojo diff" in made.stdout


BY_HAND = [
    pytest.param([], {"PYTHONOPTIMIZE": "1"}, "PYTHONOPTIMIZE", id="a variable"),
    pytest.param([], {"PYTHONHASHSEED": "0"}, "PYTHONHASHSEED", id="the hash seed"),
    pytest.param(["-O"], {}, "-O", id="a flag"),
]
FLAGS = """    from sys import flags
    print(flags.optimize, flags.hash_randomization, flags.ignore_environment)"""


@pytest.mark.parametrize(("flags", "variables", "said"), BY_HAND)
def test_by_hand_a_verb_begins_anew_in_a_python_that_has_not_heeded_them(typed, flags, variables, said):
    """From any Python, here the one that .venv is made from, by way of that of .venv."""
    verb = "    return (RUNS.get("
    typed.edit("dojo/cli/run.py", verb, f"{FLAGS}\n{verb}")
    python = getattr(sys, "_base_executable", sys.executable)
    made = typed.run(python, *flags, "-m", "dojo", "diff", "step-2", **variables)
    assert made.returncode == 0
    assert made.stdout.splitlines()[0] == "0 1 1"
    assert made.stderr == f"set aside: {said}: it would change what is run\n"
