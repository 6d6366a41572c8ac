"""Hands in arrays: their tests run by themselves, and are red where they do not reach all of bulk.py."""

import shutil
import sys

import pytest
from helpers import Copy

from check.arrays import BULK, TOP

FOLDER = "tests/check/arrays"


def pytest_on(copy, folder):
    command = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", folder)
    return copy.run(*command, PYTHONPATH=str(TOP), COLUMNS="80")


def test_the_arrays_are_right_and_all_of_bulk_py_is_reached(here):
    made = pytest_on(here, FOLDER)
    assert made.returncode == 0, made.stdout
    assert " passed in " in made.stdout.splitlines()[-1]


@pytest.fixture
def copy(tmp_path):
    """A copy with one test for all of an empty bulk.py."""
    copy = Copy(tmp_path / "a dojo")
    step, tests = copy.root / BULK.parent.relative_to(TOP), copy.root / FOLDER
    for folder in (step, tests):
        folder.mkdir(parents=True)
    (tests.parent / "__init__.py").touch()
    for name in ("__init__.py", "conftest.py"):
        shutil.copy(TOP / FOLDER / name, tests)
    (tests / "test_it.py").write_text("def test_it(bulk):\n    assert bulk\n")
    (step / "bulk.py").write_text("poker = None\n")
    return copy


def test_among_other_tests_they_are_left_out(copy):
    (copy.root / "tests" / "check" / "test_other.py").write_text("def test_other():\n    assert 1\n")
    made = pytest_on(copy, "tests/check")
    assert made.returncode == 0
    assert "collected 1 item\n\ntests/check/test_other.py ." in made.stdout


PLANTED = [
    pytest.param("", 0, "1 passed", id="nothing"),
    pytest.param("\n\ndef unasked():\n    return 1\n", 1, "no test reaches line 5", id="a line"),
    pytest.param(
        "\n\nfor card in [1]:\n    if card:\n        print(card)\n",
        1,
        "no test reaches the branch from line 5",
        id="a branch",
    ),
]


@pytest.mark.parametrize(("code", "status", "said"), PLANTED)
def test_what_no_test_reaches_makes_the_run_red(copy, code, status, said):
    with (copy.root / BULK.relative_to(TOP)).open("a") as bulk:
        bulk.write(code)
    made = pytest_on(copy, FOLDER)
    assert said in made.stdout
    assert made.returncode == status


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
