"""What is called proven was seen; what was not seen is told apart; and what is said besides."""

import pytest
from history.session import rows

from dojo.history.summary import Summary
from dojo.prove.verdict import Kind
from prove.evening import lights_of, proved
from prove.made import in_short

VERDICTS = rows("""
    its own assertion :: - | stub one | text one => 3 proven: one
    a name :: - | - one | text one => 3 by name: one
    a name, and then its own assertion on a stub :: - | - one | stub one | text one => 4 proven: one
    its own assertion on a stub, and then a name :: - | stub one | - one | text one => 4 proven: one
    a crash in the code :: - | crash two | text two => 3 crashed: two
    green before and after :: start text one | text one+two => 2 passes: two
    in one save with its code :: - | - two | text two | fizz two+one => 3 by name: two, 4 unseen: one
    in one save, red before :: start text one | fizz one+three => 2 unseen: three
    the first test with its code :: - | text one => 2 unseen: one
    several in one save :: - | text one+three+two => 2 unseen: one, 2 unseen: two, 2 still red: three
    edited in red :: - | stub one | stub one_is_none => 3 made green: one
    edited in red, in one save with the code :: - | stub one | zero one_is_all => 3 unseen: one
    edited in red with the code, and red before
        :: - | text three | fizz three_of_6 => 3 unseen: three
    a row edited :: start text | text wrong_table | text table => 2 passes: say[1-1], 3 made green: say[2-2]
    rows that a light knows by their names alone :: - | stub table | text table => 3 proven: say, 2 rows
    another name, in one save :: - | stub one | text one | tell tell_one
        => 3 proven: one, 4 refactoring: one, 4 refactoring:
    another name, asserts more :: - | stub one | text one | tell tell_more => 3 proven: one, 4 unseen: one
    another name in the test first :: - | stub one | text one | text tell_one | tell tell_one
        => 3 proven: one, 5 adapted: one
    another name in the test first, red twice :: - | stub one | text one | text tell_one | text# tell_one
        | tell tell_one => 3 proven: one, 6 adapted: one
    another argument in the test first :: - | stub one | text one | text word_one | word word_one
        => 3 proven: one, 5 adapted: one
    another argument, in one save :: - | stub one | text one | word word_one
        => 3 proven: one, 4 refactoring: one, 4 refactoring:
    a slip in the test is no red :: start text | text slip_one | text one => 3 passes: one
    a slip in the test, mended with the code :: - | stub slip_one | text one => 3 unseen: one
    green to green, other code :: - | stub one | text one | other_text one => 3 proven: one, 4 refactoring:
    a comment is no change :: - | stub one | text one | text# one => 3 proven: one
    code, and no test at all :: - | text => 2 untested:
    red at the end :: - | stub one => 2 still red: one
    amber between takes nothing away :: - | stub one | slip one | text one => 4 proven: one
    amber alone is no red :: - | slip one | text one => 3 unseen: one
    green at once, and the code broken once :: - | stub one | text one | text one+two | stub one+two
        | text one+two => 3 proven: one, 6 proven: two
    back to the red :: - | stub one | text one | back to=2 | fizz one => 3 proven: one, 5 proven: one
    renamed while red :: - | stub one | stub first | text first => 4 proven: first
    edited in green :: start text one | text one_or_so => 2 refactoring: one
    edited in green, with code :: start text one | fizz one_or_so => 2 refactoring: one, 2 refactoring:
""")
OF_THE_KATA = rows("""
    a test that was brought, red and then green :: next fake shown=0 | next fake shown=2 test=2 | text test=2
        => 3 proven: two is said
    a test of the kata that stayed when somebody went back :: next fake shown=0 | next fake shown=2 test=2
        | back to=1 | text test=2 | back to=1 | text# test=2 => 4 proven: two is said
    red :: next fake shown=0 | next fake shown=2 test=2 | back to=1 | fake test=2 => 4 still red: two is said
    a file without a test keeps no test of the kata from its proof :: next fake helper shown=0
        | next fake helper shown=2 test=2 | text helper test=2 => 3 proven: two is said
    one that opens a step, green at once :: start text | next text shown=2 test=2 => 2 passes: two is said
    other code of a program in green :: 1 red case=one | 2 green case=one | 3 green case=one => 2 proven: one
    a case of a program, and a second one, judged alone :: next 1 red case=one | next 2 green case=one
        | next 2 red case=two | next 3 green case=two => 2 proven: one, 4 proven: two
""")


@pytest.mark.parametrize(("told", "found"), [*VERDICTS, *OF_THE_KATA])
def test_a_verdict_says_what_the_lights_show(told, found):
    assert ", ".join(f"{number} {in_short(one)}" for number, one in proved(told, "verdicts")) == found


@pytest.mark.parametrize(("told", "_found"), [*VERDICTS, *OF_THE_KATA])
def test_the_summary_has_the_same_tests_as_never_seen_red(told, _found):
    last = {one.test: one.kind for _, one in proved(told, "verdicts") if one.test}
    own = {test: kind for test, kind in last.items() if test.startswith("test_fizz.py")}
    never = {test for test, kind in own.items() if kind in (Kind.PASSES, Kind.UNSEEN, Kind.CRASHED)}
    assert {*Summary(*lights_of(told)).own.never_red} == never


SENTENCES = rows("""
    a test that comes out differently each time :: - | drawn one | drawn# one
        => “one” could not be answered: it comes out differently each time
    a red was seen, whatever another run would say :: - | drawn one | text one
        => “one” was red for the right reason, then green.
    a program broke :: next 1 amber case=one | next 2 green case=one
        => “one” crashed (the program broke), then passed: you did not see it red.
    a case red at the end :: next 1 red case=one => “one” is still red: its output is not that of the case
""")


@pytest.mark.parametrize(("told", "says"), SENTENCES)
def test_why_is_said_in_a_sentence(monkeypatch, told, says):
    monkeypatch.setattr("sys.drawn", iter("0100"), raising=False)
    assert [one.says for _, one in proved(told, "verdicts")] == [says]


REMARKS = rows("""
    several tests opened at once :: - | stub one+two+three => 2 You opened 3 tests at once.
    one test opened :: - | stub one =>
    deleted in red :: - | stub one+three | text one => 2 You opened 2 tests at once.
        / 3 Set aside while red: “three”.
    deleted in green :: start text one+two | text one => 2 Deleted: “two”.
    left out in red :: - | stub one | stub skipped_one => 3 Set aside while red: “one”.
    begun anew, since the folder was gone :: - | stub one | start - | stub =>
    green at once, and tried :: start text one | text one+two | stub one+two | text one+two
        => 3 This change broke “one”, “two”.
    code that breaks the first case of a program :: next 1 red case=one | next 2 green case=one
        | next 3 green case=two | next 4 red case=one => 4 This change broke “one”.
    code that breaks a green test :: start fizz one+three | text one+three => 2 This change broke “three”.
    one name that is missing now :: start text one+two | tell one+two => 2 This change broke “one”, “two”.
    back :: - | stub one | text one | stub one+two | back to=3 | text one => 4 This change broke “one”.
    the very first test of the kata is no news :: next fake shown=0 | next fake shown=1 test=1 =>
    what another attempt had is not judged again :: start text shown=5 =>
    of the kata, kept :: start text | next text shown=5 test=7 => 2 Your code already passed 3 of our tests.
    that is told once :: start text | next text shown=5 test=7 | back to=1 | text# shown=5 test=7
        => 2 Your code already passed 3 of our tests.
    tests of the kata that the code breaks :: start text | next text shown=5 test=7 | fake test=2
        => 2 Your code already passed 3 of our tests.
        / 3 This change broke “two is said”, “four is said” and 2 more.
""")


@pytest.mark.parametrize(("told", "found"), REMARKS)
def test_a_remark_says_what_somebody_did(told, found):
    assert " / ".join(f"{number} {remark}" for number, remark in proved(told, "remarks")) == found
