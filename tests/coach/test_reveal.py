"""What comes next: what stands before the next test that opens a step, and that one; and by which rules."""

from typing import NamedTuple

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


class Given(NamedTuple):
    """What is asked of an exercise."""

    tests: list[SuiteTest]


@pytest.mark.parametrize(("kinds", "known", "expected"), COMING.values(), ids=COMING)
def test_coming(kinds, known, expected):
    tests = [
        SuiteTest(f"test_{n}", str(n), {"d": "drives", "g": "guards"}[word[0]], int(word[1:]))
        for n, word in enumerate(kinds.split(), 1)
    ]
    assert [test.rule for test in next_tests(Given(tests), known)] == expected.split()


def table(name, count):
    return [SuiteTest(f"test_x.py::{name}[{n}]", f"{name} {n}", "guards", 1) for n in range(1, count + 1)]


ROWS = {
    "few": (table("a", 2), "“a 1” · “a 2”"),
    "of two tables": (table("a", 1) + table("b", 1), "“a 1” · “b 1”"),
    "seven": (table("a", 7), "“a 1” · “a 2” · “a 3” · “a 4” · “a 5” · “a 6” · “a 7”"),
    "eight of one table": (
        table("a", 8) + table("b", 1),
        "“a 1” · “a 2” · “a 3” · “a 4” · “a 5” · “a 6” · and 2 more of that kind · “b 1”",
    ),
}


@pytest.mark.parametrize(("tests", "shown"), ROWS.values(), ids=ROWS)
def test_rows(tests, shown):
    assert " · ".join(list_rules(tests)) == shown
