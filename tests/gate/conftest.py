"""The Pythons that a gate starts are forks of the one that runs the tests."""

import pytest
from helpers import fork_again, fork_pytest


@pytest.fixture(autouse=True)
def forked_pythons(request, monkeypatch):
    """They have the same hash seed, and take a fifth of the time, unless a test takes `fresh_python`."""
    if "fresh_python" not in request.fixturenames:
        monkeypatch.setattr("dojo.runner.proof.repeat.Popen", fork_again)
        monkeypatch.setattr("dojo.runner.proof.plain.run", fork_pytest)


@pytest.fixture
def fresh_python():
    """The Pythons that a gate starts are new ones."""
