"""The verbs as somebody types them, and what they say to a mistake."""

import re
import sys

import pytest
from helpers import TOP

from dojo.cli.main import main
from dojo.cli.run import RUNS
from dojo.cli.verbs import OPTIONS, VERBS, all_verbs
from dojo.story.workspace import Workspace

LAST = Workspace(TOP).story().steps[-1].number

THROUGH_MAKE = [
    pytest.param([], "make progress", id="make alone lists the verbs"),
    pytest.param(["help"], "make step-7 red", id="help"),
    pytest.param(["progress"], "74 In bulk ↻", id="progress"),
    pytest.param(["gate", "STEPS=1-2"], "Laws 1 to 8 hold: 360 tests on 2 steps.", id="gate"),
    pytest.param(["coverage", "step-7"], "step_07_flush_of_clubs     13         0  100.0 %", id="coverage"),
    pytest.param(["step-7"], "step 7: 13 green, ", id="a step alone"),
    pytest.param(["STEP=7"], "step 7: 13 green, ", id="STEP=7 alone"),
    pytest.param(["step-19", "red"], "1 test, red on step 18, as it should be", id="red"),
    pytest.param(["step-8", "diff"], "\n+    return all(card.suit ==", id="diff"),
    pytest.param(["story", "STEP=19"], "# Step 19 · The wheel", id="story"),
    pytest.param(["step-1", "diff", "story"], "\n# Step 01 · Fake it", id="two verbs of a step"),
    pytest.param(["diff", "STORY=tests/small", "STEP=2"], "+    return str(number)", id="another story"),
    pytest.param(["exhaustive", "--dry-run"], "dojo exhaustive", id="a verb that the story brings"),
]


@pytest.mark.parametrize(("words", "said"), THROUGH_MAKE)
def test_make_hands_its_words_over(here, words, said):
    made = here.make(*words)
    assert (made.returncode, made.stderr) == (0, "")
    assert said in made.stdout


SAID = [
    pytest.param(["step-7", "test"], "13 passed", id="step-7 test runs the suite"),
    pytest.param(["test", "step-07"], "13 passed", id="test step-07"),
    pytest.param(["test", "--step", "7"], "13 passed", id="test --step 7"),
    pytest.param(["test", "--step=7"], "13 passed", id="test --step=7"),
    pytest.param(["step-19", "red"], "5♦ 4♦ 3♣ 2♦ A♥ should beat A♣ A♥ A♦ K♣ Q♠", id="red shows it"),
    pytest.param(["red", "STEP=6"], "4 tests, all red on step 5", id="red STEP=6"),
    pytest.param(["red", "step-11"], "has no red: it is a refactoring", id="a refactoring has no red"),
    pytest.param(["step-0", "red"], "has no red: nothing comes before it", id="step 0 has no red"),
    pytest.param(["step-8", "diff"], "\n-    return cards[0].suit ==", id="diff takes away"),
    pytest.param(["step-74", "diff"], "\n+++ steps/step_74_in_bulk/bulk.py", id="diff of a new file"),
    pytest.param(["step-0", "diff"], '+"""Poker hands."""', id="diff of the first step"),
    pytest.param([f"step-{LAST}"], " green; nothing is left to write.", id="the last step"),
    pytest.param(["step-0"], " not yet; next: step 1, “a card equals itself”.", id="the first step"),
    pytest.param(["step-7"], " of them green by luck; next: step 8,", id="luck is no green"),
    pytest.param(["step-10"], "by grouping, a refactoring.", id="a refactoring is next"),
]


@pytest.mark.parametrize(("words", "said"), SAID)
def test_a_verb_says(here, capsys, monkeypatch, words, said):
    monkeypatch.setenv("COLUMNS", "120")
    assert here.verb(*words) == 0
    assert said in capsys.readouterr().out


MISTAKES = [
    pytest.param(["step-99"], f"there is no step 99: the steps are 0 to {LAST}", id="a step too far"),
    pytest.param(["step-x", "red"], f"there is no step x: the steps are 0 to {LAST}", id="no number"),
    pytest.param(["step-", "red"], f"there is no step ?: the steps are 0 to {LAST}", id="a nameless step"),
    pytest.param(["red", f"STEP={LAST + 1}"], f"there is no step {LAST + 1}: the steps", id="STEP= too far"),
    pytest.param(["step-7", "step-8", "test"], "one step at a time, not 7 8", id="two steps"),
    pytest.param(["step-7", "test", "STEP=8"], "one step at a time, not 7 8", id="a step and another STEP"),
    pytest.param(["red"], "red of which step? For example: make step-7 red", id="red of no step"),
    pytest.param(
        ["step-7", "progress"], "progress takes no step; these do: test watch", id="progress of one"
    ),
    pytest.param(["step-7", "run"], "step 7 has no program for holdem: the first one", id="no program"),
    pytest.param(
        ["step-66", "run", "KATA=deals"],
        "step 66 has no program for deals: the first one is in step 67",
        id="no program for a kata",
    ),
    pytest.param(
        ["step-67", "run", "KATA=bridge"],
        "there is no kata bridge: there are ",
        id="no such kata",
    ),
    pytest.param(["frobnicate"], "there is no verb frobnicate: make help lists them", id="no such verb"),
    pytest.param(["step-7", "read"], "there is no verb read: make help lists them", id="of a step"),
    pytest.param(["next", "EXPECTED=red"], "there is no EXPECTED= for any verb: there are", id="misspelt"),
    pytest.param(["next", "name=tables-3"], "there is no name= for any verb", id="in small letters"),
    pytest.param(["next", "TO=3"], "next takes no TO=: it takes NAME KATA EXPECT", id="of another verb"),
    pytest.param(["progress", "STEPS=3"], "progress takes no STEPS=: it takes STORY", id="of the gate"),
    pytest.param(
        ["gate", "STEPS=18-"], "STEPS is a range of steps, for example STEPS=18-19, not 18-", id="-"
    ),
    pytest.param(["gate", "STEPS=abc"], "for example STEPS=18-19, not abc", id="no range"),
    pytest.param(["gate", "STEPS=20-18"], "for example STEPS=18-19, not 20-18", id="a range backwards"),
    pytest.param(["judge", "HINT=0"], "HINT is 1, or left out; it is not 0", id="a switch of 0"),
    pytest.param(["lights", "PAGE=yes"], "PAGE is 1, or left out; it is not yes", id="a switch of yes"),
    pytest.param(["judge", "TESTS=x", "NAME=y"], "judge takes TESTS= or NAME=, not both", id="any tests"),
    pytest.param(["watch", "step-7", "NAME=y"], "watch takes STEP= or NAME=, not both", id="watch of two"),
    pytest.param(["accept", "IN=x", "NAME=y"], "accept takes IN= or NAME=, not both", id="two folders"),
    pytest.param(["next", "NAME=x", "NAME=y"], "NAME= once, not NAME=x and NAME=y", id="two names"),
    pytest.param(["red", "STEP=%"], f"there is no step %: the steps are 0 to {LAST}", id="a sign of make's"),
    pytest.param(
        ["start", "NAME=x", "KATA=deals ladder"],
        "there is no kata deals ladder: there are ",
        id="two katas",
    ),
    pytest.param(
        ["start", "NAME=x", "KATA=deals", "STORY=tests/small"],
        "deals is no kata of small: poker has it",
        id="a kata of another story",
    ),
    pytest.param(
        ["room", "ROUND=abc"], "ROUND is a number of minutes, for example ROUND=20", id="no minutes"
    ),
    pytest.param(["room", "BREAK=-1"], "BREAK is a number of minutes, for example BREAK=20", id="below 0"),
    pytest.param(["room", "FROM=nowhere"], "there is no folder nowhere: its path starts at", id="no stick"),
    pytest.param(["join"], "join which room? For example: make join ROOM=192.168.1.20:8765/", id="no room"),
    pytest.param(
        ["start", "NAME=x", "SHARE=1"], "SHARE= is for a room: ROOM= says which", id="no room for it"
    ),
    pytest.param(["start", "NAME=x", "ROOM=y"], "ROOM is the address of a room and its", id="no address"),
    pytest.param(["gate", "STORY=nowhere"], "there is no story nowhere: there are poker", id="no story"),
]


@pytest.mark.parametrize(("words", "said"), MISTAKES)
def test_a_mistake_is_answered_in_one_line(here, capsys, words, said):
    assert here.verb(*words) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    assert said in err


BEFORE = [
    pytest.param(["red", "STEP=%"], "there is no step %", id="a sign of make's"),
    pytest.param(["judge", "HINT=0"], "HINT is 1, or left out; it is not 0", id="a switch"),
    pytest.param(["step-99", "red"], "there is no step 99", id="a step"),
    pytest.param(["frobnicate"], "there is no verb frobnicate", id="a verb"),
    pytest.param(["next", "NAME=it's $HOME; a", "TO=1"], "next takes no TO=", id="a word with odd signs"),
    pytest.param(["a;b"], "there is no verb a;b", id="a verb with odd signs"),
]


@pytest.mark.parametrize(("words", "said"), BEFORE)
def test_make_answers_a_mistake_before_it_sets_anything_up(workspace, words, said):
    (workspace.root / ".venv").unlink()
    made = workspace.make(*words)
    assert (made.returncode, made.stdout) == (2, "")
    (line,) = made.stderr.splitlines()
    assert said in line
    assert not (workspace.root / ".venv").exists()


ODD = ["it's", 'two "words"', "a $HOME b", "100 %", "back\\slash", "semi;colon", "#sharp"]


@pytest.mark.parametrize("value", ODD)
def test_a_value_arrives_as_it_was_typed(here, value):
    """By a verb that says it back: what is no name of an attempt."""
    made = here.make("start", f"NAME={value}")
    assert (made.returncode, made.stdout) == (2, "")
    assert made.stderr.startswith(f"{value!r} is no name: ")


def test_a_flag_that_a_verb_does_not_take_is_named(here, capsys):
    assert here.verb("next", "--to", "3") == 2
    assert "next takes no TO=: it takes NAME KATA EXPECT" in capsys.readouterr().err


def test_a_flag_without_its_value_is_named(here, capsys):
    assert here.verb("next", "--name") == 2
    assert "argument --name: expected one argument" in capsys.readouterr().err


@pytest.mark.parametrize("verb", [verb.name for verb in VERBS if verb.name != "help"])
def test_each_verb_has_its_help(capsys, verb):
    assert main([verb, "--help"]) == 0
    assert capsys.readouterr().out.startswith(f"usage: python -m dojo {verb}")


def test_help_names_every_verb_and_its_words_are_known():
    stories = Workspace(TOP).stories
    verbs = all_verbs(stories)
    assert {verb.name for verb in VERBS} == {name.rstrip("_") for name in RUNS}
    assert len({verb.name for verb in verbs}) == len(verbs)
    own = {option for story in stories for verb in story.verbs for option in verb.options}
    assert {word for verb in verbs for word in verb.takes} <= OPTIONS.keys() | own


def test_help_has_a_line_for_each_verb(here, capsys):
    assert here.verb("help") == 0
    listed = re.findall(r"^  make (?:step-7 )?(\S+)", capsys.readouterr().out, re.MULTILINE)
    assert set(listed) == {verb.name for verb in all_verbs(Workspace(TOP).stories)}


def test_the_makefile_is_a_facade(here):
    """It knows no verb, and is at most sixty lines."""
    text = here.path("Makefile").read_text()
    assert len(text.splitlines()) <= 60
    targets = set(re.findall(r"^([a-z][a-z-]*):", text, re.MULTILINE))
    assert targets == set()


def test_what_is_set_in_the_shell_is_not_meant(here):
    made = here.make("step-7", "diff", STEP="8", STORY="nowhere", NAME="laptop", KATA="bridge")
    assert (made.returncode, made.stderr) == (0, "")
    assert "step_07_flush_of_clubs" in made.stdout


def test_a_dry_run_sets_nothing_up(workspace):
    (workspace.root / ".venv").unlink()
    made = workspace.make("--dry-run", "step-7", "test")
    assert (made.returncode, made.stderr) == (0, "")
    assert not (workspace.root / ".venv").exists()


def test_two_verbs_are_done_from_any_python(here):
    made = here.run(sys._base_executable, "-m", "dojo", "diff", "story", "step-1")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.startswith("--- steps/step_00_nothing_yet/poker.py\n")
    assert "\n# Step 01 · Fake it\n" in made.stdout


SAID_TO = [
    pytest.param("make step-1 story | head -1", 0, "# Step 01 · Fake it\n", "", id="somebody who has enough"),
    pytest.param("make step-1 story >&-", 0, "", "", id="nobody"),
    pytest.param(
        '(ulimit -f 0; exec .venv/bin/python -m dojo story step-1) 2>&1 >"$FILE"',
        1,
        "cannot write: File too large\n",
        "",
        id="a full disk",
    ),
    pytest.param(
        "PYTHONIOENCODING=ascii .venv/bin/python -E -m dojo story step-1 | head -1",
        0,
        "# Step 01 · Fake it\n",
        "set aside: PYTHONIOENCODING: it would change what is run\n",
        id="somebody who reads ASCII",
    ),
]


@pytest.mark.parametrize(("command", "status", "out", "err"), SAID_TO)
def test_whoever_a_verb_speaks_to_it_ends_well(here, tmp_path, command, status, out, err):
    made = here.run("bash", "-c", f"set -o pipefail; {command}", FILE=str(tmp_path / "file"))
    assert (made.returncode, made.stdout, made.stderr) == (status, out, err)


STATUSES = [
    pytest.param(["step-7", "diff"], 0, id="fine"),
    pytest.param(["gate", "STEPS=1-2"], 1, id="a gate that is shut"),
    pytest.param(["red"], 2, id="a mistake"),
]


@pytest.mark.parametrize(("words", "status"), STATUSES)
def test_a_verb_ends_with_its_status(workspace, words, status):
    workspace.edit("step_02/poker.py", "6 if", "7 if")
    made = workspace.run(".venv/bin/python", "-m", "dojo", *words)
    assert made.returncode == status
    assert "Traceback" not in made.stderr
