"""An attempt at the small story, and what tests come to on it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers import small_copy

from dojo.attempt.attempt import Attempt
from dojo.runner.collect import collect
from dojo.runner.own_tests import prepare_own_tests
from dojo.runner.run import Run, run_all
from dojo.runner.suite import Suite


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Suite]:
    """The suite of the small story, collected once for all tests of a module."""
    with collect(small_copy(tmp_path_factory.mktemp("suite")).story) as suite:
        yield suite


@pytest.fixture
def attempt(suite: Suite, tmp_path: Path) -> Attempt:
    """An attempt in a folder whose path has a space, with an empty module and no tests."""
    attempt = Attempt(tmp_path / "a dojo" / "tables-3", suite.story, suite.story.katas[0])
    attempt.folder.mkdir(parents=True)
    attempt.module.write_text("")
    return attempt


@pytest.fixture
def tried(suite: Suite, attempt: Attempt) -> Callable[..., Any]:
    """Runs the first tests of the suite on some code, or the attempt's own tests, or both at once."""

    def tried(
        code: str | None = None,
        own: str | None = None,
        *,
        both: bool = False,
        tests: int = 2,
        limit: float = 2,
        **how: Any,
    ) -> list[Run] | Run:
        if code is not None:
            attempt.module.write_text(code, encoding="utf-8")
        runs = [suite.prepare(attempt, suite.tests[:tests], limit=limit, **how)] if both or not own else []
        if own:
            (attempt.folder / "test_fizz.py").write_text(own, encoding="utf-8")
            runs.append(prepare_own_tests(attempt, attempt.story, limit=limit, **how))
        run_all(runs)
        return runs if both else runs[0]

    return tried
