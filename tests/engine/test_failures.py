"""What pytest says of a failure loses none of its letters."""

import pytest

from dojo.engine.failures import last_line, raised, why

LAST = [
    pytest.param(
        "E       AssertionError: no\nE       assert 1 == 2", "assert 1 == 2", id="the last of several"
    ),
    pytest.param("E   Every E is here", "Every E is here", id="it begins with an E"),
    pytest.param("E       E = 3", "E = 3", id="it is an E"),
    pytest.param("E is missing", "E is missing", id="nothing is marked, and it begins with an E"),
    pytest.param("E       EE", "EE", id="twice an E"),
    pytest.param("", "", id="nothing"),
]


@pytest.mark.parametrize(("drawn", "line"), LAST)
def test_the_last_line_of_what_was_raised(drawn, line):
    assert last_line(drawn) == line


def test_what_was_raised_is_what_pytest_marks():
    assert raised("    def test():\n>       f()\nE       no\n\nfile.py:3: Error") == "E       no"
    assert raised("E is missing\nhere") == "E is missing\nhere"


def test_a_reason_has_no_address():
    assert (
        why("AssertionError: assert <fizz.Odd object at 0x7f21aa> == 1")
        == "AssertionError: assert <Odd> == 1"
    )
