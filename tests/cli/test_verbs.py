"""The verbs as somebody types them, and what they say to a mistake."""

import os
import re
import shlex
import subprocess
import sys

import pytest
from helpers import TOP, typed_copy

from dojo.cli.call import OPTIONS
from dojo.cli.main import main, parse_calls
from dojo.cli.verbs import all_verbs
from dojo.story.workspace import Workspace

LAST = Workspace(TOP).story().steps[-1].number

WORDS = [
    ("", "", {}),
    ("step-07", "test", {"STEP": "07"}),
    ("red step-7", "red", {"STEP": "7"}),
    ("test --step=7", "test", {"STEP": "7"}),
    ("step-7 test STEP=7", "test", {"STEP": "7"}),
    ("next NAME=tables-3 --expect=red", "next", {"NAME": "tables-3", "EXPECT": "red"}),
    ("judge --hint", "judge", {"HINT": "1"}),
    ("accept CMD=--version", "accept", {"CMD": "--version"}),
    ("where KATA=", "where", {"KATA": ""}),
    ("test STEP=", "test", {"STEP": ""}),
    ("start NAME=x STORY=ladder", "start", {"NAME": "x", "KATA": "ladder"}),
    ("next STORY=roman", "next", {"STORY": "roman"}),
]


@pytest.mark.parametrize(("words", "verb", "values"), WORDS, ids=[row[0] for row in WORDS])
def test_words_are_a_verb_and_its_values(words, verb, values):
    (call,) = parse_calls(words.split(), Workspace(TOP))
    assert (call.verb.name, call.values) == (verb, values)


def test_two_verbs_are_two_calls_with_one_step():
    found = parse_calls(["step-1", "diff", "story"], Workspace(TOP))
    assert [(call.verb.name, call.get("STEP")) for call in found] == [("diff", "1"), ("story", "1")]


def test_a_verb_is_about_some_steps_of_a_story_or_all():
    for words, story, numbers in (
        ("coverage STEPS=3-5", "poker", [3, 4, 5]),
        ("coverage", "poker", [*range(LAST + 1)]),
        ("coverage STEPS=3 KATA=roman", "roman", [3]),
    ):
        (call,) = parse_calls(words.split(), Workspace(TOP))
        assert (call.story.name, [step.number for step in call.steps]) == (story, numbers)


# Mistakes

MISTAKES = [
    ("step-99", f"there is no step 99: the steps are 0 to {LAST}"),
    ("step- red", "step- of which number? For example: make step-1"),
    ("step-7 step-8 test", "STEP= once, not STEP=7 and STEP=8"),
    ("red", "red of which step? For example: make step-1 red"),
    ("step-5 coverage STEPS=1-2", "coverage takes STEPS= only without STEP="),
    ("step-7 progress", "progress takes no STEP=: it takes ALL STORY KATA PYTHON"),
    ("undo", "there is no verb undo: make help lists them"),
    ("step-7 read", "there is no verb read: do you mean red?"),
    ("prove REPOS=x", "prove takes no REPOS=: do you mean REPO=?"),
    ("retro QQQ=x", "retro takes no QQQ=: it takes KATA ROOM ANONYMOUS STORY PYTHON FROM NAME"),
    ("next name=tables-3", "next takes no name=: do you mean NAME=?"),
    ("judge --hint NAME=x", "HINT is 1, or left out; it is not NAME=x"),
    ("gate STEPS=80-90", "not 80-90: the steps are 0 to"),
    ("gate STEPS=18-", "STEPS is a range of steps, for example STEPS=18-19, not 18-"),
    ("watch step-7 NAME=y", "watch takes NAME= only without STEP="),
    ("start NAME=x CMD=y MODE=mine", "start takes MODE= only without CMD="),
    ("start NAME=x LIMIT=3", "start takes LIMIT= only with CMD="),
    ("start NAME=x 'KATA=deals ladder'", "there is no kata deals ladder: there are "),
    ("start NAME=x KATA=deals STORY=tests/small", "small has no kata deals: it has fizz"),
    ("gate STORY=nowhere", "there is no story nowhere: there are poker"),
    ("room BREAK=-1", "BREAK is a number of minutes, for example BREAK=20"),
    ("room FROM=nowhere", "there is no folder nowhere: its path starts at"),
    ("start NAME=x SHARE=1", "SHARE= is for a room: ROOM= says which"),
    ("start NAME=x ROOM=y", "ROOM is the address of a room and its"),
    ("exhaustive STORY=tests/small", "exhaustive is no verb of small: leave STORY= out"),
]


@pytest.mark.parametrize(("words", "said"), MISTAKES, ids=[row[0] for row in MISTAKES])
def test_a_mistake_is_answered_in_one_line(here, capsys, words, said):
    assert here.verb(*shlex.split(words)) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    assert said in err


STRANGE = [
    ("KATA=h\u043eldem", "there is no kata h\u043eldem: ", "; you typed U+043E CYRILLIC SMALL LETTER O\n"),
    ("KATA=hol\u200bdem", "there is no kata hol\\u200bdem: ", "; you typed U+200B ZERO WIDTH SPACE\n"),
    ("KATA=holdem\u0301", "there is no kata holdem\u0301: ", "; you typed U+0301 COMBINING ACUTE ACCENT\n"),
    ("KATA=\x1b[31mx", "there is no kata \\x1b[31mx: ", "\n"),
    ("KATA=\udce2\udc99", "there is no kata \\xe2\\x99: ", "\n"),
    (
        "NAME=t\u0430bles-3",
        "there is no attempt t\u0430bles-3: ",
        "; you typed U+0430 CYRILLIC SMALL LETTER A\n",
    ),
    ("STORY=p\u043eker", "there is no story p\u043eker: ", "; you typed U+043E CYRILLIC SMALL LETTER O\n"),
]


@pytest.mark.parametrize(("word", "said", "named"), STRANGE, ids=[ascii(row[0]) for row in STRANGE])
def test_a_character_that_only_looks_right_is_named_and_one_that_steers_a_terminal_is_spelled_out(
    here, capsys, word, said, named
):
    assert here.verb("next", word) == 2
    out, err = capsys.readouterr()
    assert (out, err[: len(said)], err[-len(named) :]) == ("", said, named)


ODD = """it's "two words", a $HOME b, 100 %, back\\slash, semi;colon, #sharp"""
BEFORE = {
    "a word with odd signs": (["next", f"NAME={ODD}", "TO=1"], "next takes no TO="),
    "a value arrives as it was typed": (["start", f"NAME={ODD}"], f"{ODD!r} is no name: "),
    "a verb with odd signs": (["a;b"], "there is no verb a;b"),
    "a folder of ours": (["diff", "tests", "STEP=%"], "there is no verb tests: do you mean test?"),
}


@pytest.mark.parametrize(("words", "said"), BEFORE.values(), ids=BEFORE)
def test_make_stops_with_a_mistake_and_an_earlier_one_sets_nothing_up(tmp_path, words, said):
    typed = typed_copy(tmp_path)
    earlier = words[0] != "start"  # only the verb itself knows what a name is
    if earlier:
        (typed.root / ".venv").unlink()
    made = typed.make(*words)
    assert (made.returncode, made.stdout) == (2, "")
    line, stopped = made.stderr.splitlines()
    assert line.startswith(said)
    assert stopped.startswith("make: *** ")
    assert (typed.root / ".venv").exists() is not earlier


def test_without_make_a_folder_is_run_with_its_words_from_elsewhere():
    """By a Python that has nothing but itself."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP_"))}
    command = [sys._base_executable, "-S", str(TOP / "dojo"), "step-7", "no-verb"]
    said = subprocess.run(command, cwd="/", env=plain, capture_output=True, text=True)
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr.startswith("there is no verb no-verb")


# The help


def test_help_names_every_verb_and_each_has_its_help_with_words_that_are_known(here, capsys):
    stories = Workspace(TOP).stories
    verbs = all_verbs(stories)
    assert len({(verb.name, verb.when) for verb in verbs}) == len(verbs)
    own = {option for story in stories for verb in story.verbs for option in verb.options}
    assert {word for verb in verbs for word in verb.takes} <= OPTIONS.keys() | own
    assert here.verb("help") == 0
    said = capsys.readouterr().out
    listed = set(re.findall(r"^ make (?:step-1 )?([a-z-]*)", said, re.MULTILINE))
    assert listed == {verb.name for verb in verbs}
    assert max(map(len, said.splitlines())) <= 80
    for verb in listed - {""}:
        assert main([verb, "--help"]) == 0
        assert capsys.readouterr().out.startswith(f"usage: python -m dojo {verb} ")


def test_the_way_in_is_seven_verbs_in_four_groups_on_a_small_screen(here, capsys):
    assert here.verb() == 0
    lines = capsys.readouterr().out.splitlines()
    assert len([line for line in lines if line.startswith(" make ")]) == 7
    assert (len([line for line in lines if line[:1].isupper()]), len(lines)) == (5, 18)
    assert max(map(len, lines)) <= 80
    assert lines[0] == "Katas told in small steps: each test that drives a step is red without it."


# Ctrl-C: tests/check/test_on_a_terminal.py types it while processes run


@pytest.mark.parametrize("words", ["progress", "board", "gate", "coverage", "todo", "red step-2"])
def test_while_the_suite_is_collected(bare, capsys, words):
    bare.edit("suite/test_more.py", "\nimport pytest\n", "\nraise KeyboardInterrupt\n")
    assert bare.verb(*words.split()) == 130
    assert capsys.readouterr() == ("", "")
