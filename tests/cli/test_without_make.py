"""Without make: Python alone sets itself up and runs the verbs, from anywhere, on any system."""

import os
import subprocess
import sys

import pytest
from helpers import TOP

from dojo.cli import environment
from dojo.cli.environment import is_ready, python_of, stamp
from dojo.system.locks import taken

ENSURE = """\
import sys
from pathlib import Path
from dojo.cli.environment import ensure
ensure(Path(sys.argv[1]), "loop", sys.argv[2])
"""


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
        pytest.param([str(TOP / "dojo")], "/", id="as a folder, from elsewhere"),
        pytest.param(["."], "dojo", id="as a folder, from inside it"),
        pytest.param(["dojo/__main__.py"], ".", id="as a file"),
    ],
)
def test_a_call_without_a_verb_lists_them(words, folder):
    said = python(*words, cwd=TOP / folder)
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith("  make help ")


def test_a_folder_is_run_with_its_words():
    said = python(str(TOP / "dojo"), "step-7", "no-verb", cwd="/")
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr.startswith("there is no verb no-verb")


def test_of_two_set_ups_at_once_the_second_waits_for_the_first(top, quick):
    (top / ".cache").mkdir()
    first = taken(top / ".cache" / "loop.lock")
    command = [sys.executable, "-c", ENSURE, str(top), quick]
    with subprocess.Popen(command, cwd=TOP, stderr=subprocess.PIPE, text=True) as second:
        assert second.stderr.readline() == "Another set-up of .venv is under way: this one waits.\n"
        environment.make_anew(top, "loop", quick)
        first.release()
        assert second.communicate() == (None, "")
    assert second.returncode == 0
    assert is_ready(top, "loop")


@pytest.fixture
def on_windows(top, monkeypatch):
    """An environment as venv makes it there, whose Python calls the one of which it was made."""
    monkeypatch.setattr(environment, "WINDOWS", True)
    base, venv = top / "Python 314", top / ".venv"
    (venv / "Scripts").mkdir(parents=True)
    base.mkdir()
    for file in (base / "python.exe", venv / "Scripts" / "python.exe"):
        file.touch()
    (venv / "pyvenv.cfg").write_text(f"home = {base}\nversion = 3.14.0\n", encoding="utf-8")
    (venv / "ready").write_text(stamp(top, "loop"), encoding="utf-8")
    return top


def test_on_windows_it_lies_elsewhere(on_windows):
    assert python_of(on_windows, "loop") == on_windows / ".venv" / "Scripts" / "python.exe"
    assert is_ready(on_windows, "loop")


@pytest.mark.parametrize("gone", ["Python 314/python.exe", ".venv/Scripts/python.exe"])
def test_on_windows_an_environment_whose_python_is_gone_is_made_anew(on_windows, gone):
    (on_windows / gone).unlink()
    assert not is_ready(on_windows, "loop")
