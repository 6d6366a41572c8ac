"""What is called proven was seen; what was not seen is told apart."""

import pytest

from history.lights.evening import ONE, kinds, proved, saved, saves, sentences
from history.tables import rows

DRAWN = "import sys\n\n\ndef say(number):\n    return next(sys.drawn)\n"
VERDICTS = rows("""
    its own assertion :: - | stub one | text one => 3 proven: one
    a name :: - | - one | text one => 3 red by name only: one
    a name, and then its own assertion on a stub :: - | - one | stub one | text one => 4 proven: one
    a crash in the code :: - | crash two | text two => 3 red by a crash: two
    red for two lights :: - | stub one | zero one | text one => 4 pays an earlier red: one
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
    a name changed in code and test, in one save ::
        - | stub one | text one | tell tell_one => 3 proven: one, 4 adapted: one
    a name changed in the test first ::
        - | stub one | text one | text tell_one | tell tell_one => 3 proven: one, 5 adapted: one
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
    renamed while red :: - | stub one | stub first | text first => 4 pays an earlier red: first
    one light :: - =>
""")


@pytest.mark.parametrize(("told", "found"), VERDICTS)
def test_a_verdict_says_what_the_lights_show(told, found):
    assert ", ".join(kinds(*saves(told))) == found


def test_no_light_has_no_verdict():
    assert kinds() == []


SAYS = rows("""
    edited while red ::
        - | stub one | stub one_is_none => “one”: you changed the test, not the code, to get green.
    born green, and no code changed ::
        start text one | text one+two => “two” was never seen red; break the code once to try it.
    test and code in one save ::
        start text one | fizz one+three => “three” would have been red, but you did not see it.
    test and code in one save, and nobody needs the code for it :: start text one | fizz one+two
        => “two” passes without this change: a guard, written after the code, or does it test what it says?
    red for two lights, and a pause does not count ::
        - | stub one | zero one | text one 301s => “one” was red for 2 lights, 1 minute, and is green now.
    red for two lights and half a minute :: - | stub one | zero one 10s | text one 20s
        => “one” was red for 2 lights, 30 seconds, and is green now.
    only a name was missing ::
        - | - one | text one => “one” was red because `say` was missing; nobody has seen its assertion fail.
    a crash :: - | crash two | text two
        => “two” was red by a crash (IndexError: list index out of range), then green.
""")


@pytest.mark.parametrize(("told", "sentence"), SAYS)
def test_the_last_sentence_says_it(told, sentence):
    assert sentences(*saves(told))[-1] == sentence


def test_a_test_that_comes_out_differently_each_time_is_not_answered(monkeypatch):
    monkeypatch.setattr("sys.drawn", iter("0100"), raising=False)
    told = [*saves("-"), saved(DRAWN, ONE), saved(f"{DRAWN}# layout alone", ONE)]
    (verdict,) = proved(*told)[-1].verdicts
    assert verdict.says == (
        "“one” could not be answered: it was red and then green, and nothing that it uses has changed:"
        " does it come out differently each time?"
    )
