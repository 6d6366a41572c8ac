"""`make test` runs every file of tests, and is red when one of them is."""

from pathlib import Path

import pytest
from conftest import ROOT

from dojo.checks import Check, checks, run_all

PASSES, FAILS = "def test_a():\n    pass\n", "def test_a():\n    assert 'seen' == 'not seen'\n"
ODD = [
    pytest.param(FAILS, "'seen' == 'not seen'", id="a test that fails"),
    pytest.param("import nothing_of_that_name\n", "nothing_of_that_name", id="a file that cannot be read"),
    pytest.param("", "no tests ran", id="a file without a test"),
]


@pytest.fixture
def dojo(tmp_path):
    """A folder with a file of tests that is green."""
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p no:cacheprovider\n")
    (tmp_path / "tests" / "workspace").mkdir(parents=True)
    (tmp_path / "tests" / "workspace" / "test_green.py").write_text(PASSES)
    return tmp_path


def of(folder):
    """Its checks, without those that need another environment."""
    return [check for check in checks(folder) if check.venv == ".venv"]


def test_a_green_file_is_one_line(dojo):
    ((green, said),) = run_all(of(dojo), dojo)
    assert green
    assert said.startswith("tests/workspace/test_green.py: 1 passed in ")
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(("text", "said"), ODD)
def test_a_file_that_is_not_green_is_shown_whole(dojo, text, said):
    (dojo / "tests" / "workspace" / "test_odd.py").write_text(text)
    shown = dict(run_all(of(dojo), dojo))
    assert sorted(shown) == [False, True]
    assert "tests/workspace/test_odd.py:\n" in shown[False]
    assert said in shown[False]


def test_when_it_is_stopped_the_rest_is_not_run(dojo):
    for number in range(20):
        file = dojo / "tests" / "workspace" / f"test_{number}.py"
        file.write_text(f"def test_a():\n    open('seen_{number}', 'w').close()\n")
    running = run_all(of(dojo), dojo)
    next(running)
    running.close()
    assert len(list(dojo.glob("seen_*"))) < 20


def test_no_file_of_tests_is_left_out():
    files = {file for file in ROOT.glob("tests/*/test_*.py") if file.parent.name != "suite"}
    run = {file for check in checks() for file in [check.tests, *check.tests.glob("test_*.py")]}
    assert {file for file in run if file.is_file()} == files


@pytest.mark.parametrize("name", ["browser", "bulk", "property"])
def test_what_needs_an_environment_of_its_own_has_it(name):
    assert Check(Path(ROOT / "tests" / name), f".venv-{name}") in checks()
