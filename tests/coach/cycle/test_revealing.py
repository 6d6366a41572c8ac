"""The tests that come in a bundle, by their rules."""

import pytest

from dojo.coach.cycle.revealing import rows
from dojo.story.tests import SuiteTest


def table(name, count):
    return [SuiteTest(f"test_x.py::{name}[{n}]", f"{name} {n}", "guards", 1) for n in range(1, count + 1)]


ROWS = [
    pytest.param(table("a", 2), "“a 1” · “a 2”", id="few"),
    pytest.param(table("a", 1) + table("b", 1), "“a 1” · “b 1”", id="of two tables"),
    pytest.param(table("a", 7), "“a 1” · “a 2” · “a 3” · “a 4” · “a 5” · “a 6” · “a 7”", id="seven"),
    pytest.param(
        table("a", 8) + table("b", 1),
        "“a 1” · “a 2” · “a 3” · “a 4” · “a 5” · “a 6” · and 2 more of that kind · “b 1”",
        id="eight of one table",
    ),
]


@pytest.mark.parametrize(("tests", "shown"), ROWS)
def test_rows(tests, shown):
    assert " · ".join(rows(tests)) == shown
