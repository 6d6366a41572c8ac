"""What is called proven was seen; what was not seen is told apart; and what is said besides."""

import pytest
from history.session import rows

from dojo.history.summary import Summary
from dojo.prove.verdict import Kind
from prove.evening import ONE, Here, answer, kinds, lights_of, proved, remarks, saved, saves, verdicts

DRAWN = "import sys\n\n\ndef say(number):\n    return next(sys.drawn)\n"
VERDICTS = rows("""
    its own assertion :: - | stub one | text one => 3 proven: one
    a name :: - | - one | text one => 3 red by name only: one
    a name, and then its own assertion on a stub :: - | - one | stub one | text one => 4 proven: one
    its own assertion on a stub, and then a name :: - | stub one | - one | text one => 4 proven: one
    a crash in the code :: - | crash two | text two => 3 red by a crash: two
    green before and after :: start text one | text one+two => 2 passes without this change: two
    test and code in one save, green on the code before ::
        - | - two | text two | fizz two+one => 3 red by name only: two, 4 passes without this change: one
    test and code in one save, red on the code before ::
        start text one | fizz one+three => 2 red, but nobody saw it: three
    the first test with its code :: - | text one => 2 red, but nobody saw it: one
    several in one save, each judged alone :: - | text one+three+two
        => 2 red, but nobody saw it: one, 2 red, but nobody saw it: two, 2 still red: three
    edited while red :: - | stub one | stub one_is_none => 3 made green by changing the test: one
    edited while red, and the code as well: green on the code before ::
        - | stub one | zero one_is_all => 3 made green by changing the test: one
    edited while red, and red on the code before ::
        - | text three | fizz three_of_6 => 3 red, but nobody saw it: three
    a row edited while red :: start text | text wrong_table | text table
        => 2 passes without this change: say[1-1], 3 made green by changing the test: say[2-2]
    rows that a light knows by their names alone :: - | stub table | text table => 3 proven: say, 2 rows
    a name changed in code and test, in one save ::
        - | stub one | text one | tell tell_one => 3 proven: one, 4 adapted: one
    a name changed in code and test, which asserts more ::
        - | stub one | text one | tell tell_more => 3 proven: one, 4 red, but nobody saw it: one
    a name changed in the test first ::
        - | stub one | text one | text tell_one | tell tell_one => 3 proven: one, 5 adapted: one
    a name changed in the test first, and two runs red ::
        - | stub one | text one | text tell_one | text# tell_one | tell tell_one
        => 3 proven: one, 6 adapted: one
    another argument, in the test first ::
        - | stub one | text one | text word_one | word word_one => 3 proven: one, 5 adapted: one
    another argument, in one save :: - | stub one | text one | word word_one => 3 proven: one, 4 adapted: one
    a slip in the test alone is no red ::
        start text | text slip_one | text one => 3 passes without this change: one
    a slip in the test, mended with the code :: - | stub slip_one | text one => 3 red, but nobody saw it: one
    green to green, other code :: - | stub one | text one | other_text one => 3 proven: one, 4 refactoring:
    a comment is no change :: - | stub one | text one | text# one => 3 proven: one
    code, and no test at all :: - | text => 2 code without a test:
    red at the end :: - | stub one => 2 still red: one
    amber between proves nothing, and takes nothing away ::
        - | stub one | slip one | text one => 4 proven: one
    amber alone is no red :: - | slip one | text one => 3 red, but nobody saw it: one
    born green, and the code broken once to try it ::
        - | stub one | text one | text one+two | stub one+two | text one+two
        => 3 proven: one, 6 proven: two
    back to the red, and another way to the green ::
        - | stub one | text one | back 2 | fizz one => 3 proven: one, 5 proven: one
    renamed while red :: - | stub one | stub first | text first => 4 proven: first
    edited in green :: start text one | text one_or_so => 2 refactoring: one
    edited in green, with code :: start text one | fizz one_or_so => 2 refactoring: one, 2 refactoring:
""")


@pytest.mark.parametrize(("told", "found"), VERDICTS)
def test_a_verdict_says_what_the_lights_show(told, found):
    assert ", ".join(kinds(*saves(told))) == found


MORE_THAN_COLOURS = (  # an edit, and whether a crash was one of the code or a slip in the test
    "edited while red, and red on the code before",
    "a row edited while red",
    "a slip in the test alone is no red",
    "a slip in the test, mended with the code",
    "a name changed in code and test, which asserts more",
)
ONE_NUMBER = [one for one in VERDICTS if one.id not in MORE_THAN_COLOURS]


@pytest.mark.parametrize(("told", "_found"), ONE_NUMBER)
def test_the_summary_has_the_same_tests_as_never_seen_red(told, _found):
    lights, files = lights_of(*saves(told))
    last = {one.test: one.kind for _, one in verdicts(*saves(told)) if one.test}
    never = {test for test, kind in last.items() if kind in (Kind.PASSES, Kind.UNSEEN)}
    assert {*Summary(lights, files).own.never_red} == never


def test_lights_that_were_not_green_run_again_two_at_a_time(monkeypatch):
    asked = []
    monkeypatch.setattr(
        Here, "ask", lambda _, *questions: asked.append(len(questions)) or [*map(answer, questions)]
    )
    proved(*saves("- | - one | stub one | zero one"))
    assert max(asked) == 4  # of two lights, their own tests and those of the kata


def test_a_test_that_comes_out_differently_each_time_is_not_answered(monkeypatch):
    monkeypatch.setattr("sys.drawn", iter("0100"), raising=False)
    told = [*saves("-"), saved(DRAWN, ONE), saved(f"{DRAWN}# layout alone", ONE)]
    (verdict,) = proved(*told)[-1].verdicts
    assert verdict.says == ("“one” could not be answered: it comes out differently each time")


REMARKS = rows("""
    several tests opened at once :: - | stub one+two+three => 2 You opened 3 tests at once.
    one test opened :: - | stub one =>
    deleted while red :: - | stub one+three | text one
        => 2 You opened 2 tests at once. / 3 Set aside while red: “three”.
    deleted in green :: start text one+two | text one => 2 Deleted: “two”.
    left out while red :: - | stub one | stub skipped_one => 3 Set aside while red: “one”.
    begun anew, since the folder was gone :: - | stub one | start - | stub =>
    born green, and tried ::
        start text one | text one+two | stub one+two | text one+two => 3 This change broke “one”, “two”.
    code that breaks a green test :: start fizz one+three | text one+three => 2 This change broke “three”.
    one name that is missing now :: start text one+two | tell one+two
        => 2 This change broke “one”, “two”.
    after the way back nothing was set aside ::
        - | stub one | text one | stub one+two | back 3 | text one => 4 This change broke “one”.
""")


@pytest.mark.parametrize(("told", "found"), REMARKS)
def test_a_remark_says_what_somebody_did(told, found):
    assert " / ".join(remarks(*saves(told))) == found
