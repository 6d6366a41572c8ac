"""How much of something is of which colour, in ten shapes."""

import pytest

from dojo.screen.bars import shares

SHARES = [
    pytest.param({"green": 3}, "■■■■■■■■■■", id="all green"),
    pytest.param({"red": 2}, "××××××××××", id="all red"),
    pytest.param({"green": 290, "red": 1}, "■■■■■■■■■×", id="one red of many is seen"),
    pytest.param({"green": 1, "red": 290}, "■×××××××××", id="one green of many is seen"),
    pytest.param({"green": 1, "red": 1, "amber": 1}, "■■■■×××!!!", id="one of each"),
    pytest.param({"red": 100, "amber": 1}, "×××××××××!", id="one amber of many is seen"),
    pytest.param({"red": 1, "amber": 100}, "×!!!!!!!!!", id="one red among amber is seen"),
    pytest.param({}, "          ", id="no test ran"),
]


@pytest.mark.parametrize(("counts", "drawn"), SHARES)
def test_there_is_a_shape_for_each_colour(counts, drawn):
    assert shares(counts, 10).plain == drawn
