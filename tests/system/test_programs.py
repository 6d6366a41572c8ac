"""Programs apart from this process end as a whole; and one program takes the place of another."""

import subprocess
import sys
from unittest.mock import Mock

import pytest
from helpers import TOP

from dojo.system import becoming, programs

TWO = """\
import subprocess, sys
other = subprocess.Popen([sys.executable, "-c", "import sys; print('here', flush=True); sys.stdin.read()"])
other.wait()
"""


@pytest.fixture
def two():
    """A program that has started another one: both have the pipe, and both wait."""
    process = subprocess.Popen(
        [sys.executable, "-c", TWO],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        **programs.APART,
    )
    assert process.stdout.readline() == "here\n"
    yield process
    process.stdin.close()
    process.stdout.close()


@pytest.mark.parametrize("has_ended", [False, True])
def test_it_ends_with_what_it_has_started(two, has_ended):
    if has_ended:
        two.kill()
        two.wait()
    programs.end(two)
    assert two.returncode == -9
    assert two.stdout.read() == ""  # nobody has the pipe any more


def test_where_there_are_no_groups_the_system_is_asked_to_end_all(two, monkeypatch):
    asked = []
    monkeypatch.setattr(programs, "HAS_FORK", False)
    monkeypatch.setattr(subprocess, "run", lambda command, **_how: asked.append(command))
    programs.end(two)
    assert asked == [["taskkill", "/T", "/F", "/PID", str(two.pid)]]
    assert two.returncode == -9


def test_where_it_cannot_be_asked_the_program_itself_ends(two, monkeypatch):
    monkeypatch.setattr(programs, "HAS_FORK", False)
    monkeypatch.setenv("PATH", "")
    programs.end(two)
    assert two.returncode == -9


BECOMES = """\
import sys
from dojo.system import platform
platform.HAS_FORK = {has_fork}
from dojo.system.becoming import become
print("before")
become([sys.executable, "-c", "import sys; print(sys.argv[1]); sys.exit(3)", "a word"])
"""


@pytest.mark.parametrize("has_fork", [True, False])
def test_a_program_in_place_of_another_has_its_words_and_its_status(has_fork):
    command = [sys.executable, "-u", "-c", BECOMES.format(has_fork=has_fork)]
    run = subprocess.run(command, cwd=TOP, capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (3, "before\na word\n", "")


def test_ctrl_c_ends_the_program_and_not_who_waits_for_it(monkeypatch):
    monkeypatch.setattr(becoming, "HAS_FORK", False)
    process = Mock(**{"wait.side_effect": [KeyboardInterrupt, 130]})
    monkeypatch.setattr(subprocess, "Popen", lambda _command: process)
    with pytest.raises(SystemExit, match="130"):
        becoming.become(["python"])
