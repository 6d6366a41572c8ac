"""No verdict without evidence: what ends early, or what only pytest sees, shuts the gate."""

import pytest
from dojo.gate.colours import plain

from dojo.gate.evidence import Evidence
from dojo.runner import collect
from gate.planting import MORE, faults

EDITS = faults(r"""law 4
## a test file ends Python > the suite does not run | while it is read | ended Python itself, with status 0
@ suite/test_more.py
 import pytest
+import os
+
+os._exit(0)
## a file of the suite becomes another program > while it is read
@ suite/rows.py
 import pytest
+import os
+
+os.execv('/bin/sh', ['sh', '-c', 'exit 0'])
## a file of the suite crashes Python > while it is read | crashed Python itself: Aborted
@ suite/test_more.py
 import pytest
+import os
+
+os.abort()
""")


@pytest.mark.parametrize("planted", EDITS)
def test_the_gate_names_what_is_planted(small, capsys, planted):
    planted.is_named(small, capsys)


LEFT_OUT = "def pytest_collection_modifyitems(items):\n    del items[0]\n"
FAILED = "import pytest\n\n\n@pytest.fixture(autouse=True)\ndef tidy():\n    yield\n    assert False\n"
SEEN_BY_PYTEST = [
    pytest.param("conftest.py", LEFT_OUT, "4 passed", id="a plugin above the suite leaves out a test"),
    pytest.param("conftest.py", FAILED, "5 errors", id="a plugin above it makes tests fail at their end"),
    pytest.param("suite/pytest.ini", "[pytest]\naddopts = -k one\n", "1 passed", id="settings in the suite"),
    pytest.param(".pytest.ini", "[pytest]\npython_files = x.py\n", "no tests ran", id="hidden settings"),
]


@pytest.mark.parametrize(("file", "text", "said"), SEEN_BY_PYTEST)
def test_what_pytest_says_has_to_be_the_same(small, file, text, said):
    """Also where nothing of it can be read."""
    if file == ".pytest.ini":
        (small.root / "pytest.ini").unlink()
    (small.root / file).write_text(text, encoding="utf-8")
    (violation,) = plain.check(Evidence(small.story))
    assert violation.format(small.story).startswith("law 4 · step_04_divisible · suite: pytest itself says “")
    assert f"{said}" in violation.what
    assert violation.what.endswith(", and the runner: 5 passed")
    assert violation.fix.startswith("run TZ=DOJO-13:45 LC_ALL=C pytest suite --step 4")


def test_a_suite_that_is_never_read_to_its_end_is_told_of(small, capsys, monkeypatch):
    monkeypatch.setattr(collect, "READING", 0)
    small.edit(MORE, "import pytest\n", "import pytest\n\nwhile True:\n    pass\n")
    assert small.verb("gate") == 1
    assert "suite: while it is read, it did not stop after 1 seconds" in capsys.readouterr().err
