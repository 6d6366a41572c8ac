"""What a shell has set, with verbs that are typed: with make, and by hand."""

import sys

import pytest
from helpers import typed_copy


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
        "ignoring PYTEST_ADDOPTS, PYTHONHOME, PYTHONINSPECT, PYTHONIOENCODING, PYTHONOPTIMIZE,"
        " PYTHONSAFEPATH: this would change what runs\n"
    )
    assert "step 2: 2 green, " in made.stdout


def test_a_mistake_is_one_line_whatever_is_set(typed):
    """And behind it the line in which make says that a verb has failed."""
    made = typed.make("red", PYTHONHOME="/nowhere", PYTEST_ADDOPTS="-k wheel")
    said, by_make = made.stderr.splitlines()
    assert (made.returncode, said) == (2, "red of which step? For example: make step-1 red")
    assert by_make.startswith("make: ***")


def test_typed_what_is_harmless_is_heeded(typed):
    made = typed.make("--dry-run", "step-2", "diff", PYTHONDONTWRITEBYTECODE="1", PYTHONUNBUFFERED="1")
    assert "python -E -X utf8 -B -u -m dojo 'step-2' 'diff'" in made.stdout


BY_HAND = [
    pytest.param([], {"PYTHONOPTIMIZE": "1"}, "PYTHONOPTIMIZE", id="a variable"),
    pytest.param([], {"PYTHONHASHSEED": "0"}, "PYTHONHASHSEED", id="the hash seed"),
    pytest.param(["-O"], {}, "", id="a flag"),
]
FLAGS = """    from sys import flags
    print(flags.optimize, flags.hash_randomization)"""


@pytest.mark.parametrize(("flags", "variables", "said"), BY_HAND)
def test_by_hand_a_verb_begins_anew_in_a_python_that_has_not_heeded_them(typed, flags, variables, said):
    """From any Python, here the one that .venv is made from, by way of that of .venv."""
    runs = "    status = verb.run(call)"
    typed.edit("dojo/cli/verbs.py", runs, f"{FLAGS}\n{runs}")
    python = getattr(sys, "_base_executable", sys.executable)
    made = typed.run(python, *flags, "-m", "dojo", "diff", "step-2", **variables)
    assert made.returncode == 0
    assert made.stdout.splitlines()[0] == "0 1"
    assert made.stderr == (f"ignoring {said}: this would change what runs\n" if said else "")
