"""The greens of an attempt, without a disk: what may be a step, and what led to it."""

from types import SimpleNamespace

import pytest

from dojo.errors import Mistake
from dojo.history.keeping.evening import evening
from history.session import light, played

ATTEMPT = SimpleNamespace(
    name="t",
    folder="kata/attempts/t",
    story=SimpleNamespace(inside=lambda folder: folder),
    command=lambda verb: f"make {verb} NAME=t",
)
ONE, TWO = "def test_one(): assert say(1)\n", "def test_two(): assert say(2)\n"
FAKED, SAID = "say = 1\n", "say = 2\n"


def run(colour, code="", tests="", own="", **told):
    """A run after a minute: its colour, its texts, and a letter for each own test."""
    seconds, verb, colour, files, *rest = light(60, told.pop("verb", "next"), colour, **told)
    files |= {"fizz.py": code.splitlines(), "test_fizz.py": tests.splitlines()}
    names = [f"kata/attempts/t/test_fizz.py::{name}" for name in ("test_one", "test_two")]
    rest[-1]["own"] = {name: {"g": "green", "r": "red"}[one] for name, one in zip(names, own)}
    return seconds, verb, colour, files, *rest


START = run("green", verb="start")


def found(*runs):
    return evening(ATTEMPT, *played(*runs))


@pytest.mark.parametrize(
    ("runs", "stops"),
    [
        pytest.param([START, run("red"), run("green", FAKED)], [1, 3], id="red, green"),
        pytest.param([START, run("green", FAKED), run("green", FAKED)], [1, 2], id="the same code again"),
        pytest.param(
            [START, run("green", FAKED), run("green", "# one\nsay = 1\n")], [1, 2], id="only a comment is new"
        ),
        pytest.param([START, run("green", FAKED), run("green", SAID)], [1, 2, 3], id="a refactoring"),
        pytest.param([START, run("green", FAKED), run("amber", "oh")], [1, 2], id="broken at the end"),
        pytest.param(
            [
                START,
                run("green", FAKED),
                run("green", SAID),
                run("red", verb="back", to=2),
                run("green", "say = 3\n"),
            ],
            [1, 2, 5],
            id="what somebody went back from is not on the way",
        ),
    ],
)
def test_each_green_with_other_code_may_be_a_step(runs, stops):
    assert [stop.light.number for stop in found(*runs).stops] == stops


def test_what_was_not_green_is_on_the_way_to_the_next_green():
    way = found(
        START, run("red", own="r"), run("amber", "oh"), run("green", FAKED, own="g"), run("red", own="g")
    )
    assert [light.number for light in way.stops[1].on_the_way] == [2, 3]
    assert way.stops[1].reds == {"test_fizz.py::test_one"}
    assert way.is_red_now


@pytest.mark.parametrize(
    ("runs", "number"),
    [
        pytest.param(
            [run("green", FAKED, ONE, "g"), run("green", SAID, ONE + TWO, "gg")], 2, id="with a green"
        ),
        pytest.param(
            [run("green", FAKED, ONE + TWO, "gg"), run("green", SAID, ONE + TWO, "gg")], 1, id="earlier"
        ),
        pytest.param(
            [run("green", FAKED, ONE, "g"), run("green", FAKED, ONE + TWO, "gg")], 2, id="after the last code"
        ),
    ],
)
def test_a_test_is_born_with_the_first_green_that_has_it(runs, number):
    assert found(START, *runs).born("test_fizz.py::test_two") == number


def test_a_renamed_test_is_born_where_the_old_one_was():
    renamed = TWO.replace("test_two", "test_pair")
    last = run("green", SAID, ONE + renamed, "g")
    last[-1]["own"]["kata/attempts/t/test_fizz.py::test_pair"] = "green"
    way = found(START, run("green", FAKED, ONE + TWO, "gg"), last)
    assert way.born("test_fizz.py::test_pair") == 1


def test_a_test_that_came_with_a_green_and_is_gone_is_dropped_there():
    way = found(START, run("green", FAKED, ONE + TWO, "gg"), run("green", SAID, ONE, "g"))
    assert [way.dropped(number) for number in (1, 2)] == [["test_fizz.py::test_two"], []]


def test_without_a_light_there_is_no_evening():
    with pytest.raises(Mistake, match="t has no lights: make next NAME=t makes the first one"):
        found()
