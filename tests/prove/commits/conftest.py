"""One Python that has imported pytest, for many proofs."""

from contextlib import contextmanager

import pytest

from dojo.prove.commits.running import runner
from prove.commits.planted import PYTHON


@pytest.fixture(scope="package")
def running():
    """Two processes that run tests, until the last test has asked them."""
    with runner(PYTHON, at_once=2) as made:
        yield made


@pytest.fixture(scope="package")
def repositories(tmp_path_factory):
    """The folder of the repositories."""
    return tmp_path_factory.mktemp("repositories")


@pytest.fixture
def place(running, repositories, monkeypatch, tmp_path_factory):
    """A folder for a repository, whose proof shares those processes, and what runs came to."""

    @contextmanager
    def lent(_python, at_once):
        assert at_once == 2
        running.scratch = tmp_path_factory.mktemp("scratch")
        yield running

    monkeypatch.setattr("dojo.prove.commits.proof.runner", lent)
    return repositories / str(len([*repositories.iterdir()]))
