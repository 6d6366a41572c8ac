"""What the lights of an attempt tell together."""

import pytest

from dojo.attempt.light import PAUSE
from dojo.history.summary import OwnTests, Summary
from history.session import light, played, rows, session

SAYS = rows(f"""
    runs that changed nothing do not count :: next red a | next red a | next red a | next green b
        => 2 runs that changed something: 1 green, 1 red, 0 amber
    from the empty file :: start red - t | watch green abc tu
        => largest change up to a green: 3 lines of code, 1 of tests, from light 1 to 2
    no start from nothing :: watch green abc tu
        => largest change up to a green: 3 lines of code, 2 of tests, up to light 1
    from green to green :: start red - t | watch green a t | watch red ab t | watch green abcd t
        => largest change up to a green: 3 lines of code, from light 2 to 4
    what somebody went back behind is no part of the largest change :: watch green a | watch green abcdefgh
        | back amber abcdefgh to=1 | watch green ab
        => largest change up to a green: 7 lines of code, from light 1 to 2
    nothing changed is no largest change :: start green a | next green a => not largest change
    other code in green :: watch green a | watch red a t | watch green a t | watch green bc t
        => code changed in green: 1 time; the largest: 2 lines of code, from light 3 to 4
    no test would have noticed :: watch green a | watch green b unnoticed=1 | watch green c unnoticed=2
        => changed in green, and no test would have noticed a change: 2 times, lights 2, 3
    the code can do something new :: watch green a | watch green b unnoticed=0 grows=True
        => changed in green, and the code can do something new, and no test was red for it: 1 time, light 2
    a refactoring is nothing of that :: watch green a | watch green b unnoticed=0 => not changed in green,
    a program, of which no light can say it :: watch green a | watch green b => not older lights
    paused :: watch red a | watch red b 720s | watch green c 20s
        => 1 pause, 12 min 00 s in all, which counts for no colour
    a hint, or a run that changes nothing, ends no time :: watch red a | hint red a | watch red a
        | watch green b => longest time in red: 27 s, from light 1 to 4
    what nobody ran has none :: watch green a | back amber zzz to=1 shown=0 | back amber a to=2 shown=0
        | watch red zz 50s => time: 9 s green, 9 s thinking in green, 0 s red
    thinking until make next :: watch green a | next green a shown=0 40s => time: 0 s green, 40 s thinking
    until other code :: watch green a | watch green ab 40s => time: 40 s green, 0 s thinking
    until another test :: watch green a | watch red a t 40s => time: 40 s green, 0 s thinking
    until code put away :: watch green a | back amber ab to=1 shown=0 40s => time: 40 s green, 0 s thinking
    as long as no pause :: watch green a | next green a {PAUSE}s => time: 0 s green, 5 min 00 s thinking
    after that it is one :: watch green a | next green a {PAUSE + 1}s => time: 0 s green, 0 s thinking
""")
BROUGHT = "next green a shown=0 0s | next red a shown=1 0s | "
RED = "code written when a test was failing"
IN_RED = rows(f"""
    via red :: {BROUGHT} watch red ab | watch green abc => {RED}: 2 lines; the most: 2, from light 2 to 4
    via amber :: {BROUGHT} watch amber ab | watch green abc => {RED}: 2 lines; the most: 2, from light 2 to 4
    tests alone :: {BROUGHT} watch green a t => not {RED}
    begun anew with the test in hand :: {BROUGHT} watch red abcdefgh | back amber abcdefgh to=1 shown=1
        | watch green ab => {RED}: 1 line; the most: 1, from light 1 to 5
    to a green :: {BROUGHT} watch red abcdefgh | back amber abcdefgh to=1 shown=0 | watch green ab
        => not {RED}
    what make start left red :: start red - t shown=0 | watch green abc t => {RED}: 3 lines
    nothing red :: next green a shown=0 | watch green abc => not {RED}
""")
NO_RED = "code written when no test was failing"
UNASKED = rows(f"""
    with a red test, in one save :: start green a shown=0 | watch red abc t
        => {NO_RED}: 2 lines; the most: 2, from light 1 to 2
    code first of all :: watch green abc => {NO_RED}: 3 lines; the most: 3, up to light 1
    for a red test :: start red - t shown=0 | watch green abc t => not {NO_RED}
    a refactoring :: start green a shown=0 | watch green abc => not {NO_RED}
    tests alone, without a red :: start green a shown=0 | watch red a t => not {NO_RED}
    via amber for a red test :: start green a shown=0 | next red a shown=1 | watch amber ab | watch green abc
        => not {NO_RED}
    for a test that crashes :: start green a shown=0 | next amber a shown=1 | watch green abc => not {NO_RED}
    for a test that crashes still, at the next make next :: start green a shown=0 | next amber a shown=1
        | next amber ab shown=1 | watch green abc => not {NO_RED}
    after a slip of one's own that make next ran :: start green a shown=0 | next amber ab shown=0
        | watch red abc t => {NO_RED}: 2 lines; the most: 1, from light 1 to 2
    for the first case, which crashes at make start :: start amber - shown=1 | watch green abc => not {NO_RED}
    via amber for none :: start green a shown=0 | watch amber ab | watch red abc t
        => {NO_RED}: 2 lines; the most: 1, from light 1 to 2
    after to a green :: start green a shown=0 | next red a shown=1 | back red a to=1 shown=0 | watch red ab t
        => {NO_RED}: 1 line; the most: 1, from light 1 to 4
""")


@pytest.mark.parametrize(("told", "says"), [*SAYS, *IN_RED, *UNASKED])
def test_the_summary_says(told, says):
    text = "\n".join(Summary(*played(*session(told))).sentences)
    assert (says.removeprefix("not ") in text) is not says.startswith("not ")


A, B = "test_fizz.py::test_a", "test_fizz.py::test_b"


def own(**colours):
    """A run that tells the colours of some own tests."""
    ids = {"a": A, "b": B, "file": A.partition("::")[0]}
    return light(9, "watch", "red", own={ids[test]: colour for test, colour in colours.items()})


def written(*runs):
    """Runs of one own test, each with its name and its colour."""
    found = []
    for name, colour in (run.split() for run in runs):
        own = {f"test_fizz.py::test_{name}": colour}
        tests = [f"def test_{name}():", "    assert fizz.say(1)"]
        found.append(light(9, "watch", colour, "x", tests, own=own))
    return found


SILENT = light(9, "watch", "red")
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
        "own tests never seen red: 1 of 1: “a”",
        "own tests deleted: 1: “b”",
    ]
    assert "own tests never seen red: 0 of 1" in Summary(*played(*runs, own(a="red"))).sentences
