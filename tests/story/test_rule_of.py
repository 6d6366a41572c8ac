"""The rule that a test stands for, by its id."""

import pytest

from dojo.story.tests import rule_of

RULES = [
    pytest.param("a/test_b.py::test_a_card_equals_itself", "a card equals itself", id="a name in words"),
    pytest.param("a/test_b.py::test_c[the wheel: A 2 :: 5]", "the wheel: A 2 :: 5", id="the id of a row"),
    pytest.param("", "", id="none"),
]


@pytest.mark.parametrize(("test", "rule"), RULES)
def test_the_rule_of_a_test(test, rule):
    assert rule_of(test) == rule
