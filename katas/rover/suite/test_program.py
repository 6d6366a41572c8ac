"""Chapter 6: the program reads a mission, and writes the reports of the rover."""

import os
import runpy
import sys
from contextlib import contextmanager
from tempfile import TemporaryFile
from typing import NamedTuple

import pytest
from rows import drives, guards


@contextmanager
def standard_input(given):
    """A file of its own on standard input, for `sys.stdin`, `input()` and `open(0)` alike."""
    before = os.dup(0)
    with TemporaryFile() as file:
        file.write(given.encode())
        file.seek(0)
        os.dup2(file.fileno(), 0)
        try:
            with open(0, encoding="utf-8", closefd=False) as stdin:
                yield stdin
        finally:
            os.dup2(before, 0)
            os.close(before)


class Written(NamedTuple):
    """What a program has written."""

    standard_output: str
    standard_error: str

    __repr__ = tuple.__repr__  # pytest cuts what is longer


@pytest.fixture
def program(rover, monkeypatch, capsys):
    """Runs the step as a program: gives back what it printed, and what it complained of."""

    def run(given):
        with standard_input(given) as stdin:
            monkeypatch.setattr(sys, "stdin", stdin)
            runpy.run_path(rover.__file__, run_name="__main__")
        return Written(*capsys.readouterr())

    return run


LANDED = "grid 5 4\nrover 0 0 N\n"
AMONG_ROCKS = "grid 5 4\nrock 2 3\nrock 0 2\nrover 0 0 N\n"
MISSIONS = [
    guards(18, "no lines give no lines", "", ""),
    guards(18, "a rover without commands says nothing", LANDED, ""),
    drives(18, "the commands are followed", f"{LANDED}go ffrf\n", "1 2 E\n"),
    drives(18, "each line goes on from the last", f"{LANDED}go ff\ngo rf\n", "0 2 N\n1 2 E\n"),
    drives(18, "a rock ends its line alone", f"{AMONG_ROCKS}go fff\ngo rf\n", "0 1 N, rock at 0 2\n1 1 E\n"),
    drives(18, "each rock counts", f"{AMONG_ROCKS}go rfflfff\n", "2 2 N, rock at 2 3\n"),
    drives(18, "the width comes before the height", f"{LANDED}go rffff\n", "4 0 E\n"),
    drives(18, "numbers may be long", "grid 300 100\nrover 128 64 S\ngo f\n", "128 63 S\n"),
    drives(18, "the last line may have no end", f"{LANDED}go ff", "0 2 N\n"),
]


@pytest.mark.parametrize(("given", "printed"), MISSIONS)
def test_the_program(program, given, printed):
    assert program(given) == (printed, "")
