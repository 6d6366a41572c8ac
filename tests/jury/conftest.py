"""A small story with two mutants, and a limit that comes soon."""

import pytest

from dojo.engine.trial import Trial


@pytest.fixture
def impatient(monkeypatch):
    """A loop is stopped soon, by the time that it takes of the processor: a machine may be busy."""
    assert Trial.__init__.__kwdefaults__["limit"] == 2
    monkeypatch.setitem(Trial.__init__.__kwdefaults__, "limit", 0.2)
    monkeypatch.setitem(Trial.__init__.__kwdefaults__, "patience", 100)


@pytest.fixture
def small(small):
    """With two mutants, as above."""
    small.path("mutants/counts_from_zero.py").unlink()
    return small
