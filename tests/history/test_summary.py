"""What the lights of an attempt tell together."""

from typing import NamedTuple

import pytest

from dojo.history.summary import OwnTests, Summary
from history.session import Saved, light, played


class Sentence(NamedTuple):
    """What the summary of some lights says, or what it leaves out."""

    rule: str
    lights: list[Saved]
    says: str = ""
    without: str = ""


SAYS = [
    Sentence(
        "runs that changed nothing do not count",
        [
            light("next", "red", "a"),
            light("next", "red", "a"),
            light("next", "red", "a"),
            light("next", "green", "b"),
        ],
        says="2 runs that changed something: 1 green, 1 red, 0 amber",
    ),
    Sentence(
        "from the empty file",
        [light("start", "red", "", "t"), light("watch", "green", "abc", "tu")],
        says="largest change up to a green: 3 lines of code, 1 of tests, from light 1 to 2",
    ),
    Sentence(
        "no start from nothing",
        [light("watch", "green", "abc", "tu")],
        says="largest change up to a green: 3 lines of code, 2 of tests, up to light 1",
    ),
    Sentence(
        "from green to green",
        [
            light("start", "red", "", "t"),
            light("watch", "green", "a", "t"),
            light("watch", "red", "ab", "t"),
            light("watch", "green", "abcd", "t"),
        ],
        says="largest change up to a green: 3 lines of code, from light 2 to 4",
    ),
    Sentence(
        "what somebody went back behind is no part of the largest change",
        [
            light("watch", "green", "a"),
            light("watch", "green", "abcdefgh"),
            light("back", "amber", "abcdefgh", to=1),
            light("watch", "green", "ab"),
        ],
        says="largest change up to a green: 7 lines of code, from light 1 to 2",
    ),
    Sentence(
        "nothing changed is no largest change",
        [light("start", "green", "a"), light("next", "green", "a")],
        without="largest change",
    ),
    Sentence(
        "other code in green",
        [
            light("watch", "green", "a"),
            light("watch", "red", "a", "t"),
            light("watch", "green", "a", "t"),
            light("watch", "green", "bc", "t"),
        ],
        says="code changed in green: 1 time; the largest: 2 lines of code, from light 3 to 4",
    ),
    Sentence(
        "no test would have noticed",
        [
            light("watch", "green", "a"),
            light("watch", "green", "b", unnoticed=1),
            light("watch", "green", "c", unnoticed=2),
        ],
        says="changed in green, and no test would have noticed a change: 2 times, lights 2, 3",
    ),
    Sentence(
        "the code can do something new",
        [light("watch", "green", "a"), light("watch", "green", "b", unnoticed=0, grows=True)],
        says=(
            "changed in green, and the code can do something new, and no test was red for it: 1 time, light 2"
        ),
    ),
    Sentence(
        "a refactoring is nothing of that",
        [light("watch", "green", "a"), light("watch", "green", "b", unnoticed=0)],
        without="changed in green,",
    ),
    Sentence(
        "a program, of which no light can say it",
        [light("watch", "green", "a"), light("watch", "green", "b")],
        without="older lights",
    ),
    Sentence(
        "paused",
        [
            light("watch", "red", "a"),
            light("watch", "red", "b", after=720),
            light("watch", "green", "c", after=20),
        ],
        says="1 pause, 12 min 00 s in all, which counts for no colour",
    ),
    Sentence(
        "a hint, or a run that changes nothing, ends no time",
        [
            light("watch", "red", "a"),
            light("hint", "red", "a"),
            light("watch", "red", "a"),
            light("watch", "green", "b"),
        ],
        says="longest time in red: 27 s, from light 1 to 4",
    ),
    Sentence(
        "what nobody ran has none",
        [
            light("watch", "green", "a"),
            light("back", "amber", "zzz", to=1, revealed=0),
            light("back", "amber", "a", to=2, revealed=0),
            light("watch", "red", "zz", after=50),
        ],
        says="time: 9 s green, 9 s thinking in green, 0 s red",
    ),
    Sentence(
        "thinking until make next",
        [light("watch", "green", "a"), light("next", "green", "a", revealed=0, after=40)],
        says="time: 0 s green, 40 s thinking",
    ),
    Sentence(
        "until other code",
        [light("watch", "green", "a"), light("watch", "green", "ab", after=40)],
        says="time: 40 s green, 0 s thinking",
    ),
    Sentence(
        "until another test",
        [light("watch", "green", "a"), light("watch", "red", "a", "t", after=40)],
        says="time: 40 s green, 0 s thinking",
    ),
    Sentence(
        "until code put away",
        [light("watch", "green", "a"), light("back", "amber", "ab", to=1, revealed=0, after=40)],
        says="time: 40 s green, 0 s thinking",
    ),
    Sentence(
        "as long as no pause",
        [light("watch", "green", "a"), light("next", "green", "a", after=300)],
        says="time: 0 s green, 5 min 00 s thinking",
    ),
    Sentence(
        "after that it is one",
        [light("watch", "green", "a"), light("next", "green", "a", after=301)],
        says="time: 0 s green, 0 s thinking",
    ),
]
BROUGHT = [light("next", "green", "a", revealed=0, after=0), light("next", "red", "a", revealed=1, after=0)]
IN_RED = [
    Sentence(
        "via red",
        [*BROUGHT, light("watch", "red", "ab"), light("watch", "green", "abc")],
        says="code written when a test was failing: 2 lines; the most: 2, from light 2 to 4",
    ),
    Sentence(
        "via amber",
        [*BROUGHT, light("watch", "amber", "ab"), light("watch", "green", "abc")],
        says="code written when a test was failing: 2 lines; the most: 2, from light 2 to 4",
    ),
    Sentence(
        "tests alone",
        [*BROUGHT, light("watch", "green", "a", "t")],
        without="code written when a test was failing",
    ),
    Sentence(
        "begun anew with the test in hand",
        [
            *BROUGHT,
            light("watch", "red", "abcdefgh"),
            light("back", "amber", "abcdefgh", to=1, revealed=1),
            light("watch", "green", "ab"),
        ],
        says="code written when a test was failing: 1 line; the most: 1, from light 1 to 5",
    ),
    Sentence(
        "to a green",
        [
            *BROUGHT,
            light("watch", "red", "abcdefgh"),
            light("back", "amber", "abcdefgh", to=1, revealed=0),
            light("watch", "green", "ab"),
        ],
        without="code written when a test was failing",
    ),
    Sentence(
        "what make start left red",
        [light("start", "red", "", "t", revealed=0), light("watch", "green", "abc", "t")],
        says="code written when a test was failing: 3 lines",
    ),
    Sentence(
        "nothing red",
        [light("next", "green", "a", revealed=0), light("watch", "green", "abc")],
        without="code written when a test was failing",
    ),
]
UNASKED = [
    Sentence(
        "with a red test, in one save",
        [light("start", "green", "a", revealed=0), light("watch", "red", "abc", "t")],
        says="code written when no test was failing: 2 lines; the most: 2, from light 1 to 2",
    ),
    Sentence(
        "code first of all",
        [light("watch", "green", "abc")],
        says="code written when no test was failing: 3 lines; the most: 3, up to light 1",
    ),
    Sentence(
        "for a red test",
        [light("start", "red", "", "t", revealed=0), light("watch", "green", "abc", "t")],
        without="code written when no test was failing",
    ),
    Sentence(
        "a refactoring",
        [light("start", "green", "a", revealed=0), light("watch", "green", "abc")],
        without="code written when no test was failing",
    ),
    Sentence(
        "tests alone, without a red",
        [light("start", "green", "a", revealed=0), light("watch", "red", "a", "t")],
        without="code written when no test was failing",
    ),
    Sentence(
        "via amber for a red test",
        [
            light("start", "green", "a", revealed=0),
            light("next", "red", "a", revealed=1),
            light("watch", "amber", "ab"),
            light("watch", "green", "abc"),
        ],
        without="code written when no test was failing",
    ),
    Sentence(
        "for a test that crashes",
        [
            light("start", "green", "a", revealed=0),
            light("next", "amber", "a", revealed=1),
            light("watch", "green", "abc"),
        ],
        without="code written when no test was failing",
    ),
    Sentence(
        "for a test that crashes still, at the next make next",
        [
            light("start", "green", "a", revealed=0),
            light("next", "amber", "a", revealed=1),
            light("next", "amber", "ab", revealed=1),
            light("watch", "green", "abc"),
        ],
        without="code written when no test was failing",
    ),
    Sentence(
        "after a slip of one's own that make next ran",
        [
            light("start", "green", "a", revealed=0),
            light("next", "amber", "ab", revealed=0),
            light("watch", "red", "abc", "t"),
        ],
        says="code written when no test was failing: 2 lines; the most: 1, from light 1 to 2",
    ),
    Sentence(
        "for the first case, which crashes at make start",
        [light("start", "amber", revealed=1), light("watch", "green", "abc")],
        without="code written when no test was failing",
    ),
    Sentence(
        "via amber for none",
        [
            light("start", "green", "a", revealed=0),
            light("watch", "amber", "ab"),
            light("watch", "red", "abc", "t"),
        ],
        says="code written when no test was failing: 2 lines; the most: 1, from light 1 to 2",
    ),
    Sentence(
        "after to a green",
        [
            light("start", "green", "a", revealed=0),
            light("next", "red", "a", revealed=1),
            light("back", "red", "a", to=1, revealed=0),
            light("watch", "red", "ab", "t"),
        ],
        says="code written when no test was failing: 1 line; the most: 1, from light 1 to 4",
    ),
]


@pytest.mark.parametrize("row", [*SAYS, *IN_RED, *UNASKED], ids=lambda row: row.rule)
def test_the_summary_says(row):
    text = "\n".join(Summary(*played(*row.lights)).sentences)
    if row.without:
        assert row.without not in text
    else:
        assert row.says in text


A, B = "test_fizz.py::test_a", "test_fizz.py::test_b"


def own(**colours):
    """A run that tells the colours of some own tests."""
    ids = {"a": A, "b": B, "file": A.partition("::")[0]}
    return light("watch", "red", own={ids[test]: colour for test, colour in colours.items()})


def written(*runs):
    """Runs of one own test, each with its name and its colour."""
    found = []
    for name, colour in (run.split() for run in runs):
        own = {f"test_fizz.py::test_{name}": colour}
        tests = [f"def test_{name}():", "    assert fizz.say(1)"]
        found.append(light("watch", colour, "x", tests, own=own))
    return found


SILENT = light("watch", "red")
OWN = {
    "red first": ([own(a="red"), own(a="green")], OwnTests(1, [], [])),
    "green from the first": ([own(a="green")], OwnTests(1, [A], [])),
    "green when it came": ([own(), own(b="green"), own(b="green")], OwnTests(1, [B], [])),
    "red later: seen": ([own(a="green"), own(a="red"), own(a="green")], OwnTests(1, [], [])),
    "amber first": ([own(a="amber"), own(a="green")], OwnTests(1, [], [])),
    "one that is deleted": ([own(a="green", b="red"), own(b="red")], OwnTests(1, [], [A])),
    "a file that cannot be read deletes none": ([own(a="red"), own(file="amber")], OwnTests(1, [], [])),
    "red, taken back, and written again": ([own(a="red"), own(), own(a="green")], OwnTests(1, [], [])),
    "one of two": ([own(a="red"), own(a="green", b="green")], OwnTests(2, [B], [])),
    "it may have been run before": ([SILENT, own(a="green")], OwnTests(0, [], [])),
    "red at last, whatever was before": ([SILENT, own(a="green"), own(a="red")], OwnTests(1, [], [])),
    "a new name": (written("a red", "b green"), OwnTests(1, [], [])),
    "a new name, red at last": (written("a green", "a red", "b green"), OwnTests(1, [], [])),
    "a new name, never red": (written("a green", "b green"), OwnTests(1, [B], [])),
}


@pytest.mark.parametrize(("runs", "found"), OWN.values(), ids=OWN)
def test_own_tests_that_no_run_saw_red(runs, found):
    assert Summary(*played(*runs)).own == found


def test_own_tests_that_were_never_red_and_those_deleted_are_named():
    runs = own(a="green", b="red"), own(a="green")
    assert [one for one in Summary(*played(*runs)).sentences if "own" in one] == [
        "own tests seen red: 0 of 1; never: “a”",
        "own tests deleted: 1: “b”",
    ]
    assert "own tests seen red: 1 of 1" in Summary(*played(*runs, own(a="red"))).sentences
