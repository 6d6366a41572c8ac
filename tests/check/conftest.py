"""Here everything is as somebody meets it: the Pythons that a verb starts are new ones."""

from collections.abc import Iterator

import pytest
from helpers import started_pythons

collect_ignore = ["arrays"]
"""They run by themselves, in one process: test_arrays.py does it, or `pytest tests/check/arrays`."""


@pytest.fixture(autouse=True, scope="package")
def fresh_pythons() -> Iterator[None]:
    """Also for fixtures that are made once."""
    with started_pythons(fresh=True):
        yield
