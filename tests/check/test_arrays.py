"""Hands in arrays: their tests run by themselves, and reach each line and each branch of bulk.py."""

import sys

from helpers import TOP

from check.arrays import BULK

MEASURED = """
import sys
from pathlib import Path
import pytest
from dojo.runner.coverage import Measuring

measuring = Measuring(Path(sys.argv[1]))
status = pytest.main(["-q", "-p", "no:cacheprovider", "tests/check/arrays"])
sys.exit(status or [*measuring.end().missed] or 0)
"""


def test_the_arrays_are_right_and_all_of_bulk_py_is_reached(here):
    made = here.run(sys.executable, "-c", MEASURED, BULK, PYTHONPATH=str(TOP), COLUMNS="80")
    assert made.returncode == 0, made.stdout + made.stderr  # which names what no test reaches


def test_the_census_as_somebody_types_it(here):
    made = here.make("census")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.endswith("Every count is the known one.\n")
