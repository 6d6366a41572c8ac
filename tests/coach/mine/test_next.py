"""`make next` for somebody who writes the tests: red first, for the right reason, and worth its place."""

import shutil

import pytest
from helpers import all_runs, last_light

from coach.mine.conftest import FAKE, FIZZ, NUMBER, ONE, RIGHT, TWO, Player
from dojo.attempt.light import RiddleLight, RunLight
from dojo.attempt.recording import all_lights
from dojo.judge.judge import Judgement
from dojo.prove.lights import prove_lights
from dojo.prove.verdict import Kind


def test_what_is_red_is_shown_and_what_is_green_after_it_has_earned_a_place(player):
    """`make bar` runs the tests, and says only what tells their worth."""
    assert player.next() == (
        "There is no test yet. Take the easiest line of ideas.txt, and write it in test_fizz.py."
        " A test is a function whose name begins with test_, and an assert in it says what has to come."
        " AMBER tables-3 · no test yet"
    )
    player.tests(**ONE)
    shown = player.next("EXPECT=red")
    assert "“one” is red: AttributeError: module 'fizz' has no attribute 'say'" in shown
    assert "You guessed red, and it is red. Guesses right: 1 of 1." in shown
    assert shown.endswith("Make it green, then make next NAME=tables-3. RED tables-3 · 1 with a name missing")
    player.code(FAKE)
    assert player.said("bar") == (
        "Changed since the start: 2 lines of code, 4 of tests."
        " Is there anything to tidy up? Keep the bar green meanwhile."
        " What your tests are worth: make next NAME=tables-3"
        " GREEN tables-3 · 1 green"
    )
    assert player.next() == (
        "“one”: earned a place, red first and then 2 lines of code."
        " Then write the next test. What is left: make next NAME=tables-3"
        " GREEN tables-3 · 1 green"
    )
    player.next()
    assert [light.revealed for light in all_runs(player.attempt)] == [0] * 6


def test_the_bar_of_a_test_that_is_green_at_once_says_what_tells_its_worth(player):
    player.tests(**ONE)
    player.code(NUMBER)
    player.next()
    player.tests(**TWO)
    assert player.said("bar") == (
        "What your tests are worth: make next NAME=tables-3 GREEN tables-3 · 2 green"
    )


def test_a_test_that_was_never_red_is_told_so_until_it_is_seen_red(player):
    player.tests(**ONE)
    player.code(NUMBER)
    assert "“one”: never seen red. Break the code for a moment" in player.next()
    shown = player.next()
    assert "Never seen red: “one”." in shown
    assert "Break the code" not in shown
    player.code("''")
    player.was("red")
    player.code(NUMBER)
    assert "“one”: seen red now." in player.next()
    assert "Never seen red" not in player.next()


BEFORE = {
    "it changed in place of the code": ("fizz.say(1) == 'one'", FAKE, "red", "red first, and no code was"),
    "it was amber alone": (ONE["one"], "number + ''", "amber", "never seen red."),
}


@pytest.mark.parametrize(("says", "gives", "colour", "message"), BEFORE.values(), ids=BEFORE)
def test_a_test_for_which_no_code_was_written_is_told_so(player, says, gives, colour, message):
    player.tests(one=says)
    player.code(gives)
    player.was(colour)
    player.tests(**ONE)
    player.code(FAKE)
    assert f"“one”: {message}" in player.next()


def test_a_test_file_that_wants_a_name_is_red(player):
    text = "from fizz import say\n\n\ndef test_one():\n    assert say(1) == '1'\n"
    (player.attempt.folder / "test_fizz.py").write_text(text)
    player.next()
    player.code(FAKE)
    assert "“one”: earned a place, red first" in player.next()


def test_a_test_that_has_another_name_is_not_new_and_one_that_changes_is(green):
    green.tests(begins=TWO["one"], two=TWO["two"])
    shown = green.next()
    assert "Your tests catch" in shown
    assert "Never seen red" not in shown
    green.tests(begins=f"{TWO['one']} and fizz.say(3) == 'Fizz'", two=TWO["two"])
    green.was("red")
    green.code(RIGHT)
    assert "“begins”: earned a place, red first" in green.next()


def test_a_test_for_which_no_code_was_needed_earns_its_place_by_what_it_catches(judged):
    judged.tests(**TWO, three="fizz.say(5) == '5'", again="fizz.say(2) == '2'")
    shown = judged.next()
    unseen = "never seen red. Break the code for a moment, and see your own assertion fail."
    message = "Earned a place: it catches a fault that none of yours caught. It begins well."
    assert f"“three”: {unseen} {message}" in shown
    assert f"“again”: {unseen} Nothing new yet. What does it ask that the others do not?" in shown


def test_a_test_that_drove_code_may_also_catch_a_fault(judged):
    judged.tests(**TWO, five="fizz.say(5) == '5'", again="fizz.say(2) == '2'")
    judged.code("str(number % 5)")
    judged.next()
    judged.code(NUMBER)
    earned = "“five”: earned a place, red first and then 1 line of code. It also catches a fault that none of"
    assert earned in judged.next()


def test_a_start_without_tests_is_no_green_and_tests_brought_back_keep_their_past(green):
    shutil.rmtree(green.attempt.folder)
    green.copy.verb(*green.begins)
    assert "There is no test yet." in green.next()
    assert "which was green. Brought back: fizz.py, test_fizz.py" in green.said("back")
    assert "never seen red" not in green.next()


def test_the_first_green_after_going_back_from_a_red_is_time_to_tidy_up(green):
    green.tests(**FIZZ)
    green.next()
    green.code("'x'")
    green.next()
    green.said("back")
    green.code(RIGHT)
    assert "Is there anything to tidy up?" in green.said("bar")


def test_back_keeps_the_test_that_was_just_written(green):
    """It is the current test: the code goes back to the last green, and the test is tried again."""
    last = len(all_lights(green.attempt))
    green.tests(**TWO, fizz="fizz.say(3) == 'Fizz'")
    green.code("number +")
    green.next()
    shown = green.said("back")
    assert shown.startswith(f"tables-3 is back at light {last}, which was green. Brought back: fizz.py ")
    assert shown.endswith(
        f"As you have it now: test_fizz.py To take that back, too: make back TO={last} NAME=tables-3"
    )
    assert "“fizz” is red" in green.next()
    green.said("back", f"TO={last}")
    assert "def test_fizz" not in green.file.read_text()


DOUBTS = {
    "a_wrong_expectation": ("fizz.say(4) == 'four'", "No right solution passes it"),
    "the_name_of_one_design": ("fizz.divisible(4, 2)", "The right solutions have no such name."),
    "one_design": ("fizz.many", "A right solution of another design does not pass it"),
}


def test_tests_that_not_all_right_solutions_pass_are_doubted_while_they_are_red(green):
    for step, many in ((3, False), (4, True)):
        with green.copy.path(f"step_{step:02}/fizz.py").open("a") as file:
            file.write(f"\n\nmany = {many}\n")
    green.tests(**TWO, **{name: says for name, (says, _) in DOUBTS.items()})
    shown = green.next()
    for name, (_, message) in DOUBTS.items():
        assert f"“{name.replace('_', ' ')}”: {message}" in shown
    assert shown.index("No right solution") < shown.index("RED tables-3")
    assert "Mend that test, then make next" in shown


def test_a_story_without_a_whole_step_has_no_judge(player):
    player.copy.edit("story.toml", "finished = 3\n", "")
    player.tests(**ONE)
    player.code(FAKE)
    assert "“one”: never seen red." in player.next()
    assert player.next().startswith("ideas.txt: ")


@pytest.mark.usefixtures("impatient")
def test_a_test_that_hangs_on_a_right_solution_is_put_aside(green):
    green.tests(**TWO, patient="fizz.say(4) == '4' and not any(iter(lambda: 'many' in dir(fizz), True))")
    green.code("str(number)\n\n\nmany = True")
    assert "On a right solution, “patient” not done after 0.2 seconds" in green.next()


def test_a_test_that_is_deleted_is_said_and_how_to_go_back_to_it(green):
    before = len(all_lights(green.attempt))
    green.tests(two=TWO["two"])
    assert f"“one”: deleted. To go back to it: make back TO={before} NAME=tables-3" in green.said("bar")
    for text in (green.file.read_text().replace("def test_two", "def test_two_is_said"), "("):
        green.next()
        green.file.write_text(text)
        assert "deleted" not in green.next()


def test_a_test_that_is_pasted_back_was_seen_red_and_its_id_has_no_name_of_a_folder(green):
    green.tests(two=TWO["two"])
    green.next()
    green.tests(**TWO)
    assert "never seen red" not in green.next()
    ids = ["test_fizz.py::test_one", "test_fizz.py::test_two"]
    assert [list(light.own or {}) for light in all_runs(green.attempt)[-2:]] == [ids[1:], ids]


GROWN = {
    "new behaviour": ("next", RIGHT, True, Kind.UNTESTED),
    "new behaviour, on the bar": ("bar", RIGHT, True, Kind.UNTESTED),
    "a refactoring": ("next", "f'{number}'", False, Kind.REFACTORING),
    "another fault": ("next", "str(number) if number < 3 else '?'", False, Kind.UNTESTED),
}


@pytest.mark.parametrize(("verb", "gives", "asks", "kind"), GROWN.values(), ids=GROWN)
def test_new_behaviour_in_green_is_asked_for_its_test_and_proved_the_same(judged, verb, gives, asks, kind):
    judged.code(gives)
    message = "Your code can do something new, and no test of yours was red for it."
    said = judged.said(verb)
    assert (message in said) is asks
    verdict = list(prove_lights(judged.attempt).verdicts)[-1]
    assert verdict.kind == kind
    noticed = "no test would have noticed a change here" not in verdict.says
    assert noticed is (kind == Kind.REFACTORING)
    # a test that asks for it comes first, and else the code itself
    assert ("No test would have noticed" in said) is (kind == Kind.UNTESTED and not asks)


# What is left where all is green and nothing is new: ideas, a riddle, or nothing

RIDDLE = "This wrong solution passes all your tests: It begins well."
PLAINLY = "It is about “three”. What comes after three?"
ALL = "From three on everything is Fizz. It shows in saying 4."


def riddle(shown):
    """The parts of the riddle that are told."""
    return [part for part in (RIDDLE, PLAINLY, ALL) if part in shown]


def test_it_counts_what_is_caught_and_tells_a_riddle_plainly_when_asked_again(judged, monkeypatch):
    assert last_light(judged.attempt, RunLight).catches == ("counts_from_zero", "never_above_one")
    monkeypatch.setattr("dojo.coach.catching.judge_tests", None)  # what was judged is not judged again
    for _ in range(2):
        shown = judged.next()
        assert (
            "Your tests catch 2 of our 3 wrong solutions: all of them for 1 of 2 rules, some for 0." in shown
        )
        assert riddle(shown) == [RIDDLE, PLAINLY]


def test_what_breaks_no_rule_of_the_kata_is_not_counted(bare):
    """Of three mutants one breaks a rule of the kata; the others are of another task."""
    bare.path("kata/rules.txt").write_text("Fizz is said\n    always_fizz_from_three\n", encoding="utf-8")
    first = 'first_test = "kata/first_test.py"\n'
    bare.edit("story.toml", first, f'{first}rules = "kata/rules.txt"\n')
    narrow = Player(bare)
    narrow.tests(**TWO)
    narrow.code(NUMBER)
    narrow.was("green", "next")
    shown = narrow.next()
    assert "Your tests catch 0 of our 1 wrong solutions: all of them for 0 of 1 rules, some for 0." in shown
    assert RIDDLE in shown
    assert last_light(narrow.attempt, RunLight).catches == ()
    narrow.tests(**ONE, four="fizz.say(4) == '4'")
    narrow.was("green", "next")
    assert "catch 1 of our 1 wrong solutions" in narrow.next()
    assert "no hint to give" in narrow.said("hint")


def test_a_hint_says_more_each_time_and_of_a_test_that_is_red_there_is_none_of_ours(judged):
    parts = [[RIDDLE, PLAINLY], [RIDDLE, PLAINLY, ALL]]
    shown = [judged.said("hint") for _ in range(2)]
    assert [riddle(text) for text in shown] == parts
    assert [text[:11] for text in shown] == ["hint 2 of 3", "hint 3 of 3"]
    assert last_light(judged.attempt, RiddleLight).riddle.said == 3
    judged.tests(**FIZZ)
    assert judged.said("hint").startswith("“fizz” is red, and it is yours: we have no hint for it.")
    assert "Is it right? Compare it with kata/README.md." in judged.said("hint")


def test_a_test_of_ones_own_that_a_change_has_broken_gets_the_way_back_as_its_hint(judged):
    judged.code("'x'")
    said = judged.said("hint")
    assert said.startswith("“one” was green before your last changes, and 1 other test broke with it. Back")
    assert "no hint for it" not in said


def test_the_list_is_read_and_never_written_and_a_change_makes_no_riddle_plainer(judged):
    ideas = judged.attempt.folder / "ideas.txt"
    ideas.write_text("[ ] counting\n[x] three\n- [ ] zero\n[ ]\na note")
    judged.code("f'{number}'")
    shown = judged.next()
    assert "ideas.txt: 2 open, 1 ticked off. The first: “counting”" in shown
    caught = "Your tests catch all our wrong solutions about “counting”."
    assert f"{caught} Is that enough? Then tick off what is done." in shown
    assert "Ticked off, and no test of yours would notice a fault in it: “three”." in shown
    assert "the end" not in shown
    assert riddle(shown) == [RIDDLE]
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
    assert "Your tests catch 3 of our 3 wrong solutions: all of them for 2 of 2 rules, some for 0." in shown
    assert "That is the end of fizz. None of our tests asks for more." in shown
    assert "What your own tests catch: make judge NAME=tables-3" in shown
    assert "no hint to give" in judged.said("hint")


def test_where_there_is_no_test_yet_next_and_hint_say_what_a_test_is(player):
    first = "There is no test yet. Take the easiest line of ideas.txt, and write it in test_fizz.py."
    for verb in ("next", "hint"):
        assert player.said(verb).startswith(f"{first} A test is a function whose name begins with test_,")


def test_where_names_the_first_test_of_ours_that_is_not_green(green):
    assert "Of our tests, “fizz is said” is the first that isn't green." in green.said("where")
