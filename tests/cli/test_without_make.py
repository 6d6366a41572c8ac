"""Without make: Python alone runs the verbs, from anywhere."""

import os
import subprocess
import sys

import pytest
from helpers import TOP


def python(*words, cwd=TOP):
    """What a Python that has nothing but itself gives back."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP_"))}
    base = sys._base_executable
    return subprocess.run([base, "-S", *words], cwd=cwd, env=plain, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("words", "folder"),
    [
        pytest.param(["-m", "dojo"], ".", id="as a module"),
        pytest.param(["dojo"], ".", id="as a folder"),
        pytest.param(["."], "dojo", id="as a folder, from inside it"),
        pytest.param(["dojo/__main__.py"], ".", id="as a file"),
    ],
)
def test_a_call_without_a_verb_lists_them(words, folder):
    said = python(*words, cwd=TOP / folder)
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith("  make help ")


def test_a_folder_is_run_with_its_words_from_elsewhere():
    said = python(str(TOP / "dojo"), "step-7", "no-verb", cwd="/")
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr.startswith("there is no verb no-verb")
