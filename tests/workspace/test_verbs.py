"""The verbs of the Makefile, as somebody types them, and what they say to a mistake."""

import re
import sys

import pytest

from dojo.steps import all_steps
from dojo.story import split

LAST = all_steps()[-1].number
ENDED = re.compile(r"^    sys\.exit\((ended|attended)\(\w+\)\)$", re.MULTILINE)
"""How a module that make calls has to end: a mistake, trouble or Ctrl-C is a line at most there."""

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
    pytest.param(["step-50", "diff"], "\n+++ steps/step_50_in_bulk/bulk.py", id="diff of a new file"),
    pytest.param(["step-0", "diff"], '+"""Poker hands."""', id="diff of the first step"),
    pytest.param(["step-19", "story"], "# Step 19 · The wheel", id="story"),
    pytest.param(["step-7", "coverage"], "step_07_flush_of_clubs     13         0  100.0 %", id="coverage"),
    pytest.param([f"step-{LAST}"], " green; nothing is left to write.", id="the last step"),
    pytest.param(["step-0"], " not yet; next: step 1, “a card equals itself”.", id="the first step"),
    pytest.param(["step-7"], "step 7: 13 green, ", id="how far step 7 is"),
    pytest.param(["step-7"], " of them green by luck; next: step 8,", id="luck is no green"),
    pytest.param(["step-10"], "by grouping, a refactoring.", id="a refactoring is next"),
]


@pytest.mark.parametrize(("words", "said"), SAID)
def test_a_verb_says(here, words, said):
    made = here.make(*words)
    assert (made.returncode, made.stderr) == (0, "")
    assert said in made.stdout


MISTAKES = [
    pytest.param(["step-99"], f"there is no step 99: the steps are 0 to {LAST}", id="a step too far"),
    pytest.param(
        ["step-x", "red"], f"there is no step x: the steps are 0 to {LAST}", id="a step without a number"
    ),
    pytest.param(["step-", "red"], f"there is no step ?: the steps are 0 to {LAST}", id="a nameless step"),
    pytest.param(["red", f"STEP={LAST + 1}"], f"there is no step {LAST + 1}: the steps", id="STEP= too far"),
    pytest.param(["step-7", "step-8", "test"], "one step at a time, not 7 8", id="two steps"),
    pytest.param(["step-7", "test", "STEP=8"], "one step at a time, not 7 8", id="a step and another STEP"),
    pytest.param(["red"], "red of which step? For example: make step-7 red", id="red of no step"),
    pytest.param(["step-7", "progress"], "progress takes no step", id="progress of a step"),
    pytest.param(["step-7", "run"], "step 7 has no program for holdem: the first one", id="no program"),
    pytest.param(
        ["step-42", "run", "KATA=deals"],
        "step 42 has no program for deals: the first one is in step 43",
        id="no program for a kata",
    ),
    pytest.param(
        ["step-43", "run", "KATA=bridge"],
        "there is no kata bridge: there are deals holdem ladder two_hands",
        id="no such kata",
    ),
    pytest.param(["frobnicate"], "there is no verb frobnicate: make help lists them", id="no such verb"),
    pytest.param(["step-7", "read"], "there is no verb read: make help lists them", id="of a step"),
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
    assert "step 7: 11 green, 2 RED (“five clubs are a flush” and 1 more), " in made.stdout
    assert "first the bar has to be green." in made.stdout


def test_a_broken_step_is_amber(workspace):
    workspace.edit("step_07/poker.py", "    return cards[0].suit", "    return cards[9].suit")
    made = workspace.make("step-7", "test")
    assert made.returncode == 2
    assert " AMBER (“five clubs are a flush” and 1 more), " in made.stdout


def test_a_run_that_is_broken_off_does_not_say_how_far_the_step_is(workspace):
    flush = "def flush(cards):\n"
    workspace.edit("step_07/poker.py", flush, f"{flush}    raise KeyboardInterrupt\n")
    made = workspace.make("step-7", "test")
    assert made.returncode == 2
    assert "step 7:" not in made.stdout


def test_more_than_was_asked_for_is_green_and_is_told(workspace):
    workspace.path("step_07/poker.py").write_text(workspace.path("step_08/poker.py").read_text())
    made = workspace.make("step-7", "test")
    assert made.returncode == 0
    text = " ".join(made.stdout.split())
    assert "“five spades are a flush”, which passes already: the code does more than it was asked" in text


def test_a_step_that_does_not_load_is_told_of_once(workspace):
    workspace.edit("step_07/poker.py", "def flush(cards):", "def flush(cards:")
    made = workspace.make("step-7", "test")
    assert made.returncode == 2
    assert made.stdout.count("ERROR at setup of") == 1
    assert "step 7 does not load: SyntaxError: '(' was never closed (poker.py, line 30)" in made.stdout
    assert "SyntaxError: '(' was never closed" in made.stdout
    assert "conftest" not in made.stdout


def test_a_test_without_its_mark_is_named_in_a_line(workspace):
    workspace.edit("tests/suite/test_cards.py", "@pytest.mark.drives(1)\n", "")
    made = workspace.make("step-7", "test")
    assert made.returncode == 2
    assert "test_a_card_equals_itself[step_07]: mark it with one drives(N) or guards(N)" in made.stderr
    assert "INTERNALERROR" not in made.stdout + made.stderr


def test_red_fails_where_the_step_before_breaks(workspace):
    workspace.edit("step_06/poker.py", "    return True", "    return cards[9]")
    made = workspace.make("step-7", "red")
    assert made.returncode == 2
    assert "Not red: “a spade among clubs is no flush” is amber on step 6" in made.stdout


def test_red_fails_where_the_step_before_passes_already(workspace):
    workspace.path("step_06/poker.py").write_text(workspace.path("step_08/poker.py").read_text())
    made = workspace.make("step-7", "red")
    assert made.returncode == 2
    assert "Not red: “a spade among clubs is no flush” passes on step 6 already." in made.stdout


def test_whether_there_is_a_red_is_asked_of_the_tests_and_not_of_the_story(workspace):
    workspace.edit("step_19/README.md", "test first", "refactoring")
    assert "1 test, red on step 18" in workspace.make("step-19", "red").stdout


def test_the_green_of_a_story_begins_a_screen_of_its_own():
    red, answer = split("# Step 07\n\n## Red\n\nit fails\n\n## Green\n\nit passes\n")
    assert "it fails" in red
    assert answer.startswith("\n## Green")


def test_a_story_without_a_red_begins_on_one_screen():
    story = "# Step 11\n\n## Green\n\nboth pairs win\n"
    assert split(story) == (story, "")


@pytest.mark.parametrize("verb", ["progress", "board", "gate", "coverage", "contents", "red 7"])
def test_ctrl_c_is_quiet(workspace, verb):
    workspace.edit("tests/suite/test_cards.py", "\nimport pytest\n", "\nraise KeyboardInterrupt\n")
    module, *words = verb.split()
    made = workspace.run(sys.executable, "-m", f"dojo.{module}", *words)
    assert (made.returncode, made.stdout, made.stderr) == (130, "", "")


def test_all_that_make_calls_ends_in_the_same_way(here):
    makefile = (here.root / "Makefile").read_text(encoding="utf-8")
    called = set(re.findall(r"python\)? -m dojo\.(\w+)", makefile))
    assert {"gate", "next", "census", "pictures"} < called
    texts = {name: (here.root / "dojo" / f"{name}.py").read_text(encoding="utf-8") for name in called}
    assert [name for name, text in texts.items() if not ENDED.search(text)] == []


def test_a_dry_run_sets_nothing_up(workspace):
    (workspace.root / ".venv").unlink()
    made = workspace.make("--dry-run", "step-7", "test")
    assert (made.returncode, made.stderr) == (0, "")
    assert not (workspace.root / ".venv").exists()


def test_a_diff_is_a_patch(workspace, tmp_path):
    patch = workspace.make("step-8", "diff").stdout
    (tmp_path / "step.patch").write_text(patch, encoding="utf-8")
    before, after = workspace.path("step_07/poker.py"), workspace.path("step_08/poker.py")
    workspace.run("patch", "--quiet", before, tmp_path / "step.patch")
    assert before.read_text() == after.read_text()
