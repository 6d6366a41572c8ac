"""What mentions a step says the new number, once the steps behind step 3 have moved up."""

import pytest

from dojo.author.numbers import Renumbering

TEXTS = [
    pytest.param("Step 4 and step 3", "Step 5 and step 3", id="one step"),
    pytest.param("# Step 04 · Divisible", "# Step 05 · Divisible", id="two digits"),
    pytest.param("since step\n  4", "since step\n  5", id="on the next line"),
    pytest.param("steps 2 to 4", "steps 2 to 5", id="from one to another"),
    pytest.param("Steps 2, 3 and 4, and red", "Steps 2, 3 and 5, and red", id="a list"),
    pytest.param("steps 03–04 or 4", "steps 03–05 or 5", id="a dash"),
    pytest.param("steps 4 and 40", "steps 5 and 40", id="a number that is no step"),
    pytest.param("step 4, 5 cards", "step 5, 5 cards", id="a number behind one step"),
    pytest.param("step 44 and step 4x", "step 44 and step 4x", id="no step"),
    pytest.param("4 cards in 4 steps", "4 cards in 4 steps", id="other numbers"),
    pytest.param("make step-4 red", "make step-5 red", id="a command"),
    pytest.param("make red STEP=4 STEPS=2-4", "make red STEP=5 STEPS=2-5", id="an option"),
    pytest.param("pytest --step 4 --step=3-4", "pytest --step 5 --step=3-5", id="an option of pytest"),
    pytest.param("board.html#step-4-red", "board.html#step-5-red", id="an address"),
    pytest.param("[a](../step_04_divisible/)", "[a](../step_05_divisible/)", id="a folder"),
    pytest.param("steps.step_04_divisible.fizz", "steps.step_05_divisible.fizz", id="a module"),
    pytest.param("step_04_other", "step_04_other", id="no folder"),
    pytest.param("test_a[step_04-a row]", "test_a[step_05-a row]", id="the id of a test"),
    pytest.param('    drives(4, "four")', '    drives(5, "four")', id="a row"),
    pytest.param("    guards(\n        4,", "    guards(\n        5,", id="a long row"),
    pytest.param("overdrives(4)", "overdrives(4)", id="no row"),
]


@pytest.mark.parametrize(("old", "new"), TEXTS)
def test_a_text_says_the_new_number(behind_three, old, new):
    assert behind_three.text(old) == new


def test_digits_stay_two_and_grow(bare):
    (bare.root / "steps" / "step_04_divisible").rename(bare.root / "steps" / "step_09_divisible")
    by = Renumbering(bare.story, 3, "step_04_new")
    assert by.text("step 09, step 9, step_09_divisible") == "step 10, step 10, step_10_divisible"


def test_a_failure_on_the_step_before_is_one_on_the_new_step(behind_three):
    failure = "'steps.step_03_fizz.fizz' on step 3, step_03 and step_04_divisible"
    changed = "'steps.step_04_new.fizz' on step 4, step_04 and step_05_divisible"
    assert behind_three.before().text(failure) == changed


LEFT = [
    pytest.param("story.step(4)", id="a call"),
    pytest.param('{"step": 4}', id="a key"),
    pytest.param("step == 4", id="a comparison"),
    pytest.param("all 5 steps", id="how many there are"),
    pytest.param('shown = "step 4"', id="a text"),
]


@pytest.mark.parametrize("text", LEFT)
def test_a_line_that_mentions_a_step_otherwise_is_found(behind_three, text):
    assert list(behind_three.left(f"\nstep(3)\n{text}")) == [3]
