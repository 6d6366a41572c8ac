"""What comes next: what stands before the next test that opens a step, and that one."""

import pytest

from dojo.coach.run import next_tests
from dojo.story.tests import SuiteTest

COMING = {
    "the first asks what the participant's own first test asks": ("d1 d2 d3", 0, "1 2"),
    "one that opens a step": ("d1 d2 d3", 1, "2"),
    "guards, and the next that opens a step": ("d1 g2 g2 d3 d4", 1, "2 3 4"),
    "guards alone, at the end": ("d1 g2 g2 g3", 1, "2 3 4"),
    "nothing is left": ("d1 d2", 2, ""),
    "guards of the very first": ("d1 g1 d2 g2 d3", 0, "1 2 3"),
    "others that drive the step that is there": ("d1 d2 d2 d2 g2 d3", 2, "3 4 5 6"),
}


@pytest.mark.parametrize(("kinds", "known", "expected"), COMING.values(), ids=COMING)
def test_coming(kinds, known, expected):
    tests = [
        SuiteTest(f"test_{n}", str(n), {"d": "drives", "g": "guards"}[word[0]], int(word[1:]))
        for n, word in enumerate(kinds.split(), 1)
    ]
    found = next_tests(tests, known)
    assert [test.rule for test in found] == expected.split()
