"""The property tests notice: each row plants a fault in a copy of a finished step."""

import pytest
from conftest import ROOT

FAULTS = [
    pytest.param("raise CardError", "raise KeyError", id="another error escapes"),
    pytest.param("mark else line for line, mark", 'mark else "" for line, mark', id="a line is lost"),
    pytest.param('f"line {number}: {fault}"', 'f"{fault}"', id="a fault without its line"),
    pytest.param("return 1 if faults else 0", "return 0", id="a fault without its status"),
]


@pytest.mark.parametrize(("old", "new"), FAULTS)
def test_a_planted_fault_is_found(workspace, old, new):
    step = workspace.path("step_40/poker.py")
    text = step.read_text(encoding="utf-8")
    assert old in text
    step.write_text(text.replace(old, new), encoding="utf-8")
    (workspace.root / "tests" / "property").symlink_to(ROOT / "tests" / "property")
    command = ["-m", "pytest", "-q", "-x", "-k", "step_40", "tests/property", "-p", "no:cacheprovider"]
    made = workspace.run(ROOT / ".venv-property" / "bin" / "python", *command)
    assert made.returncode == 1
    assert "1 failed" in made.stdout
