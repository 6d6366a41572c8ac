"""`make hint`: one that says more each time, for the test in hand."""

import pytest

from coach.conftest import ran
from dojo.attempt.light import HintLight, JudgeLight
from dojo.attempt.recording import all_lights, record

FAKE = "'1'"
ONE_IS_SAID = "suite/test_numbers.py::test_numbers[one is said]"


def revealed(attempt, number, gives):
    """So many tests have been shown, and were green; this is what the code gives now."""
    ran(attempt, revealed=number)
    attempt.module.write_text(f"def say(number):\n    return {gives}\n")


def test_hints_say_more_each_time_and_begin_again_with_the_next_test(said, attempt):
    revealed(attempt, 2, FAKE)
    given = [said("hint", "NAME=tables-3") for _ in range(2)]
    record(attempt, JudgeLight(accepted=(1, 1), caught=(0, 1)))  # changes nothing
    assert [*given, said("hint", "NAME=tables-3")] == [
        "“two is said”, hint 1 of 2 Two numbers, two answers: what turns a number into a text?",
        *["“two is said”, hint 2 of 2 Step 2, Numbers, solves it: make step-2 story"] * 2,
    ]
    revealed(attempt, 3, "str(number)")
    message = "“fizz is said”, hint 1 of 2 What is left when three is divided by three?"
    assert said("hint", "NAME=tables-3") == message
    revealed(attempt, 4, "{1: '1', 2: '2', 3: 'Fizz'}[number]")
    assert [said("hint", "NAME=tables-3") for _ in range(2)] == [
        "“four is said”, hint 1 of 2 No new rule is asked for here. Does a line of your code know some values"
        " by heart, where a rule would do? Go through your code line by line with the values of this test.",
        "“four is said”, hint 2 of 2 Step 2, Numbers, passes it already: make step-2 story",
    ]


def test_where_a_change_has_broken_an_older_test_it_helps_with_the_newest(said, attempt):
    revealed(attempt, 3, "{1: '1'}.get(number)")
    broken = (
        "“two is said” was green when “fizz is said” came, and a change since then has broken it. To undo"
        " what came after the last green: make back NAME=tables-3 “fizz is said”, hint"
    )
    assert [said("hint", "NAME=tables-3") for _ in range(2)] == [
        f"{broken} 1 of 2 What is left when three is divided by three?",
        # nothing has run since the first one
        "“fizz is said”, hint 2 of 2 Step 3, Fizz, solves it: make step-3 story",
    ]


YOURS = "and it is yours: we have no hint for it."
MINE = "def test_mine():\n    assert not 'mine'\n"
NONE = {
    "all is green": (1, FAKE, "", "All is green: there is no hint to give. Go on with make next NAME="),
    "a test of one's own is red": (1, FAKE, MINE, f"“mine” is red, {YOURS} AssertionError: assert"),
    "a test of one's own breaks": (2, "str(number)", "(", f"“test_mine.py” is amber, {YOURS} SyntaxError"),
    "the code does not load": (1, "(", "", "Your code does not load, so no test says anything yet: Sy"),
}


def test_the_first_test_that_start_has_written_is_not_called_the_participant_s(said, attempt):
    revealed(attempt, 2, "'2' if number == 2 else '0'")
    assert said("hint", "NAME=tables-3").startswith("“one is said” was green when “two is said” came, and a")


@pytest.mark.parametrize(("number", "gives", "own", "message"), NONE.values(), ids=NONE)
def test_where_there_is_no_hint_none_is_counted(said, attempt, number, gives, own, message):
    revealed(attempt, number, gives)
    (attempt.folder / "test_mine.py").write_text(own)
    assert said("hint", "NAME=tables-3").startswith(message)
    assert len(all_lights(attempt)) == 1


def test_the_first_red_has_a_hint_or_a_step_to_read_and_keeps_no_run(bare, said, attempt):
    ran(attempt, "red")
    assert "“one is said”, hint 1 of 2" in said("hint")
    light = all_lights(attempt)[-1]
    assert light == HintLight(number=2, when=light.when, id=light.id, test=ONE_IS_SAID, hints=1)
    bare.edit("story.toml", 'hints = "hints.txt"\n', "")
    assert "hint 1 of 1 Step 1, Fake it, solves it" in said("hint", "NAME=tables-3")


def test_after_the_last_test_our_last_refactoring_is_named_and_then_there_is_nothing(bare, said, attempt):
    revealed(attempt, 4, "'Fizz' if number == 3 else str(number)")
    refactoring = "step 4, Divisible: make step-4 story"
    assert said("hint", "NAME=tables-3") == f"All is green. Our next refactoring is {refactoring}"
    attempt.module.write_text(bare.path("step_04/fizz.py").read_text())
    assert said("hint", "NAME=tables-3") == (
        "All is green, and that was the last of our tests of fizz: there is no hint to give."
    )
