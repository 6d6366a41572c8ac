"""bulk.py, and that its tests reach all of it: when they are run together, each line and each branch."""

import importlib
import json
import os
import sys
import tempfile
from pathlib import Path

import pytest
from coverage import Coverage

ROOT = Path(__file__).parent.parent.parent
BULK = sorted(ROOT.glob("steps/step_*/bulk.py"))[-1]

# As in the suite: what is under test is compiled from its source, whatever is cached.
sys.dont_write_bytecode = True
sys.pycache_prefix = os.devnull
sys.path.insert(0, str(BULK.parent))

reached = Coverage(data_file=None, branch=True, config_file=False, include=[str(BULK)])
reached.start()


@pytest.fixture(scope="session")
def bulk():
    return importlib.import_module("bulk")


@pytest.fixture(scope="session")
def poker(bulk):
    return bulk.poker


@pytest.fixture(scope="session")
def cards(poker):
    """The cards of a text like AsKh."""
    return lambda text: poker.cards(" ".join(text[n : n + 2] for n in range(0, len(text), 2)))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    reached.stop()
    whole = [Path(argument).resolve() for argument in session.config.args] == [Path(__file__).parent]
    if whole and exitstatus == 0:
        missed = places_missed()
        if missed:
            session.exitstatus = 1
            print(f"\n{BULK.name}: no test reaches {', '.join(missed)}")


def places_missed():
    """The lines and the branches of bulk.py that nothing has reached."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "coverage.json")
        reached.json_report(morfs=[str(BULK)], outfile=str(out))
        (told,) = json.loads(out.read_text())["files"].values()
    lines = [f"line {line}" for line in told["missing_lines"]]
    return lines + [f"the branch from line {a} to {b}" for a, b in told["missing_branches"]]
