"""The verbs of the Makefile, as somebody types them, and what they say to a mistake."""

import re

import pytest

SAID = [
    pytest.param([], "make progress", id="make alone lists the verbs"),
    pytest.param(["help"], "make step-7 red", id="help lists the verbs of a step"),
    pytest.param(["step-7", "test"], "13 passed", id="step-7 test runs the suite"),
    pytest.param(["step-7"], "13 passed", id="step-7 alone means test"),
    pytest.param(["test", "STEP=7"], "13 passed", id="test STEP=7"),
    pytest.param(["STEP=7"], "13 passed", id="STEP=7 alone means test"),
    pytest.param(["test", "step-07"], "13 passed", id="test step-07"),
    pytest.param(["step-19", "red"], "5♦ 4♦ 3♣ 2♦ A♥ should beat A♣ A♥ A♦ K♣ Q♠", id="red shows it"),
    pytest.param(["step-19", "red"], "1 test, red on step 18, as it should be", id="red is wanted"),
    pytest.param(["red", "STEP=6"], "4 tests, all red on step 5", id="red STEP=6"),
    pytest.param(["red", "step-11"], "has no red: it is a refactoring", id="a refactoring has no red"),
    pytest.param(["step-0", "red"], "has no red: nothing comes before it", id="step 0 has no red"),
    pytest.param(["step-8", "diff"], "\n-    return cards[0].suit ==", id="diff takes away"),
    pytest.param(["step-8", "diff"], "\n+    return all(card.suit ==", id="diff adds"),
    pytest.param(["step-0", "diff"], '+"""Poker hands."""', id="diff of the first step"),
    pytest.param(["step-19", "story"], "# Step 19 · The wheel", id="story"),
    pytest.param(["step-7", "coverage"], "step_07_flush_of_clubs     13         0  100.0 %", id="coverage"),
    pytest.param(["step-36"], " green; nothing is left to write.", id="the last step"),
    pytest.param(["step-0"], " not yet; next: step 1, “a card equals itself”.", id="the first step"),
    pytest.param(["step-7"], "step 7: 13 green, ", id="how far step 7 is"),
    pytest.param(["step-7"], " not yet, 2 of them green by luck; next: step 8, ", id="luck is no green"),
]


@pytest.mark.parametrize(("words", "said"), SAID)
def test_a_verb_says(here, words, said):
    made = here.make(*words)
    assert (made.returncode, made.stderr) == (0, "")
    assert said in made.stdout


MISTAKES = [
    pytest.param(["step-99"], "there is no step 99: the steps are 0 to 36", id="a step too far"),
    pytest.param(
        ["step-x", "red"], "there is no step x: the steps are 0 to 36", id="a step without a number"
    ),
    pytest.param(["step-", "red"], "there is no step ?: the steps are 0 to 36", id="a step without a name"),
    pytest.param(["red", "STEP=37"], "there is no step 37: the steps are 0 to 36", id="STEP=37"),
    pytest.param(["step-7", "step-8", "test"], "one step at a time, not 7 8", id="two steps"),
    pytest.param(["step-7", "test", "STEP=8"], "one step at a time, not 7 8", id="a step and another STEP"),
    pytest.param(["red"], "red of which step? For example: make step-7 red", id="red of no step"),
    pytest.param(["step-7", "progress"], "progress takes no step", id="progress of a step"),
    pytest.param(["step-7", "run"], "step 7 has no program: the first one is in step 36", id="no program"),
    pytest.param(["frobnicate"], 'there is no verb "frobnicate": make help lists them', id="no such verb"),
    pytest.param(["step-7", "read"], "read takes no step; these do:", id="no such verb of a step"),
]


@pytest.mark.parametrize(("words", "said"), MISTAKES)
def test_a_mistake_is_answered_in_one_line(here, words, said):
    made = here.make(*words)
    assert made.returncode == 2
    assert made.stdout == ""
    (line,) = made.stderr.splitlines()
    assert said in line


def test_help_names_every_verb(here):
    targets = re.findall(r"^([a-z-]+):.*##", here.path("Makefile").read_text(), re.MULTILINE)
    listed = re.findall(r"^  make (?:step-7 )?(\S+)", here.make("help").stdout, re.MULTILINE)
    assert sorted(listed) == sorted(targets)


def test_every_target_that_is_no_file_is_a_verb_with_help(here):
    text = here.path("Makefile").read_text()
    targets = set(re.findall(r"^([a-z][a-z-]*):", text, re.MULTILINE))
    assert targets == set(re.findall(r"^([a-z-]+):.*##", text, re.MULTILINE))


def test_a_red_step_fails_and_says_so(workspace):
    workspace.edit("step_07/poker.py", 'cards[0].suit == "♣"', 'cards[0].suit == "♠"')
    made = workspace.make("step-7", "test")
    assert made.returncode == 2
    assert "step 7: 11 green, 2 RED, 1 green too early, " in made.stdout
    assert "five clubs are a flush" in made.stdout


def test_a_broken_step_is_amber(workspace):
    workspace.edit("step_07/poker.py", "    return cards[0].suit", "    return cards[9].suit")
    made = workspace.make("step-7", "test")
    assert made.returncode == 2
    assert " AMBER (broke), " in made.stdout


def test_red_fails_where_the_step_before_breaks(workspace):
    workspace.edit("step_06/poker.py", "    return True", "    return cards[9]")
    made = workspace.make("step-7", "red")
    assert made.returncode == 2
    assert "Not red but amber: nothing drives step_07_flush_of_clubs yet." in made.stdout


def test_a_diff_is_a_patch(workspace, tmp_path):
    patch = workspace.make("step-8", "diff").stdout
    (tmp_path / "step.patch").write_text(patch, encoding="utf-8")
    before, after = workspace.path("step_07/poker.py"), workspace.path("step_08/poker.py")
    workspace.run("patch", "--quiet", before, tmp_path / "step.patch")
    assert before.read_text() == after.read_text()
