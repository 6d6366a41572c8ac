"""`make hint`: one that says more each time, for the test in hand."""

import pytest

from coach.conftest import ONE
from dojo.attempt.lights import all_lights, record

TWO = "def say(number):\n    return str(number)\n"


@pytest.fixture
def said(small, capsys):
    """All that a verb says, in one line."""

    def verb(*words):
        capsys.readouterr()
        assert small.verb(*words) == 0
        shown = capsys.readouterr()
        assert shown.err == ""
        return " ".join(shown.out.split())

    return verb


def test_typed_the_very_first_red_has_a_hint_as_well(typed):
    typed.make("start", "NAME=tables-3")
    made = typed.make("hint")
    assert (made.returncode, made.stderr) == (0, "")
    assert "“one is said”, hint 1 of 2" in made.stdout


def test_hints_say_more_each_time_and_begin_anew_with_the_next_test(said, attempt):
    attempt.module.write_text(ONE)
    said("next")
    said("next")
    given = [said("hint", "NAME=tables-3") for _ in range(3)]
    assert given[0] == "“two is said”, hint 1 of 2 Two numbers, two answers: what turns a number into a text?"
    assert given[1] == "“two is said”, hint 2 of 2 Step 2, Numbers, solves it: make step-2 story"
    assert given[2] == given[1]
    attempt.module.write_text(TWO)
    said("next")
    said("next")
    assert (
        said("hint", "NAME=tables-3")
        == "“fizz is said”, hint 1 of 2 What is left when three is divided by three?"
    )


def revealed(attempt, number):
    """So many tests have been shown, and were green."""
    record(attempt, verb="next", colour="green", counts={}, revealed=number)


def test_of_a_test_that_drives_no_step_the_hint_asks_what_is_new_in_it(said, attempt):
    revealed(attempt, 4)
    attempt.module.write_text('def say(number):\n    return {1: "1", 2: "2", 3: "Fizz"}[number]\n')
    assert [said("hint", "NAME=tables-3") for _ in range(2)] == [
        "“four is said”, hint 1 of 2 Nobody had to write code for this one: step 2 was green on it at once."
        " Which part of it does your code treat differently from the tests before it?",
        "“four is said”, hint 2 of 2 Step 2, Numbers, passes it already: make step-2 story",
    ]


def test_when_all_is_green_there_is_nothing_to_hint_at_and_none_is_counted(said, attempt):
    revealed(attempt, 1)
    attempt.module.write_text(ONE)
    before = len(all_lights(attempt))
    assert (
        said("hint", "NAME=tables-3")
        == "All is green: there is no hint to give. The next test: make next NAME=tables-3"
    )
    assert len(all_lights(attempt)) == before


def test_of_a_red_test_of_ones_own_it_says_that_it_is_theirs(said, attempt):
    revealed(attempt, 1)
    attempt.module.write_text(ONE)
    (attempt.folder / "test_mine.py").write_text("def test_mine():\n    assert not 'mine'\n")
    assert said("hint", "NAME=tables-3") == (
        "“mine” is red, and it is yours: we have no hint for it. What does it compare with what?"
        " Which of the two is right, you find in kata/README.md."
    )


def test_code_that_does_not_load_gets_that_said(said, attempt):
    revealed(attempt, 1)
    attempt.module.write_text("def say(number:\n")
    assert said("hint", "NAME=tables-3").startswith(
        "Your code does not load, so no test says anything yet: SyntaxError"
    )


def test_the_hint_is_for_the_last_of_our_tests_while_it_is_red(said, attempt):
    revealed(attempt, 2)
    attempt.module.write_text(ONE)
    said("next")
    assert "“two is said”, hint 1 of 2" in said("hint")


def test_what_else_was_done_meanwhile_leaves_the_test_in_hand_as_it_is(said, attempt):
    revealed(attempt, 2)
    attempt.module.write_text(ONE)
    said("next")
    record(attempt, verb="judge", colour="amber", counts={}, accepted=[1, 1], caught=[1, 2])
    assert "“two is said”, hint 1 of 2" in said("hint")


def test_what_it_keeps_is_no_run(said, attempt):
    said("next")
    said("hint")
    ran, hinted = all_lights(attempt)
    assert (hinted.verb, hinted.judged, hinted.colour, hinted.counts) == (
        "hint",
        False,
        ran.colour,
        ran.counts,
    )
    assert hinted.told == {"hints": 1}


LINES = [
    pytest.param("hints.txt", "1 ", "9 ", id="no line for the step"),
    pytest.param("story.toml", 'hints = "hints.txt"\n', "", id="no hints at all"),
]


@pytest.mark.parametrize(("file", "old", "new"), LINES)
@pytest.mark.usefixtures("attempt")
def test_where_the_story_has_no_hint_there_is_the_step_to_read(small, said, file, old, new):
    small.edit(file, old, new)
    assert "hint 1 of 1 Step 1, Fake it, solves it" in said("hint", "NAME=tables-3")


def test_of_a_test_that_was_green_before_it_asks_what_has_changed(said, attempt):
    revealed(attempt, 3)
    attempt.module.write_text('def say(number):\n    return "0" if number == 2 else "1"\n')
    before = len(all_lights(attempt))
    assert said("hint", "NAME=tables-3") == (
        "“two is said” was green before: what have you changed since?"
        " The last green again: make back NAME=tables-3. What changed: make lights NAME=tables-3"
    )
    assert len(all_lights(attempt)) == before


def test_a_test_of_ones_own_that_is_red_comes_first_as_it_does_in_make_next(said, attempt):
    revealed(attempt, 2)
    attempt.module.write_text('def say(number):\n    return "0"\n')
    assert said("hint", "NAME=tables-3").startswith("“one is said” is red, and it is yours: ")


def test_a_test_of_ones_own_that_breaks_says_how(said, attempt):
    revealed(attempt, 2)
    attempt.module.write_text(TWO)
    (attempt.folder / "test_mine.py").write_text("def test_mine(:\n    pass\n")
    assert said("hint", "NAME=tables-3").startswith(
        "“test_mine.py” is amber, and it is yours: it broke before it could compare anything. SyntaxError"
    )


def test_where_no_test_is_left_no_next_one_is_promised(said, small, attempt):
    revealed(attempt, 4)
    attempt.module.write_text(small.path("step_03/fizz.py").read_text())
    left = "All is green, and no test is left: there is no hint to give."
    assert said("hint", "NAME=tables-3") == left
