"""All of bulk.py is reached, or the run is red; a line that nothing reaches is planted."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import BULK, ROOT

HERE = Path(__file__).parent
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
def test_what_no_test_reaches_makes_the_run_red(tmp_path, code, status, said):
    folder = tmp_path / "a dojo" / BULK.parent.relative_to(ROOT)
    tests = tmp_path / "a dojo" / "tests" / "bulk"
    folder.mkdir(parents=True)
    tests.mkdir(parents=True)
    (folder / "bulk.py").write_text(f"poker = None\n{code}")
    shutil.copy(HERE / "conftest.py", tests)
    (tests / "test_it.py").write_text("def test_it(bulk):\n    assert bulk\n")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "tests/bulk"]
    made = subprocess.run(command, cwd=tmp_path / "a dojo", capture_output=True, text=True)
    assert said in made.stdout
    assert made.returncode == status
