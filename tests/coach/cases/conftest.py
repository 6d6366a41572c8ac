"""A kata with five cases, and attempts at it that are programs: here in Python, which every machine has."""

import shlex
import sys

import pytest

from dojo.attempt.attempts import find

PYTHON = shlex.quote(sys.executable)
COMMAND = f"{PYTHON} said.py"
CASES = {
    "01-one-is-said": ("1\n", "1\n"),
    "02-two-is-said": ("2\n", "2\n"),
    "03-fizz-is-said": ("3\n", "Fizz\n"),
    "04-four-is-said": ("4\n", "4\n"),
    "05-each-line-is-said": ("5\n6\n", "5\nFizz\n"),
}
ECHO = "import sys\n\nprint(sys.stdin.read(), end='')\n"
"""Green for the first two cases."""
THREE = "import sys\n\nprint(sys.stdin.read().replace('3', 'Fizz'), end='')\n"
"""Green for all but the last."""
RIGHT = "import sys\n\nfor line in sys.stdin:\n    print('Fizz' if int(line) % 3 == 0 else int(line))\n"


def with_cases(kata):
    """The five, for the kata in a folder."""
    (kata / "cases").mkdir()
    for name, (given, expected) in CASES.items():
        (kata / "cases" / f"{name}.in").write_text(given)
        (kata / "cases" / f"{name}.out").write_text(expected)


@pytest.fixture
def small(bare, monkeypatch):
    """A workspace whose kata has the cases, and a screen of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    with_cases(bare.root / "kata")
    return bare


@pytest.fixture
def said(small, capsys):
    """What a verb says, and that it is fine."""

    def verb(*words):
        capsys.readouterr()
        assert small.verb(*words) == 0
        told = capsys.readouterr()
        assert told.err == ""
        return told.out

    return verb


@pytest.fixture
def attempt(small, capsys):
    """An attempt that is started with an empty folder: its program is saved by the test."""
    assert small.verb("start", "NAME=tables-3", f"CMD={COMMAND}") == 0
    capsys.readouterr()
    return find(small.workspace, "tables-3")


@pytest.fixture
def save(attempt):
    """Saves a program, and gives its file."""

    def saved(text):
        file = attempt.folder / "said.py"
        file.write_text(text)
        return file

    return saved
