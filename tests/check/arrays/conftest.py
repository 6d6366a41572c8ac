"""bulk.py, and that its tests reach all of it: when they are run together, each line and each branch.

They run by themselves, in one process: `pytest tests/check/arrays`, as test_arrays.py does it.
"""

import importlib
import os
import sys
from pathlib import Path

import pytest

from check.arrays import BULK
from dojo.runner.coverage import Measuring

HERE = Path(__file__).parent
MEASURING = pytest.StashKey()


def asked_for(config):
    """What is named on the command line."""
    return [Path(argument.partition("::")[0]).resolve() for argument in config.args]


def pytest_ignore_collect(config):
    """Among others they are left out."""
    return None if any(path.is_relative_to(HERE) for path in asked_for(config)) else True


def pytest_configure(config):
    if asked_for(config) == [HERE]:
        config.stash[MEASURING] = Measuring(BULK)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    measuring = session.config.stash.get(MEASURING, None)
    if measuring and exitstatus == 0 and (missed := measuring.end().missed):
        session.exitstatus = 1
        print(f"\n{BULK.name}: no test reaches {', '.join(missed)}")


@pytest.fixture(scope="session")
def bulk():
    """As in the suite: what is under test is compiled from its source, whatever is cached."""
    sys.dont_write_bytecode = True
    sys.pycache_prefix = os.devnull
    sys.path.insert(0, str(BULK.parent))
    return importlib.import_module("bulk")


@pytest.fixture(scope="session")
def poker(bulk):
    return bulk.poker


@pytest.fixture(scope="session")
def cards(poker):
    """The cards of a text like AsKh."""
    return lambda text: poker.cards(" ".join(text[n : n + 2] for n in range(0, len(text), 2)))
