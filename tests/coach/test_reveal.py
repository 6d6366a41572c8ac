"""What comes next: what stands before the next test that opens a step, and that one; and by which rules."""

from types import SimpleNamespace

import pytest

from dojo.coach.next import list_rules
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
    found = next_tests(SimpleNamespace(tests=tests), known)
    assert [test.rule for test in found] == expected.split()


ROWS = {
    "few": ("a1 a2", "“a1” · “a2”"),
    "of two tables": ("a1 b1", "“a1” · “b1”"),
    "seven": ("a1 a2 a3 a4 a5 a6 a7", "“a1” · “a2” · “a3” · “a4” · “a5” · “a6” · “a7”"),
    "eight of one table": (
        "a1 a2 a3 a4 a5 a6 a7 a8 b1",
        "“a1” · “a2” · “a3” · “a4” · “a5” · “a6” · and 2 more of that kind · “b1”",
    ),
}


@pytest.mark.parametrize(("tests", "shown"), ROWS.values(), ids=ROWS)
def test_rows(tests, shown):
    rows = [SuiteTest(f"test_x.py::{rule[0]}[{rule}]", rule, "guards", 1) for rule in tests.split()]
    assert " · ".join(list_rules(rows)) == shown
