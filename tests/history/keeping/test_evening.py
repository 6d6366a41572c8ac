"""The greens of an attempt: which may be a step, which are, what is told of them, and their mutants."""

from types import SimpleNamespace

import pytest

from dojo.errors import Mistake
from dojo.history.keeping.choosing import chosen
from dojo.history.keeping.evening import evening
from dojo.history.keeping.stubs import stubbed
from dojo.history.keeping.telling import notes, title_of
from history.session import light, played, rows

ATTEMPT = SimpleNamespace(
    name="t",
    folder="kata/attempts/t",
    story=SimpleNamespace(inside=lambda folder: folder),
    command=lambda verb: f"make {verb} NAME=t",
)
ONE, TWO = "def test_one(): assert say(1)\n", "def test_two(): assert say(2)\n"
FAKED, SAID = "say = 1\n", "say = 2\n"
LETTERS = {"g": "green", "r": "red", "a": "amber"}


def run(colour, code="", tests="", verb="next", *, own="", names=("one", "two"), **told):
    """A run after a minute: its colour, its texts, and a letter for each own test."""
    ids = [f"kata/attempts/t/test_fizz.py::test_{name}" for name in names]
    told["own"] = {id: LETTERS[letter] for id, letter in zip(ids, own)}
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


def choose(told, dropped=()):
    """What is chosen of `a 1 rgg, b 2 rgg`: each test, the green that it came with, its colour on each."""
    tests = [one.split() for one in told.split(",")]
    columns = {id: [LETTERS[letter] for letter in column] for id, _, column in tests}
    return chosen(columns, {id: int(born) for id, born, _ in tests}, dict.fromkeys(dropped, True))


def marked(found):
    """The marks that were chosen, in a line."""
    return ", ".join(f"{id} {mark}" for id, mark in found.marks.items())


CHOSEN = rows("""
    red, then green :: a 1 rg => 0 1: a drives(1)
    a test that was green when it came guards :: a 1 rgg, b 2 rgg => 0 1 2: a drives(1), b guards(2)
    what came after the last code is of the last step :: a 1 rgg, b 3 rrg => 0 1 2: a drives(1), b drives(2)
    what broke before it was written does not matter ::
        a 1 rggg, b 3 rarg => 0 1 2 3: a drives(1), b drives(3)
    a green whose code a new test breaks is part of the next step ::
        a 1 rggg, b 3 rrag => 0 1 3: a drives(1), b drives(2)
    a test that was edited later drives the step that makes it green ::
        a 1 rgg, b 1 rrg => 0 1 2: a drives(1), b drives(2)
    a refactoring that makes the next red is part of the next step ::
        a 1 rggg, b 3 rgrg => 0 1 3: a drives(1), b guards(2)
""")


@pytest.mark.parametrize(("told", "steps"), CHOSEN)
def test_a_test_drives_the_step_that_makes_it_green(told, steps):
    found = choose(told)
    assert f"{' '.join(map(str, found.steps))}: {marked(found)}" == steps


def test_a_green_without_its_test_is_part_of_the_next_step():
    found = choose("a 2 rrg", dropped=[1])
    assert (found.steps, marked(found), found.folded, found.broken) == ([0, 2], "a drives(1)", {2: [1]}, ())


@pytest.mark.parametrize("column", ["rr", "ag"], ids=["red at the end", "it breaks the beginning"])
def test_a_test_that_no_step_can_have_is_left_out(column):
    found = choose(f"a 1 rg, b 1 {column}")
    assert (marked(found), found.broken) == ("a drives(1)", ("b",))


RUNS = {
    "amber": light(1, "next", "amber", own={}),
    "one": light(1, "next", "red", own={"one": "red", "two": "green"}),
    "two": light(1, "next", "red", own={"one": "green", "two": "red"}),
    "both": light(1, "next", "red", own={"one": "red", "two": "red"}),
}
NOTES = rows("""
    nothing :: =>
    one red, as it should be :: one =>
    red for the same reason :: one one =>
    one of two reds is left :: both one =>
    another reason :: one two => One run was red for another reason.
    other reasons :: one two one => Two runs were red for other reasons.
    amber :: one amber => One run on the way could not speak.
    both :: one amber amber two => Two runs on the way could not speak, one was red for another reason.
""")


@pytest.mark.parametrize(("reds", "said"), NOTES)
def test_a_step_says_what_happened_on_the_way(reds, said):
    assert " / ".join(notes(played(*(RUNS[name] for name in reds.split()))[0], 0, [])) == said


def test_greens_that_are_no_steps_are_told_and_what_nobody_saw_red():
    assert notes([], 2, ["one is said"]) == [
        "Two green runs on the way are parts of this step: no test stands for them alone.",
        "“one is said” would have been red before, and nobody saw it.",
    ]


TITLES = {
    "the first rule": (["one is said", "two"], 1, "One is said"),
    "its signs stay as they are": (["IV is 4"], 1, "IV is 4"),
    "no test": ([], 3, "Tidied up"),
    "the first step": ([], 0, "The beginning"),
}


@pytest.mark.parametrize(("rules", "number", "title"), TITLES.values(), ids=TITLES)
def test_a_step_is_called_by_the_test_that_drives_it(rules, number, title):
    assert title_of(rules, number) == title


GAME = "class Game:\n    def __init__(self):\n        self.n = 0\n\n    def score(self):\n        return 1\n"
ANY_GAME = """
class Game:
    def __init__(self, *_given, **_named):
        pass

    def __getattr__(self, _name):
        return None

    def score(self, *_given, **_named):
        return None
"""
STUBS = {
    "a function": ("def say(n):\n    return 1\n", "\ndef say(*_given, **_named):\n    return None\n"),
    "a class, which can still be made, and has any attribute": (GAME, ANY_GAME),
    "an error stays": ("class Wrong(ValueError):\n    pass\n", ""),
}


@pytest.mark.parametrize(("code", "stub"), STUBS.values(), ids=STUBS)
def test_a_stub_answers_the_same_to_everything(code, stub):
    assert "".join(stubbed(code, "None")) == stub
