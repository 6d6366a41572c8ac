"""`make next` for somebody who writes the tests: red first, for the right reason, and worth its place."""

import shutil

import pytest

from coach.mine.conftest import Player
from dojo.attempt.lights import all_lights, record
from dojo.attempt.snapshot import taken

ONE = {"one": "fizz.say(1) == '1'"}
TWO = ONE | {"two": "fizz.say(2) == '2'"}
FIZZ = TWO | {"fizz": "fizz.say(3) == 'Fizz'"}
FAKE, NUMBER, RIGHT = "'1'", "str(number)", "str(number) if number % 3 else 'Fizz'"


def test_without_a_test_it_says_where_to_write_one(player):
    assert player.next() == (
        "There is no test yet. Take the easiest line of ideas.txt, and write it in test_fizz.py."
        " GREEN tables-3 · no test yet"
    )


def test_what_is_red_is_shown_and_nothing_of_ours_is_revealed(player):
    player.tests(**ONE)
    shown = player.next()
    assert "“one” is red: AttributeError: module 'fizz' has no attribute 'say'" in shown
    assert shown.endswith("Make it green, then make next NAME=tables-3. RED tables-3 · 1 red")
    player.code(FAKE)
    player.next()
    player.next()
    assert [light.told["revealed"] for light in all_lights(player.attempt)] == [0, 0, 0, 0]


def test_a_test_that_was_red_before_its_code_has_earned_a_place(player):
    player.tests(**ONE)
    player.next()
    player.code(FAKE)
    assert player.next() == (
        "“one”: earned a place, red first and then 4 lines of code."
        " Changed since the last green: 4 lines of code, 5 of tests."
        " Is there anything to tidy up? The bar stays green meanwhile."
        " Then write the next test. What is left: make next NAME=tables-3"
        " GREEN tables-3 · 1 green"
    )


UNSEEN = [
    pytest.param(FAKE, "'1'", ONE, "one", id="test and code at once"),
    pytest.param(NUMBER, NUMBER, TWO, "two", id="green at once"),
]


@pytest.mark.parametrize(("before", "after", "tests", "name"), UNSEEN)
def test_a_test_that_was_never_red_is_told_so(player, before, after, tests, name):
    earlier = {one: says for one, says in tests.items() if one != name}
    if earlier:
        player.tests(**earlier)
        player.next()
        player.code(before)
        player.next()
    player.tests(**tests)
    player.code(after)
    assert f"“{name}”: never seen red. Break the code for a moment" in player.next()
    assert f"Never seen red: “{name}”." in player.next()


def test_a_test_that_is_seen_red_later_is_told_of_then(player):
    player.tests(**ONE)
    player.code(NUMBER)
    player.next()
    player.code("''")
    assert "“one” is red" in player.next()
    player.code(NUMBER)
    assert "“one”: seen red now." in player.next()
    assert "Never seen red" not in player.next()


def test_a_test_that_was_amber_alone_is_told_so(player):
    player.tests(**ONE)
    player.code("number + ''")
    assert "“one” is amber: TypeError" in player.next()
    player.code(FAKE)
    assert "“one”: seen amber, and never red: it broke before it could say no." in player.next()


def test_a_test_file_that_wants_a_name_is_red(player):
    (player.attempt.folder / "test_fizz.py").write_text(
        "from fizz import say\n\n\ndef test_one():\n    assert say(1) == '1'\n"
    )
    player.next()
    player.code(FAKE)
    assert "“one”: earned a place, red first" in player.next()


def test_a_test_that_has_another_name_is_not_new(player):
    player.tests(one="fizz.say(1) == '1'", two="fizz.say(2) == '2'")
    player.next()
    player.code(NUMBER)
    player.next()
    player.tests(begins="fizz.say(1) == '1'", two="fizz.say(2) == '2'")
    shown = player.next()
    assert "Your tests touch" in shown
    assert "Never seen red" not in shown


def test_a_test_that_changes_is_new(player):
    player.tests(one="fizz.say(1) == '1'")
    player.next()
    player.code(NUMBER)
    player.next()
    player.tests(one="fizz.say(1) == '1' and fizz.say(3) == 'Fizz'")
    player.next()
    player.code(RIGHT)
    assert "“one”: earned a place, red first" in player.next()


def test_what_watch_has_seen_counts(player):
    player.tests(**ONE)
    snapshot = taken(player.attempt.folder)
    id = "kata/attempts/tables-3/test_fizz.py::test_one"
    record(player.attempt, verb="watch", colour="red", counts={}, snapshot=snapshot, own={id: "red"})
    player.code(FAKE)
    record(player.attempt, verb="watch", colour="green", counts={}, own={id: "green"})
    assert "“one”: earned a place, red first and then 4 lines of code." in player.next()


def test_of_two_that_fail_at_once_it_says_one_at_a_time(player):
    player.tests(**TWO)
    assert "2 new tests fail at once. One at a time: the others can wait in ideas.txt." in player.next()


@pytest.fixture
def green(player):
    """Two tests, each of which was red first."""
    player.cycle(ONE, FAKE)
    player.cycle(TWO, NUMBER)
    return player


def test_a_test_for_which_no_code_was_needed_earns_its_place_by_what_it_catches(green):
    green.tests(**TWO, three="fizz.say(5) == '5'")
    shown = green.next()
    assert "“three”: earned a place: it catches a fault that none of yours caught. It begins well." in shown


def test_a_test_that_catches_nothing_is_asked_what_is_new_in_it(green):
    green.tests(**TWO, again="fizz.say(2) == '2'")
    shown = green.next()
    assert "“again”: nothing new yet. What does it ask that the others do not?" in shown


DOUBTS = [
    pytest.param("fizz.say(4) == 'four'", "No right solution passes it", id="a wrong expectation"),
    pytest.param("fizz.sing(4) == '4'", "The right solutions have no such name.", id="another name"),
    pytest.param("fizz.divisible(4, 2)", "The right solutions have no such name.", id="one design's name"),
]


@pytest.mark.parametrize(("says", "told"), DOUBTS)
def test_a_test_that_no_right_solution_passes_is_doubted_while_it_is_red(green, says, told):
    green.tests(**TWO, four=says)
    shown = green.next()
    assert f"“four”: {told}" in shown
    assert shown.index(told) < shown.index("RED tables-3")
    assert f"“four”: {told}" in green.next()


def test_a_test_that_only_one_design_passes_asks_for_too_much(green):
    step = green.copy.path("step_04/fizz.py")
    step.write_text(step.read_text() + "\n\nmany = True\n")
    step = green.copy.path("step_03/fizz.py")
    step.write_text(step.read_text() + "\n\nmany = False\n")
    green.tests(**TWO, many="fizz.many")
    assert "“many”: A right solution of another design does not pass it" in green.next()


def test_a_foreseen_colour_counts(player):
    player.tests(**ONE)
    assert "You expected red of the tests so far: so it is. 1 of 1 predictions held." in player.next(
        "EXPECT=red"
    )


def test_make_bar_runs_the_tests_and_no_more(player):
    player.tests(**ONE)
    assert player.said("bar").endswith("Make it green, then make bar NAME=tables-3. RED tables-3 · 1 red")
    player.code(FAKE)
    assert "earned" not in player.said("bar")
    assert "“one”: earned a place, red first" in player.next()


def test_a_story_without_a_whole_step_has_no_judge(small, capsys):
    small.edit("story.toml", "finished = 3\n", "")
    player = Player(small, capsys)
    player.tests(**ONE)
    player.code(FAKE)
    assert "“one”: never seen red." in player.next()
    assert player.next().startswith("ideas.txt: ")


def test_without_its_first_light_a_test_is_judged_by_the_runs_that_are_there(player):
    shutil.rmtree(player.attempt.folder.parent / ".lights")
    player.tests(**ONE)
    player.next()
    player.code(FAKE)
    assert "“one”: earned a place, red first and then 4 lines of code." in player.next()


@pytest.mark.usefixtures("impatient")
def test_a_test_that_hangs_on_a_right_solution_is_put_aside(green):
    green.tests(**TWO, patient="fizz.say(4) == '4' and not any(iter(lambda: 'many' in dir(fizz), True))")
    green.code("str(number)\n\n\nmany = True")
    assert "On a right solution, “patient” not done after 0.2 seconds" in green.next()
