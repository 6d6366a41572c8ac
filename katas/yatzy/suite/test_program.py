"""Chapter 5: the program reads throws, and writes what they score."""

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
def program(yatzy, monkeypatch, capsys):
    """Runs the step as a program: gives back what it printed, and what it complained of."""

    def run(given):
        with standard_input(given) as stdin:
            monkeypatch.setattr(sys, "stdin", stdin)
            runpy.run_path(yatzy.__file__, run_name="__main__")
        return Written(*capsys.readouterr())

    return run


LINES = [
    guards(16, "no lines give no lines", "", ""),
    drives(16, "a line is a throw and a category", "1 3 1 5 6 ones\n", "2\n"),
    drives(16, "a category may have two words", "3 3 5 4 5 two pairs\n", "16\n"),
    drives(16, "a category may have four words", "2 2 5 2 2 four of a kind\n", "8\n"),
    drives(16, "each line is scored", "1 2 3 4 6 chance\n6 2 2 2 6 full house\n", "16\n18\n"),
    drives(16, "a category may come twice", "3 4 3 5 6 pair\n5 5 1 2 3 pair\n", "6\n10\n"),
    drives(16, "the lines go on after a zero", "1 2 3 4 6 pair\n6 6 6 6 6 yatzy\n", "0\n50\n"),
    drives(16, "a category that is not on the card scores 0", "1 2 3 4 6 two\n", "0\n"),
    drives(16, "the last line may have no end", "4 4 4 4 2 pair\n1 2 3 4 5 small straight", "8\n15\n"),
]


@pytest.mark.parametrize(("given", "printed"), LINES)
def test_the_program(program, given, printed):
    assert program(given) == (printed, "")
