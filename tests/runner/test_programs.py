"""A program with a session of its own ends as a whole."""

import subprocess
import sys

import pytest

from dojo.runner.program import kill_group

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
        start_new_session=True,
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
    kill_group(two)
    assert two.returncode == -9
    assert two.stdout.read() == ""  # nobody has the pipe any more
