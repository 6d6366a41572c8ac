"""Hands in arrays: their tests run by themselves, and reach each line and each branch of bulk.py."""

import sys

from check.arrays import BULK, TOP

MEASURED = """
import sys
from pathlib import Path
import pytest
from dojo.runner.coverage import Measuring

measuring = Measuring(Path(sys.argv[1]))
status = pytest.main(["-q", "-p", "no:cacheprovider", "tests/check/arrays"])
print("no test reaches", *measuring.end().missed)
sys.exit(status)
"""


def test_the_arrays_are_right_and_all_of_bulk_py_is_reached(here):
    made = here.run(sys.executable, "-c", MEASURED, BULK, PYTHONPATH=str(TOP), COLUMNS="80")
    assert made.returncode == 0, made.stdout
    *_, passed, reached = made.stdout.splitlines()
    assert " passed in " in passed
    assert reached == "no test reaches"


ACE_KING = """\
A♠K♥ against Q♦Q♣, on each of 1,712,304 boards:
  win    730,541   42.66 %
  tie      5,854    0.34 %
  lose   975,909   56.99 %
"""


def test_the_verbs_as_somebody_types_them(here):
    """One after the other: whoever is first may have to set up their environment."""
    made = here.make("odds", "HANDS=AsKh QdQc")
    assert (made.returncode, made.stdout) == (0, ACE_KING)
    made = here.make("odds", HANDS="AsKh QdQc")  # what is meant is said on the command line
    first, *of_make = made.stderr.splitlines()
    assert (made.returncode, made.stdout) == (2, "")
    assert first.startswith("two hands are needed: make odds HANDS=")
    assert all(line.startswith("make: ") for line in of_make)
    made = here.make("census")
    assert (made.returncode, made.stderr) == (0, "")
    lines = [line.split() for line in made.stdout.splitlines()]
    assert ["High", "Card", "1,302,540", "1,302,540", "23,294,460", "23,294,460"] in lines
    assert ["classes", "7,462", "7,462", "4,824", "4,824"] in lines
    assert made.stdout.endswith("Every count is the known one.\n")
