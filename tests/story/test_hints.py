"""Which test a line of the hints is for."""

import pytest

from dojo.story.hints import belongs, entries
from dojo.story.tests import SuiteTest


def driver(rule):
    return SuiteTest(f"suite/test_x.py::test_x[{rule}]", rule, "drives", 10)


DRIVERS = [driver("10 is X"), driver("20 is XX"), driver("20 is XX: twice"), driver("a pair: of kings")]

LINES = [
    pytest.param("10  Look.", "10 is X", "Look.", id="behind a number is that of the first test"),
    pytest.param("10  Look.\n    20 is XX: See.", "20 is XX", "See.", id="a rule may begin with a number"),
    pytest.param(
        "10  Look.\n    a pair: of kings: See.", "a pair: of kings", "See.", id="or have a colon in it"
    ),
    pytest.param(
        "10  Look.\n    20 is XX: twice: See.", "20 is XX: twice", "See.", id="the longest rule counts"
    ),
]


@pytest.mark.parametrize(("text", "rule", "words"), LINES)
def test_a_line_is_for_a_test(text, rule, words):
    *_, last = entries(text)
    test, told = belongs(last, DRIVERS)
    assert (test.rule, told) == (rule, words)


NONE = [
    pytest.param("10  Look.\n    30 is XXX: See.", id="no such rule"),
    pytest.param("10  Look.\n    20 is XX", id="no words"),
    pytest.param("    20 is XX: See.", id="no step above it"),
    pytest.param("10: Look.", id="no hint at all"),
]


@pytest.mark.parametrize("text", NONE)
def test_a_line_is_for_none(text):
    *_, last = entries(text)
    assert belongs(last, DRIVERS if last.step else [])[0] is None


def test_comments_and_empty_lines_are_no_hints():
    assert [entry.line for entry in entries("# one\n\n 3  Three.\n   \n")] == [3]
