"""An attempt at the small story, and what tests come to on it."""

import pytest
from helpers import small_copy

from dojo.attempt.attempt import Attempt
from dojo.runner.collect import collect
from dojo.runner.own_tests import prepare_own_tests
from dojo.runner.run import run_all


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    """The suite of the small story, collected once for all tests of a module."""
    with collect(small_copy(tmp_path_factory.mktemp("suite")).story) as suite:
        yield suite


@pytest.fixture
def attempt(suite, tmp_path):
    """An attempt in a folder whose path has a space, with an empty module and no tests."""
    attempt = Attempt(tmp_path / "a dojo" / "tables-3", suite.story, suite.story.katas[0])
    attempt.folder.mkdir(parents=True)
    attempt.module.write_text("")
    return attempt


@pytest.fixture
def tried(suite, attempt):
    """Runs the first tests of the suite on some code, or the attempt's own tests, or both at once."""

    def tried(code=None, own=None, *, both=False, tests=2, limit=2, **how):
        if code is not None:
            attempt.module.write_text(code, encoding="utf-8")
        runs = [suite.prepare(attempt, suite.tests[:tests], limit=limit, **how)] if both or not own else []
        if own:
            (attempt.folder / "test_fizz.py").write_text(own, encoding="utf-8")
            runs.append(prepare_own_tests(attempt, attempt.story, limit=limit, **how))
        run_all(runs)
        return runs if both else runs[0]

    return tried
