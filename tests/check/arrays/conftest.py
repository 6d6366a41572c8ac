"""bulk.py, as in the suite: what is under test is compiled from its source, whatever is cached."""

import importlib
import os
import sys

import pytest

from check.arrays import BULK


@pytest.fixture(scope="session")
def bulk():
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
