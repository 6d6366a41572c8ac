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
COLOURS = {"g": "green", "r": "red"}


def run(colour, code="", tests="", verb="next", *, own="", names=("one", "two"), **told):
    """A run after a minute: its colour, its texts, and a letter for each own test."""
    ids = [f"kata/attempts/t/test_fizz.py::test_{name}" for name in names]
    told["own"] = {id: COLOURS[letter] for id, letter in zip(ids, own)}
    return light(60, verb, colour, code.splitlines(), tests.splitlines(), **told)


START, FAKE, BACK = run("green", verb="start"), run("green", FAKED), run("red", verb="back", to=2)


def found(*runs):
    return evening(ATTEMPT, *played(START, *runs))


STOPS = {
    "red, green": ([run("red"), FAKE], [1, 3]),
    "only a comment is new": ([FAKE, run("green", "# one\nsay = 1\n")], [1, 2]),
    "a refactoring": ([FAKE, run("green", SAID)], [1, 2, 3]),
    "broken at the end": ([FAKE, run("amber", "oh")], [1, 2]),
    "gone back from": ([FAKE, run("green", SAID), BACK, run("green", "say = 3\n")], [1, 2, 5]),
}


@pytest.mark.parametrize(("runs", "stops"), STOPS.values(), ids=STOPS)
def test_each_green_with_other_code_may_be_a_step(runs, stops):
    assert [stop.light.number for stop in found(*runs).stops] == stops


def test_what_was_not_green_is_on_the_way_to_the_next_green():
    way = found(run("red", own="r"), run("amber", "oh"), run("green", FAKED, own="g"), run("red", own="g"))
    assert [light.number for light in way.stops[1].on_the_way] == [2, 3]
    assert way.stops[1].reds == {"test_fizz.py::test_one"}
    assert way.is_red_now


FAKED_ONE, FAKED_BOTH = run("green", FAKED, ONE, own="g"), run("green", FAKED, ONE + TWO, own="gg")
SAID_BOTH = run("green", SAID, ONE + TWO, own="gg")
RENAMED = run("green", SAID, ONE + TWO.replace("two", "pair"), own="gg", names=("one", "pair"))
BORN = {
    "with a green": ([FAKED_ONE, SAID_BOTH], "two", 2),
    "earlier": ([FAKED_BOTH, SAID_BOTH], "two", 1),
    "after the last code": ([FAKED_ONE, FAKED_BOTH], "two", 2),
    "renamed, where the old one was": ([FAKED_BOTH, RENAMED], "pair", 1),
}


@pytest.mark.parametrize(("runs", "name", "number"), BORN.values(), ids=BORN)
def test_a_test_is_born_with_the_first_green_that_has_it(runs, name, number):
    assert found(*runs).born(f"test_fizz.py::test_{name}") == number


def test_a_test_that_came_with_a_green_and_is_gone_is_dropped_there():
    way = found(FAKED_BOTH, run("green", SAID, ONE, own="g"))
    assert [way.dropped(number) for number in (1, 2)] == [["test_fizz.py::test_two"], []]


def test_without_a_light_there_is_no_evening():
    with pytest.raises(Mistake, match="t has no lights: make next NAME=t makes the first one"):
        evening(ATTEMPT, *played())
