"""Numbers are said as they are."""

import pytest
from rows import drives, guards

NUMBERS = [
    drives(1, "one is said", 1, "1"),
    drives(2, "two is said", 2, "2"),
    guards(3, "four is said", 4, "4"),
]


@pytest.mark.parametrize(("number", "said"), NUMBERS)
def test_numbers(fizz, number, said):
    assert fizz.say(number) == said
