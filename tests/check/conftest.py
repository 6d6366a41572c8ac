"""Here everything is as somebody meets it: the Pythons that a verb starts are new ones."""

import os
import re
from collections.abc import Iterator

import forks
import pytest
from helpers import started_pythons

# numpy would start threads, and end them only while the process forks: that looks like a fork beside them
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
collect_ignore = ["arrays"]
"""They run by themselves, in one process: test_arrays.py does it, or `pytest tests/check/arrays`."""


@pytest.fixture(autouse=True, scope="package")
def fresh_pythons() -> Iterator[None]:
    """Also for fixtures that are made once."""
    with started_pythons(fresh=True):
        yield


WAITS_FOR_THE_DRIVER = re.compile(r"live: MainThread(, asyncio-waitpid-\d+)+$")


@pytest.fixture(autouse=True)
def no_fork_beside_threads() -> Iterator[None]:
    """As everywhere, but for the thread in which asyncio waits for the end of Playwright's driver.

    It lives as long as the browser, also beside tests of other files, and holds no lock that a child of ours
    could wait for.
    """
    yield
    noted = [note for note in forks.beside_threads if not WAITS_FOR_THE_DRIVER.search(note)]
    forks.beside_threads.clear()
    assert noted == []
