"""Which test a line of the hints is for; and the rule that a test stands for, by its id."""

import pytest

from dojo.story.tests import Mark, SuiteTest, first_drivers, read_hints, rule_of


def driver(rule):
    return SuiteTest(f"suite/test_x.py::test_x[{rule}]", rule, Mark.DRIVES, 10)


DRIVERS = [driver("10 is X"), driver("20 is XX"), driver("20 is XX: twice"), driver("a pair: of kings")]

LINES = {
    "behind a number is that of the first test": ("10  Look.", "10 is X", "Look."),
    "a rule may begin with a number": ("10  Look.\n    20 is XX: See.", "20 is XX", "See."),
    "or have a colon in it": ("10  Look.\n    a pair: of kings: See.", "a pair: of kings", "See."),
    "the longest rule counts": ("10  Look.\n    20 is XX: twice: See.", "20 is XX: twice", "See."),
    "no such rule": ("10  Look.\n    30 is XXX: See.", "", "30 is XXX: See."),
    "no words": ("10  Look.\n    20 is XX", "", "20 is XX"),
    "no step above it": ("    20 is XX: See.", "", "20 is XX: See."),
    "no hint at all": ("10: Look.", "", "10: Look."),
}


@pytest.mark.parametrize(("text", "rule", "words"), LINES.values(), ids=LINES)
def test_the_test_that_a_line_is_for(text, rule, words):
    *_, last = read_hints(text, DRIVERS)
    assert (last.test.rule if last.test else "", last.words) == (rule, words)


def test_comments_and_empty_lines_are_no_hints():
    assert [hint.line for hint in read_hints("# one\n\n 3  Three.\n   \n", [])] == [3]


def test_the_first_test_that_drives_a_step_opens_it():
    guard = SuiteTest("a guard", "a guard", Mark.GUARDS, 10)
    assert first_drivers([guard, *DRIVERS]) == {DRIVERS[0]}


RULES = {
    "a name in words": ("a/test_b.py::test_a_card_equals_itself", "a card equals itself"),
    "the id of a row": ("a/test_b.py::test_c[the wheel: A 2 :: 5]", "the wheel: A 2 :: 5"),
    "none": ("", ""),
}


@pytest.mark.parametrize(("test", "rule"), RULES.values(), ids=RULES)
def test_the_rule_of_a_test(test, rule):
    assert rule_of(test) == rule
