"""What comes next: what stands before the next test that opens a step, and that one."""

from typing import NamedTuple

import pytest

from dojo.coach.cycle.run import coming
from dojo.story.tests import SuiteTest

COMING = [
    pytest.param("d1 d2 d3", 0, "1 2", id="the first asks what the participant's own first test asks"),
    pytest.param("d1 d2 d3", 1, "2", id="one that opens a step"),
    pytest.param("d1 g2 g2 d3 d4", 1, "2 3 4", id="guards, and the next that opens a step"),
    pytest.param("d1 g2 g2 g3", 1, "2 3 4", id="guards alone, at the end"),
    pytest.param("d1 d2", 2, "", id="nothing is left"),
    pytest.param("d1 g1 d2 g2 d3", 0, "1 2 3", id="guards of the very first"),
    pytest.param("d1 d2 d2 d2 g2 d3", 2, "3 4 5 6", id="others that drive the step that is there"),
]


class Given(NamedTuple):
    """What is asked of a course."""

    tests: list[SuiteTest]


@pytest.mark.parametrize(("kinds", "known", "expected"), COMING)
def test_coming(kinds, known, expected):
    tests = [
        SuiteTest(f"test_{n}", str(n), {"d": "drives", "g": "guards"}[word[0]], int(word[1:]))
        for n, word in enumerate(kinds.split(), 1)
    ]
    assert [test.rule for test in coming(Given(tests), known)] == expected.split()
