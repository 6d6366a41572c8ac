"""The pytest processes of a proof are forks of the one that runs the tests."""

import subprocess

import pytest
from helpers import fork_prover


@pytest.fixture(autouse=True, scope="package")
def forked_pythons():
    """They take a fifth of the time, unless a test takes `fresh_python`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dojo.prove.runs.Popen", fork_prover)
        yield


@pytest.fixture
def fresh_python(monkeypatch):
    """The Pythons that a proof starts are new ones."""
    monkeypatch.setattr("dojo.prove.runs.Popen", subprocess.Popen)
