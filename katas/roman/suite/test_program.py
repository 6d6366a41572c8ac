"""Chapter 5: the program converts each line the other way."""

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
def program(roman, monkeypatch, capsys):
    """Runs the step as a program: gives back what it printed, and what it complained of."""

    def run(given):
        with standard_input(given) as stdin:
            monkeypatch.setattr(sys, "stdin", stdin)
            runpy.run_path(roman.__file__, run_name="__main__")
        return Written(*capsys.readouterr())

    return run


LINES = [
    guards(13, "no lines give no lines", "", ""),
    drives(13, "a number comes back as a numeral", "1994\n", "MCMXCIV\n"),
    drives(13, "a numeral comes back as a number", "MCMXCIV\n", "1994\n"),
    drives(13, "each line is converted", "1\nII\n3\n", "I\n2\nIII\n"),
    drives(13, "leading zeros do not count", "007\n", "VII\n"),
    drives(13, "white space around a line does not count", " \tXLII \r\n", "42\n"),
    drives(13, "an empty line comes back empty", "I\n\nV\n", "1\n\n5\n"),
    drives(13, "a line of spaces comes back empty", "  \nV\n", "\n5\n"),
    drives(13, "the last line may have no end", "I\nV", "1\n5\n"),
    drives(13, "a wrong numeral comes back with what is wrong", "IIII\n", "IIII is no numeral\n"),
    drives(13, "the lines after a wrong numeral go on", "IIII\nIV\n", "IIII is no numeral\n4\n"),
    drives(13, "a wrong number comes back with what is wrong", "4000\n", "4000 cannot be written\n"),
    drives(13, "the lines after a wrong number go on", "4000\n4\n", "4000 cannot be written\nIV\n"),
    drives(13, "0 comes back with what is wrong", "0\n", "0 cannot be written\n"),
    drives(13, "a minus makes it no number", "-1\n", "-1 is no numeral\n"),
    drives(13, "a point makes it no number", "3.0\n", "3.0 is no numeral\n"),
    drives(13, "other digits than 0 to 9 make no number", "٤\n", "٤ is no numeral\n"),
    drives(13, "small letters come back with what is wrong", "iv\n", "iv is no numeral\n"),
    drives(13, "two numerals on a line are none", "X I\n", "X I is no numeral\n"),
]


@pytest.mark.parametrize(("given", "printed"), LINES)
def test_the_program(program, given, printed):
    assert program(given) == (printed, "")
