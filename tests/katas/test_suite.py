"""What holds for the steps of poker hands and for their suite, beside the laws."""

import pytest

from dojo.engine.columns import matrix
from katas.poker import story


@pytest.mark.parametrize("step", story().steps, ids=lambda step: step.name)
def test_the_code_of_a_step_can_be_projected(step):
    assert max(map(len, step.whole_code.splitlines())) < 80


def test_no_two_rules_have_one_name():
    """`make progress` and the gate name a test by its rule."""
    rules = [test.rule for test in matrix(story()).tests]
    assert [rule for rule in set(rules) if rules.count(rule) > 1] == []


def test_what_stands_beside_a_step_is_code_as_well():
    assert [file.name for file in story().step(50).files] == ["poker.py", "bulk.py"]
