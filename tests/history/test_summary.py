"""What the lights of an attempt tell together."""

import pytest

from dojo.attempt.lights import all_files, all_lights
from dojo.attempt.lines import Count, Lines
from dojo.attempt.snapshot import File
from dojo.history.clock import PAUSE
from dojo.history.session.facts import Change, largest
from dojo.history.summary import OwnTests, Stretch, summary
from history.session import light, played


def summed(*lights):
    return summary(*played(*lights))


def came(code=0, tests=0):
    """Lines that came."""
    return Lines(Count(code), Count(tests))


def test_the_summary_tells_of_the_whole_session(seen):
    lights = all_lights(seen)
    told = summary(lights, all_files(seen, lights))
    assert told.runs == {"green": 2, "red": 2, "amber": 1}
    assert told.seconds == 165
    assert told.stretches == [
        Stretch("red", 1, 1, 60),
        Stretch("green", 2, 2, 30),
        Stretch("red", 3, 3, 30),
        Stretch("amber", 5, 5, 5),
        Stretch("green", 6, 7, 40),
    ]
    assert told.turns == 4
    assert told.longest("red") == Stretch("red", 1, 1, 60)
    assert told.facts.largest == Change(2, 7, Lines(Count(came=2)))
    assert (told.held, told.predicted) == (1, 2)


def test_runs_that_changed_nothing_do_not_count():
    red = light(9, "next", "red", "a")
    assert summed(red, red, red, light(9, "next", "green", "b")).runs == {"red": 1, "green": 1}


START = light(0, "start", "red", "", "t", revealed=0)


def test_the_first_jump_from_the_empty_file_counts():
    assert summed(START, light(9, "watch", "green", "abc", "tu")).facts.largest == Change(1, 2, came(3, 1))


def test_without_a_start_it_counts_from_nothing():
    assert summed(light(9, "watch", "green", "abc", "tu")).facts.largest == Change(0, 1, came(3, 2))


def test_the_largest_change_goes_from_green_to_green():
    told = summed(
        START,
        light(9, "watch", "green", "a", "t"),
        light(9, "watch", "red", "ab", "t"),
        light(9, "watch", "green", "abcd", "t"),
    )
    assert told.facts.largest == Change(2, 4, came(3))


def test_what_make_back_went_back_behind_is_no_part_of_a_change():
    told = summed(
        light(0, "watch", "green", "a"),
        light(9, "watch", "green", "abcdefgh"),
        light(9, "back", "amber", "abcdefgh", to=1, revealed=0),
        light(9, "watch", "green", "ab"),
    )
    assert [told.facts.largest, told.facts.refactorings[-1]] == [Change(1, 2, came(7)), Change(1, 4, came(1))]


def test_nothing_changed_is_no_largest_change():
    assert largest([Change(1, 2, Lines())]) is None


def test_refactorings_go_from_green_to_green_with_other_code():
    told = summed(
        light(0, "watch", "green", "a"),
        light(9, "watch", "green", "ab"),
        light(9, "watch", "green", "abcd"),
        light(9, "watch", "red", "abcde"),
        light(9, "watch", "green", "abcdef"),
    )
    assert told.facts.refactorings == [Change(1, 2, came(1)), Change(2, 3, came(2))]
    assert largest(told.facts.refactorings) == Change(2, 3, came(2))


BROUGHT = light(0, "next", "red", "a", revealed=1)
GREEN = light(0, "next", "green", "a", revealed=0)
IN_RED = [
    pytest.param([START, light(9, "watch", "green", "abc", "t")], [Change(1, 2, came(3))], id="the first"),
    pytest.param(
        [GREEN, BROUGHT, light(9, "watch", "red", "ab"), light(9, "watch", "green", "abc")],
        [Change(2, 4, came(2))],
        id="by way of red",
    ),
    pytest.param(
        [GREEN, BROUGHT, light(9, "watch", "amber", "ab"), light(9, "watch", "green", "abc")],
        [Change(2, 4, came(2))],
        id="by way of amber",
    ),
    pytest.param([GREEN, light(9, "watch", "green", "abc")], [], id="from green to green"),
    pytest.param([GREEN, BROUGHT, light(9, "watch", "green", "a", "t")], [], id="tests alone"),
    pytest.param(
        [
            GREEN,
            BROUGHT,
            light(9, "watch", "red", "abcdefgh"),
            light(9, "back", "amber", "abcdefgh", to=1, revealed=1),
            light(9, "watch", "green", "ab"),
        ],
        [Change(1, 5, came(1))],
        id="begun anew with the test in hand",
    ),
    pytest.param(
        [
            GREEN,
            BROUGHT,
            light(9, "watch", "red", "abcdefgh"),
            light(9, "back", "amber", "abcdefgh", to=1, revealed=0),
            light(9, "watch", "green", "ab"),
        ],
        [],
        id="the way back to a green",
    ),
]


@pytest.mark.parametrize(("lights", "written"), IN_RED)
def test_code_written_while_red_goes_from_a_red_to_its_green(lights, written):
    assert summed(*lights).facts.in_red == written


BEGUN = light(0, "start", "green", "a", revealed=0)
AFTER_GREEN = light(9, "watch", "red", "abc", "t")
UNASKED = [
    pytest.param([BEGUN, AFTER_GREEN], [Change(1, 2, came(2))], id="code and a red test in one save"),
    pytest.param([light(9, "watch", "green", "abc")], [Change(0, 1, came(3))], id="code first of all"),
    pytest.param([START, light(9, "watch", "green", "abc", "t")], [], id="for a red test"),
    pytest.param([BEGUN, light(9, "watch", "green", "abc")], [], id="a refactoring"),
    pytest.param([BEGUN, light(9, "watch", "red", "a", "t")], [], id="tests alone"),
    pytest.param(
        [BEGUN, BROUGHT, light(9, "watch", "amber", "ab"), light(9, "watch", "green", "abc")],
        [],
        id="by way of amber for a red test",
    ),
    pytest.param(
        [BEGUN, light(9, "watch", "amber", "ab"), light(9, "watch", "red", "abc", "t")],
        [Change(1, 2, came(1)), Change(2, 3, came(1))],
        id="by way of amber for none",
    ),
    pytest.param(
        [BEGUN, BROUGHT, light(9, "back", "red", "a", to=1, revealed=0), light(9, "watch", "red", "ab", "t")],
        [Change(1, 4, came(1))],
        id="after the way back to a green",
    ),
]


@pytest.mark.parametrize(("lights", "changes"), UNASKED)
def test_code_written_while_no_test_was_red_is_told_of(lights, changes):
    assert summed(*lights).facts.unasked == changes


THINKING = [
    pytest.param(light(40, "next", "green", "a", revealed=0), 40, 40, id="until make next"),
    pytest.param(light(40, "hint", "green", "a"), 40, 40, id="until a hint"),
    pytest.param(light(40, "watch", "green", "ab"), 0, 40, id="until other code: that is work"),
    pytest.param(light(40, "watch", "red", "a", "t"), 0, 40, id="until another test: that is work"),
    pytest.param(light(40, "back", "amber", "ab", to=1, revealed=0), 0, 40, id="until what was put away"),
    pytest.param(light(PAUSE, "next", "green", "a"), PAUSE, PAUSE, id="as long as no pause"),
    pytest.param(light(PAUSE + 1, "next", "green", "a"), 0, 0, id="a pause is a pause"),
]


@pytest.mark.parametrize(("after", "thinking", "green"), THINKING)
def test_time_in_green_in_which_nothing_changes_is_thinking(after, thinking, green):
    told = summed(light(0, "watch", "green", "a"), after)
    assert (told.thinking, told.time_in("green")) == (thinking, green)


def test_a_pause_counts_for_no_colour():
    told = summed(
        light(0, "watch", "red", "a"), light(720, "watch", "red", "b"), light(20, "watch", "green", "c")
    )
    assert told.pauses == [720]
    assert told.longest("red") == Stretch("red", 1, 2, 20)
    assert told.seconds == 740


def test_a_way_back_to_what_nobody_ran_is_of_no_colour():
    told = summed(
        light(0, "watch", "green", "a"),
        light(9, "back", "amber", "zzz", to=1, revealed=0),
        light(9, "back", "amber", "a", to=2, revealed=0),
        light(50, "watch", "red", "zz"),
    )
    assert told.stretches == [Stretch("green", 1, 2, 18), Stretch("red", 4, 4, 0)]


A, B = "test_fizz.py::test_a", "test_fizz.py::test_b"


def own(**colours):
    """A run that tells the colours of some own tests."""
    ids = {"a": A, "b": B}
    return light(9, "watch", "red", own={ids[test]: colour for test, colour in colours.items()})


SILENT = light(9, "watch", "red")
OWN = [
    pytest.param([SILENT, SILENT], None, id="no run tells"),
    pytest.param([own()], OwnTests(0, []), id="none was written"),
    pytest.param([own(a="red"), own(a="green")], OwnTests(1, []), id="red first"),
    pytest.param([own(a="green")], OwnTests(1, [A]), id="green from the first"),
    pytest.param([own(), own(b="green"), own(b="green")], OwnTests(1, [B]), id="green when it came"),
    pytest.param([own(a="green"), own(a="red"), own(a="green")], OwnTests(1, []), id="red later: seen"),
    pytest.param([own(a="amber"), own(a="green")], OwnTests(1, []), id="amber first"),
    pytest.param([own(a="green"), own(b="red")], OwnTests(1, []), id="one that is gone"),
    pytest.param([own(a="red"), own(a="green", b="green")], OwnTests(2, [B]), id="one of two"),
    pytest.param([SILENT, own(a="green")], OwnTests(0, []), id="it may have been run before"),
    pytest.param(
        [SILENT, own(a="green"), own(a="red")], OwnTests(1, []), id="red at last, whatever was before"
    ),
]


def test_an_own_test_with_a_new_name_is_the_same():
    before, after = (f"def test_{name}():\n    assert fizz.say(1)" for name in "ab")
    at = "katas/attempts/tables-3/"
    red, green = (light(9, "watch", colour, "x", before, own={at + A: colour}) for colour in ("red", "green"))
    named = light(9, "watch", "green", "x", after, own={at + B: "green"})
    for lights, told in (([red, green, named], []), ([green, named], [at + B])):
        found, files = played(*lights)
        for one in found:
            text = after if one.own == {at + B: "green"} else before
            files[one.commit][b"test_fizz.py"] = File("100644", text.encode())
        assert summary(found, files).own == OwnTests(1, told)


@pytest.mark.parametrize(("runs", "told"), OWN)
def test_own_tests_that_nobody_saw_red(runs, told):
    assert summed(*runs).own == told


def test_no_light_is_no_session():
    assert (summed().seconds, summed().turns, summed().facts.largest) == (0, 0, None)
