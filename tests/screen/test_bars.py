"""How much of something is of which colour, in ten shapes."""

import pytest

from dojo.screen.bars import shares

SHARES = {
    "all green": ({"green": 3}, "■■■■■■■■■■"),
    "all red": ({"red": 2}, "××××××××××"),
    "one red of many is seen": ({"green": 290, "red": 1}, "■■■■■■■■■×"),
    "one green of many is seen": ({"green": 1, "red": 290}, "■×××××××××"),
    "one of each": ({"green": 1, "red": 1, "amber": 1}, "■■■■×××!!!"),
    "one amber of many is seen": ({"red": 100, "amber": 1}, "×××××××××!"),
    "one red among amber is seen": ({"red": 1, "amber": 100}, "×!!!!!!!!!"),
    "no test ran": ({}, "          "),
}


@pytest.mark.parametrize(("counts", "drawn"), SHARES.values(), ids=SHARES)
def test_there_is_a_shape_for_each_colour(counts, drawn):
    assert shares(counts, 10).plain == drawn
