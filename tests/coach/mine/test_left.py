"""What is left where all is green and nothing is new: ideas, a riddle, or nothing."""

from coach.mine.conftest import FIZZ, NUMBER, ONE, RIGHT, TWO, Player
from dojo.attempt.light import all_lights
from dojo.judge.judge import Judgement

RIDDLE = "This wrong solution passes all your tests: It begins well."
PLAINLY = "It is about “three”. What comes after three?"
ALL = "From three on everything is Fizz. It shows in saying 4."


def riddle(shown):
    """How much of the riddle is told."""
    return [part in shown for part in (RIDDLE, PLAINLY, ALL)]


def test_it_counts_what_is_caught_and_tells_a_riddle_plainly_when_asked_again(judged, monkeypatch):
    assert all_lights(judged.attempt)[-1].catches == ("counts_from_zero", "never_above_one")
    monkeypatch.setattr("dojo.coach.catching.judge_tests", None)  # what was judged is not judged again
    for _ in range(2):
        shown = judged.next()
        assert "Your tests check 1 of 2 rules fully and 0 in part, and catch 2 of 3 wrong" in shown
        assert riddle(shown) == [True, True, False]


def test_what_breaks_no_rule_of_the_kata_is_not_counted_and_all_else_that_is_caught_is_the_end(bare):
    """Of three mutants one breaks a rule of the kata; the others are of another task."""
    bare.path("kata/rules.txt").write_text("Fizz is said\n    always_fizz_from_three\n", encoding="utf-8")
    first = 'first_test = "kata/first_test.py"\n'
    bare.edit("story.toml", first, f'{first}rules = "kata/rules.txt"\n')
    narrow = Player(bare)
    narrow.tests(**TWO)
    narrow.code(NUMBER)
    narrow.was("green", "next")
    shown = narrow.next()
    assert "Your tests check 0 of 1 rules fully and 0 in part, and catch 0 of 1 wrong solutions." in shown
    assert riddle(shown)[0]
    assert all_lights(narrow.attempt)[-1].catches == ()
    narrow.tests(**ONE, four="fizz.say(4) == '4'")
    narrow.was("green", "next")
    assert "catch 1 of 1 wrong solutions" in narrow.next()
    assert "no hint to give" in narrow.said("hint")


def test_a_hint_says_more_each_time_and_of_a_test_that_is_red_there_is_none_of_ours(judged):
    parts = [[True, True, False], [True, True, True]]
    assert [riddle(judged.said("hint")) for _ in range(2)] == parts
    assert all_lights(judged.attempt)[-1].said == 3
    judged.tests(**FIZZ)
    assert judged.said("hint").startswith("“fizz” is red, and it is yours: we have no hint for it.")


def test_the_list_is_read_and_never_written_and_after_a_change_the_riddle_is_not_plainer(judged):
    ideas = judged.attempt.folder / "ideas.txt"
    ideas.write_text("[ ] counting\n[x] three\n- [ ] zero\n[ ]\na note")
    judged.code("f'{number}'")
    shown = judged.next()
    assert "ideas.txt: 2 open, 1 ticked off. The first: “counting”" in shown
    assert "You can tick off “counting”." in shown
    assert "Ticked off, and no test of yours would notice a fault in it: “three”." in shown
    assert ("the end" in shown, riddle(shown)) == (False, [True, False, False])
    assert ideas.read_text() == "[ ] counting\n[x] three\n- [ ] zero\n[ ]\na note"
    ideas.write_text("[x] counting")
    shown = judged.next()
    assert "ideas.txt: 0 open, 1 ticked off." in shown
    assert "That is the end of fizz. Our tests ask for more: “fizz is said”, “four is said”." in shown


def test_where_a_test_or_what_tests_share_has_changed_all_are_judged_anew(judged, monkeypatch):
    asked = []

    def judge(_files, story, *, wrong, **_how):
        asked.append(len(wrong))
        return Judgement(story)

    monkeypatch.setattr("dojo.coach.catching.judge_tests", judge)
    judged.tests(**TWO)
    same = judged.file.read_text()
    for text in (same, f"{same}\nNUMBER = 1\n", same.replace("say(2) == '2'", "say(1) == '1'")):
        judged.file.write_text(text)
        judged.was("green", "next")
        judged.next()
    assert asked == [3, 3]


def test_when_all_is_caught_it_is_the_end(judged):
    judged.tests(**FIZZ, four="fizz.say(4) == '4'")
    judged.code(RIGHT)
    judged.was("green", "next")
    shown = judged.next()
    assert "Your tests check 2 of 2 rules fully and 0 in part, and catch 3 of 3 wrong solutions." in shown
    assert "That is the end of fizz. None of our tests asks for more." in shown
    assert "What your own tests catch: make judge NAME=tables-3" in shown
    assert "no hint to give" in judged.said("hint")
