"""What is left where all is green and nothing is new: ideas, a riddle, or nothing."""

import pytest

from coach.mine.conftest import Player
from coach.mine.test_next import FIZZ, NUMBER, ONE, RIGHT, TWO, green
from dojo.attempt.lights import all_lights

__all__ = ["green"]
RIDDLE = "This wrong solution passes all your tests: It begins well."
PLAINLY = "It is about “three”. What comes after three?"
ALL = "From three on everything is Fizz. It shows in saying 4."


def test_it_counts_what_is_touched_and_what_is_caught(green):
    assert "Your tests touch 1 of 2 rules, cover 1, and catch 2 of 3 wrong solutions." in green.next()
    assert all_lights(green.attempt)[-1].told["catches"] == ["counts_from_zero", "never_above_one"]


@pytest.fixture
def narrow(small, capsys):
    """Of three mutants one breaks a rule of the kata; the others are of another task."""
    small.path("kata/rules.txt").write_text("Fizz is said\n    always_fizz_from_three\n", encoding="utf-8")
    first = 'first_test = "kata/first_test.py"\n'
    small.edit("story.toml", first, f'{first}rules = "kata/rules.txt"\n')
    player = Player(small, capsys)
    player.cycle(ONE, NUMBER)
    return player


def test_what_breaks_no_rule_of_the_kata_is_not_counted(narrow):
    narrow.tests(**TWO)
    assert "“two”: nothing new yet." in narrow.next()
    shown = narrow.next()
    assert "Your tests touch 0 of 1 rules, cover 0, and catch 0 of 1 wrong solutions." in shown
    assert RIDDLE in shown
    assert all_lights(narrow.attempt)[-1].told["catches"] == []


def test_it_is_the_end_when_all_is_caught_that_breaks_a_rule_of_the_kata(narrow):
    narrow.tests(**ONE, four="fizz.say(4) == '4'")
    narrow.next()
    assert "catch 1 of 1 wrong solutions" in narrow.next()
    assert "no hint to give" in narrow.said("hint")


def test_a_rule_that_nothing_touches_is_a_riddle_at_first_and_told_plainly_when_asked_again(green):
    first, second, third = green.next(), green.next(), green.next()
    assert (RIDDLE in first, PLAINLY in first) == (True, False)
    assert (RIDDLE in second, PLAINLY in second, ALL in second) == (True, True, False)
    assert ALL not in third


def test_after_a_change_the_riddle_is_not_told_more_plainly(green):
    assert RIDDLE in green.next()
    green.code("f'{number}'")
    assert PLAINLY not in green.next()


def test_a_hint_says_more_each_time(green):
    told = [green.said("hint") for _ in range(4)]
    assert [(PLAINLY in text, ALL in text) for text in told] == [
        (False, False),
        (True, False),
        (True, True),
        (True, True),
    ]
    assert all_lights(green.attempt)[-1].told["said"] == 3


def test_of_a_test_that_is_red_there_is_no_hint_of_ours(green):
    green.tests(**FIZZ)
    shown = green.said("hint")
    assert shown.startswith("“fizz” is a test of yours, and red: there is no hint of ours.")


def test_the_list_is_read_and_never_written(green):
    green.ideas("[ ] counting", "[x] three", "- [ ] zero", "[ ]", "a note")
    shown = green.next()
    assert "ideas.txt: 2 open, 1 ticked off. The first: “counting”" in shown
    assert "You can tick off “counting”." in shown
    assert "Ticked off, and no test of yours would notice: “three”." in shown
    assert (green.attempt.folder / "ideas.txt").read_text().startswith("[ ] counting\n[x] three\n")


def test_what_was_judged_is_not_judged_again(green, monkeypatch):
    green.next()
    monkeypatch.setattr("dojo.coach.mine.catching.judged_anew", None)
    assert "catch 2 of 3 wrong solutions" in green.next()


AGAIN = [
    pytest.param(TWO | {"two": "fizz.say(1) == '1'"}, "catch 1 of 3", id="a test that says less"),
    pytest.param({"nothing": "fizz.say"}, "catch 0 of 3", id="tests that are gone"),
]


@pytest.mark.parametrize(("tests", "told"), AGAIN)
def test_where_a_test_has_changed_all_are_judged_anew(green, tests, told):
    green.next()
    green.tests(**tests)
    green.next()
    assert told in green.next()


def test_when_all_is_caught_it_is_the_end(green):
    green.tests(**FIZZ, four="fizz.say(4) == '4'")
    green.next()
    green.code(RIGHT)
    green.next()
    shown = green.next()
    assert "Your tests touch 2 of 2 rules, cover 2, and catch 3 of 3 wrong solutions." in shown
    assert "That is the end of fizz. None of our tests asks for more." in shown
    assert "What your own tests catch: make judge NAME=tables-3" in shown
    assert "no hint to give" in green.said("hint")


def test_when_all_ideas_are_ticked_off_it_says_what_is_lacking(green):
    green.ideas("[x] counting")
    shown = green.next()
    assert "ideas.txt: all 1 ticked off." in shown
    assert "That is the end of fizz. Tests of ours that you lack: “fizz is said”, “four is said”." in shown


def test_a_rule_of_the_list_that_is_open_is_no_end(green):
    green.ideas("[x] counting", "[ ] three")
    assert "the end" not in green.next()
