"""bulk.py, as in the suite: what is under test is compiled from its source, whatever is cached."""

import importlib
import os
import sys
from types import ModuleType

import pytest

from check.arrays import BULK


@pytest.fixture(scope="session")
def bulk() -> ModuleType:
    sys.dont_write_bytecode = True
    sys.pycache_prefix = os.devnull
    sys.path.insert(0, str(BULK.parent))
    return importlib.import_module("bulk")


@pytest.fixture(scope="session")
def poker(bulk: ModuleType) -> ModuleType:
    module = bulk.poker
    assert isinstance(module, ModuleType)
    return module
