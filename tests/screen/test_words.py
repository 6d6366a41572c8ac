"""Numbers, times and lists in words."""

import pytest

from dojo.screen.words import counted, duration, first_of, since

DURATIONS = [
    pytest.param(0.9, "0 s", id="less than a second"),
    pytest.param(59, "59 s", id="seconds"),
    pytest.param(200, "3 min 20 s", id="minutes"),
    pytest.param(3900, "1 h 05 min", id="hours"),
]


@pytest.mark.parametrize(("seconds", "words"), DURATIONS)
def test_a_duration(seconds, words):
    assert duration(seconds) == words


TIMES = [(40, "+0:40"), (200.9, "+3:20"), (3900, "+65:00")]


@pytest.mark.parametrize(("seconds", "words"), TIMES)
def test_a_time_since(seconds, words):
    assert since(seconds) == words


@pytest.mark.parametrize(("number", "words"), [(0, "0 lines"), (1, "1 line"), (2, "2 lines")])
def test_one_of_a_thing_and_several(number, words):
    assert counted(number, "line") == words


LISTS = [
    pytest.param([], "", id="none"),
    pytest.param(["a"], "“a”", id="one"),
    pytest.param(["a", "b"], "“a”, “b”", id="as many as there is room for"),
    pytest.param(["a", "b", "c", "d"], "“a”, “b” and 2 more", id="more"),
]


@pytest.mark.parametrize(("rules", "words"), LISTS)
def test_the_first_of_a_list(rules, words):
    assert first_of(rules) == words
