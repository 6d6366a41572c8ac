"""What the lights of an attempt tell together."""

import pytest

from dojo.attempt.light import PAUSE
from dojo.history.runs import LineChange
from dojo.history.summary import OwnTests, Summary, largest
from history.session import light, played, rows, session


def summed(told):
    return Summary(*played(*session(told)))


def changes(found):
    """Some changes: from which light to which, the lines of code and of tests that changed."""
    return ", ".join(f"{one.first}–{one.last} {one.lines.code}/{one.lines.tests}" for one in found)


def of_code(found):
    """The same without the lines of tests."""
    return ", ".join(f"{one.first}–{one.last} {one.lines.code}" for one in found if one.lines.code)


def test_runs_that_changed_nothing_do_not_count():
    told = summed("next red a | next red a | next red a | next green b")
    assert "2 runs that changed something: 1 green, 1 red, 0 amber" in next(told.sentences)


LARGEST = rows("""
    the first jump from the empty file :: start red - t | watch green abc tu => 1–2 +3/+1
    without a start from nothing :: watch green abc tu => 0–1 +3/+2
    from green to green :: start red - t | watch green a t | watch red ab t | watch green abcd t => 2–4 +3/
    what somebody went back behind is no part of it ::
        watch green a | watch green abcdefgh | back amber abcdefgh to=1 | watch green ab => 1–2 +7/
""")


@pytest.mark.parametrize(("told", "found"), LARGEST)
def test_the_largest_change_up_to_a_green(told, found):
    assert changes([largest(summed(told).up_to_green)]) == found


def test_nothing_changed_is_no_largest_change():
    assert largest([LineChange(1, 2)]) is None


BROUGHT = "next green a revealed=0 0s | next red a revealed=1 0s | "
IN_RED = rows("""
    by way of red :: watch red ab | watch green abc => 2–4 +2
    by way of amber :: watch amber ab | watch green abc => 2–4 +2
    tests alone :: watch green a t =>
    begun anew with the test in hand ::
        watch red abcdefgh | back amber abcdefgh to=1 revealed=1 | watch green ab => 1–5 +1
    the way back to a green :: watch red abcdefgh | back amber abcdefgh to=1 revealed=0 | watch green ab =>
""")


@pytest.mark.parametrize(("told", "found"), IN_RED)
def test_code_written_while_red_goes_from_a_red_to_its_green(told, found):
    assert of_code(summed(BROUGHT + told).while_failing) == found


UNASKED = rows("""
    code and a red test in one save :: start green a revealed=0 | watch red abc t => 1–2 +2
    code first of all :: watch green abc => 0–1 +3
    for a red test :: start red - t revealed=0 | watch green abc t =>
    a refactoring :: start green a revealed=0 | watch green abc =>
    tests alone :: start green a revealed=0 | watch red a t =>
    by way of amber for a red test ::
        start green a revealed=0 | next red a revealed=1 | watch amber ab | watch green abc =>
    for a test that crashes when it is brought ::
        start green a revealed=0 | next amber a revealed=1 | watch green abc =>
    for a test that crashes still, at the next make next ::
        start green a revealed=0 | next amber a revealed=1 | next amber ab revealed=1 | watch green abc =>
    after a slip of one's own that make next ran ::
        start green a revealed=0 | next amber ab revealed=0 | watch red abc t => 1–2 +1, 2–3 +1
    for the first case, which crashes at make start :: start amber - revealed=1 | watch green abc =>
    by way of amber for none ::
        start green a revealed=0 | watch amber ab | watch red abc t => 1–2 +1, 2–3 +1
    after the way back to a green ::
        start green a revealed=0 | next red a revealed=1 | back red a to=1 revealed=0 | watch red ab t
        => 1–4 +1
""")


@pytest.mark.parametrize(("told", "found"), UNASKED)
def test_code_written_while_no_test_was_red_is_told_of(told, found):
    assert of_code(row.change for row in summed(told).rows if row.unasked) == found


def test_what_make_start_left_red_is_written_for_that_and_no_more():
    assert of_code(summed("start red - t revealed=0 | watch green abc t").while_failing) == "1–2 +3"
    assert of_code(summed("next green a revealed=0 | watch green abc").while_failing) == ""


THINKING = {
    "until make next": ("next green a revealed=0 40s", 40, 40),
    "until a hint": ("hint green a 40s", 40, 40),
    "until other code: that is work": ("watch green ab 40s", 0, 40),
    "until another test: that is work": ("watch red a t 40s", 0, 40),
    "until what was put away": ("back amber ab to=1 revealed=0 40s", 0, 40),
    "as long as no pause": (f"next green a {PAUSE}s", PAUSE, PAUSE),
    "a pause is a pause": (f"next green a {PAUSE + 1}s", 0, 0),
}


@pytest.mark.parametrize(("after", "thinking", "green"), THINKING.values(), ids=THINKING)
def test_time_in_green_in_which_nothing_changes_is_thinking(after, thinking, green):
    told = summed(f"watch green a | {after}")
    assert (told.thinking, told.rhythm.seconds("green")) == (thinking, green)


STRETCHES = rows("""
    a pause counts for no colour :: watch red a | watch red b 720s | watch green c 20s
        => pause 1–2 720 s, red 2–3 20 s, green 3–3 0 s
    a hint, or a run that changes nothing, ends none :: watch red a | hint red a | watch red a | watch green b
        => red 1–4 27 s, green 4–4 0 s
    back to what nobody ran :: watch green a | back amber zzz to=1 revealed=0 | back amber a to=2 revealed=0
        | watch red zz 50s => green 1–3 18 s, none 3–4 50 s, red 4–4 0 s
    one light :: watch red a => red 1–1 0 s
""")


@pytest.mark.parametrize(("told", "found"), STRETCHES)
def test_how_long_it_had_which_colour(told, found):
    stretches = summed(told).rhythm.stretches
    assert (
        ", ".join(f"{one.colour or 'none'} {one.first}–{one.last} {one.seconds:.0f} s" for one in stretches)
        == found
    )


A, B = "test_fizz.py::test_a", "test_fizz.py::test_b"


def own(**colours):
    """A run that tells the colours of some own tests."""
    ids = {"a": A, "b": B}
    return light(9, "watch", "red", own={ids[test]: colour for test, colour in colours.items()})


SILENT = light(9, "watch", "red")
OWN = {
    "no run tells": ([SILENT, SILENT], OwnTests(0, [], [])),
    "none was written": ([own()], OwnTests(0, [], [])),
    "red first": ([own(a="red"), own(a="green")], OwnTests(1, [], [])),
    "green from the first": ([own(a="green")], OwnTests(1, [A], [])),
    "green when it came": ([own(), own(b="green"), own(b="green")], OwnTests(1, [B], [])),
    "red later: seen": ([own(a="green"), own(a="red"), own(a="green")], OwnTests(1, [], [])),
    "amber first": ([own(a="amber"), own(a="green")], OwnTests(1, [], [])),
    "one that is deleted": ([own(a="green", b="red"), own(b="red")], OwnTests(1, [], [A])),
    "red, taken back, and written again": ([own(a="red"), own(), own(a="green")], OwnTests(1, [], [])),
    "one of two": ([own(a="red"), own(a="green", b="green")], OwnTests(2, [B], [])),
    "it may have been run before": ([SILENT, own(a="green")], OwnTests(0, [], [])),
    "red at last, whatever was before": ([SILENT, own(a="green"), own(a="red")], OwnTests(1, [], [])),
}


@pytest.mark.parametrize(("runs", "found"), OWN.values(), ids=OWN)
def test_own_tests_that_no_run_saw_red(runs, found):
    assert Summary(*played(*runs)).own == found


def test_a_file_of_tests_that_cannot_be_read_deletes_none():
    file = A.partition("::")[0]
    broken = light(9, "watch", "amber", own={file: "amber"})
    assert Summary(*played(own(a="red"), own(a="green"), broken)).own.deleted == []


def test_an_own_test_with_a_new_name_is_the_same():
    before, after = ([f"def test_{name}():", "    assert fizz.say(1)"] for name in "ab")
    at = "katas/attempts/tables-3/"
    red, green = (light(9, "watch", colour, "x", before, own={at + A: colour}) for colour in ("red", "green"))
    named = light(9, "watch", "green", "x", after, own={at + B: "green"})
    assert Summary(*played(red, green, named)).own == OwnTests(1, [], [])
    assert Summary(*played(green, red, named)).own == OwnTests(1, [], [])
    assert Summary(*played(green, named)).own == OwnTests(1, [at + B], [])
