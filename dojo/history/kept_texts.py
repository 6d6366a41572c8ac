"""The files that `make keep` adds to an attempt, and what it prints."""

README = """\
# {title}

One attempt at this kata, {name}: its start, and each green run that changed something.
The tests in `tests/`, if there are any, are those of the kata, as far as they were shown.

```sh
git log --reverse --oneline     # the tests, in the order in which they turned green
git show HEAD                   # a test, and the code that made it green
python -m pytest                # all tests; it needs pytest, and nothing else
```
"""
SAID = """\
kept/{name}/ is a git repository: {commits} from {lights}.

To look at it:

  The tests, as they turned green: git -C kept/{name} log --reverse --oneline
  Was each test red before its code? make prove REPO=kept/{name}
"""
INI = """\
[pytest]
pythonpath = . tests
addopts = --import-mode=importlib
markers =
    drives(step): the test drove this step of the story that it comes from
    guards(step): the test was green in this step of the story already
"""
CONFTEST = '''\
import pytest


@pytest.fixture
def {module}():
    """The module, for the tests that take it as an argument."""
    return __import__("{module}")
'''
TEST_CASES = '''\
"""Feeds the program with each case, and compares what it prints."""

import subprocess
from pathlib import Path

import pytest

CASES = Path(__file__).parent / "cases"
FOLDER = Path(__file__).parent.parent


@pytest.fixture(scope="session", autouse=True)
def build():
    subprocess.run({build!r}, shell=True, cwd=FOLDER, check=True)


@pytest.mark.parametrize("file", sorted(CASES.glob("*.in")), ids=lambda file: file.stem)
def test_case(file):
    told = {{"shell": True, "cwd": FOLDER, "capture_output": True, "text": True, "timeout": {limit}}}
    run = subprocess.run({command!r}, input=file.read_text(), **told)
    complaints = file.with_suffix(".err")
    for line in complaints.read_text().splitlines() if complaints.exists() else []:
        assert line in run.stderr.splitlines()
    assert run.stdout.splitlines() == file.with_suffix(".out").read_text().splitlines()
    assert run.returncode == complaints.exists(), run.stderr
'''
