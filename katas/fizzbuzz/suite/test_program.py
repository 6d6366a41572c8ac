"""Chapter 4: the program reads numbers, and writes what a player says."""

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
def program(fizzbuzz, monkeypatch, capsys):
    """Runs the step as a program: gives back what it printed, and what it complained of."""

    def run(given):
        with standard_input(given) as stdin:
            monkeypatch.setattr(sys, "stdin", stdin)
            runpy.run_path(fizzbuzz.__file__, run_name="__main__")
        return Written(*capsys.readouterr())

    return run


LINES = [
    guards(10, "no lines give no lines", "", ""),
    drives(10, "a line is a number", "3\n", "Fizz\n"),
    drives(10, "each line is said", "1\n2\n3\n", "1\n2\nFizz\n"),
    drives(10, "the numbers need no order", "15\n4\n7\n", "FizzBuzz\n4\nBang\n"),
    drives(10, "the last line may have no end", "3\n25", "Fizz\nBuzz\n"),
]


@pytest.mark.parametrize(("given", "printed"), LINES)
def test_the_program(program, given, printed):
    assert program(given) == (printed, "")
