"""The verbs as somebody types them, and what they say to a mistake."""

import os
import re
import shlex
import subprocess
from dataclasses import dataclass, field
from typing import get_args

import pytest
from helpers import BASE_PYTHON, TOP, typed_copy

from dojo.cli.call import Call
from dojo.cli.main import main, parse_calls
from dojo.cli.registry import VERBS, WORDS_OF, all_verbs
from dojo.cli.words import HELP, Arguments, Folder, Minutes
from dojo.story.steps import Step
from dojo.story.workspace import Workspace

LAST = Workspace(TOP).story().steps[-1].number


@dataclass(frozen=True)
class Typed:
    """A command as it is typed, and the verb and the values that it stands for."""

    command: str
    verb: str
    values: dict[str, str] = field(default_factory=dict)


WORDS = [
    Typed("", verb=""),
    Typed("step-07", verb="test", values={"STEP": "07"}),
    Typed("red step-7", verb="red", values={"STEP": "7"}),
    Typed("test --step=7", verb="test", values={"STEP": "7"}),
    Typed("test --step 7", verb="test", values={"STEP": "7"}),
    Typed("--step 7 red", verb="red", values={"STEP": "7"}),
    Typed("step-7 test STEP=7", verb="test", values={"STEP": "7"}),
    Typed("next NAME=tables-3 --expect=red", verb="next", values={"NAME": "tables-3", "EXPECT": "red"}),
    Typed("next --name red", verb="next", values={"NAME": "red"}),
    Typed("room --at-green --break 5", verb="room", values={"AT_GREEN": "1", "BREAK": "5"}),
    Typed("room AT_GREEN=1 BREAK=5", verb="room", values={"AT_GREEN": "1", "BREAK": "5"}),
    Typed("room AT-GREEN=1 BREAK=5", verb="room", values={"AT_GREEN": "1", "BREAK": "5"}),
    Typed("start FROM-STEP=8", verb="start", values={"FROM_STEP": "8"}),
    Typed("judge --hint", verb="judge", values={"HINT": "1"}),
    Typed("judge --hint 1", verb="judge", values={"HINT": "1"}),
    Typed("hint NAME=1", verb="hint", values={"NAME": "1"}),
    Typed("hint --name 1", verb="hint", values={"NAME": "1"}),
    Typed("--hint judge", verb="judge", values={"HINT": "1"}),
    Typed("judge --hint NAME=x", verb="judge", values={"HINT": "1", "NAME": "x"}),
    Typed("judge --hint --name x", verb="judge", values={"HINT": "1", "NAME": "x"}),
    Typed("judge --hint --story roman", verb="judge", values={"HINT": "1", "STORY": "roman"}),
    Typed("prove --json REPO=.", verb="prove", values={"JSON": "1", "REPO": "."}),
    Typed("--json prove --repo .", verb="prove", values={"JSON": "1", "REPO": "."}),
    Typed("accept CMD=--version", verb="accept", values={"CMD": "--version"}),
    Typed("where KATA=", verb="where", values={"KATA": ""}),
    Typed("test STEP=", verb="test", values={"STEP": ""}),
    Typed("start NAME=x STORY=ladder", verb="start", values={"NAME": "x", "KATA": "ladder"}),
    Typed("next STORY=roman", verb="next", values={"STORY": "roman"}),
]


@pytest.mark.parametrize("typed", WORDS, ids=[typed.command for typed in WORDS])
def test_words_are_a_verb_and_its_values(typed):
    (call,) = parse_calls(typed.command.split(), Workspace(TOP))
    assert (call.verb.name, call.values) == (typed.verb, typed.values)


def test_two_verbs_are_two_calls_with_one_step():
    found = parse_calls(["step-1", "diff", "story"], Workspace(TOP))
    assert [(call.verb.name, call.get("STEP")) for call in found] == [("diff", "1"), ("story", "1")]


@dataclass(frozen=True)
class Form:
    """A command, and which of the functions of its verb it calls."""

    command: str
    function: str


FORMS = [
    Form("test", "test"),
    Form("step-1 test", "test_step"),
    Form("watch", "watch"),
    Form("step-1 watch", "watch_step"),
    Form("coverage", "coverage"),
    Form("step-1 coverage", "coverage_of_step"),
    Form("start NAME=x", "start"),
    Form("start NAME=x MODE=mine", "start_own"),
    Form("start NAME=x CMD=cat", "start_program"),
    Form("where NAME=x", "where"),
    Form("where NAME=all", "where_all"),
    Form("judge", "judge"),
    Form("judge TESTS=tests/suite", "judge_tests"),
    Form("prove", "prove"),
    Form("prove REPO=.", "prove_repository"),
    Form("accept CMD=cat", "accept"),
    Form("accept NAME=x", "accept_attempt"),
    Form("retro ROOM=plum-fox", "retro"),
    Form("retro FROM=docs", "retro_of_files"),
    Form("retro NAME=x", "retro_of_attempt"),
    Form("retro KATA=roman", "retro_of_attempt"),
    Form("retro STORY=ladder", "retro_of_attempt"),
    Form("new-step TITLE=Buzz", "new_step"),
    Form("new-step UNDO=1", "undo"),
    Form("new-step UNDO=", "new_step"),
    Form("move-step UNDO=1", "undo"),
    Form("drop-step --undo", "undo"),
]


@pytest.mark.parametrize("form", FORMS, ids=[form.command for form in FORMS])
def test_a_word_says_which_form_of_a_verb_is_meant(form):
    (call,) = parse_calls(form.command.split(), Workspace(TOP))
    assert call.verb.function.__name__ == form.function


def arguments_of(command):
    (call,) = parse_calls(shlex.split(command), Workspace(TOP))
    return call.arguments()


@dataclass(frozen=True)
class Value:
    """A command, a parameter of the function that it calls, and what that is then."""

    command: str
    parameter: str
    is_read_as: object


VALUES = [
    Value("todo", "fill", is_read_as=False),
    Value("todo --fill", "fill", is_read_as=True),
    Value("room", "break_", is_read_as=0.0),
    Value("room BREAK=2.5", "break_", is_read_as=2.5),
    Value("accept CMD=cat IN=docs", "in_", is_read_as=TOP / "docs"),
    Value("accept CMD=cat", "in_", is_read_as=None),
    Value("start NAME=x MODE=Mine", "mode", is_read_as="mine"),
    Value("new-step TITLE=Buzz", "kind", is_read_as="test first"),
    Value("new-step TITLE=Buzz KIND=refactoring", "kind", is_read_as="refactoring"),
    Value("""prove REPO=. "ARGS=-k 'one or two'" """, "args", is_read_as=["-k", "one or two"]),
    Value("prove REPO=.", "args", is_read_as=[]),
]


@pytest.mark.parametrize("value", VALUES, ids=[f"{value.command} {value.parameter}" for value in VALUES])
def test_a_word_is_read_as_the_type_of_the_parameter_says(value):
    assert arguments_of(value.command)[value.parameter] == value.is_read_as


STEPS = [
    pytest.param("coverage STEPS=3-5", "poker", [3, 4, 5], id="from one to another"),
    pytest.param("coverage", "poker", [*range(LAST + 1)], id="all"),
    pytest.param("coverage STEPS=3 KATA=roman", "roman", [3], id="one of another story"),
]


@pytest.mark.parametrize(("words", "story", "numbers"), STEPS)
def test_a_verb_is_about_some_steps_of_a_story_or_all(words, story, numbers):
    arguments = arguments_of(words)
    assert arguments["story"].name == story
    assert [step.number for step in arguments["steps"]] == numbers


# Mistakes


@dataclass(frozen=True)
class Mistake:
    """A command, and a part of the line that answers it."""

    command: str
    answer: str


MISTAKES = [
    Mistake("step-100", f"there is no step 100: the steps are 0 to {LAST}"),
    Mistake("step- red", "step- of which number? For example: make step-1"),
    Mistake("step-7 step-8 test", "STEP= once, not STEP=7 and STEP=8"),
    Mistake("red", "red of which step? For example: make step-1 red"),
    Mistake("step-5 coverage STEPS=1-2", "coverage takes STEPS= only without STEP="),
    Mistake("step-7 progress", "progress takes no STEP=: it takes ALL STORY KATA PYTHON"),
    Mistake("undo", "there is no verb undo: make help lists all verbs"),
    Mistake("step-7 read", "there is no verb read: do you mean red?"),
    Mistake("prove REPOS=x", "prove takes no REPOS=: do you mean REPO=?"),
    Mistake("prove --repos x", "prove takes no REPOS=: do you mean REPO=?"),
    Mistake("start FROM-STEPS=8", "start takes no FROM-STEPS=: do you mean FROM_STEP=?"),
    Mistake("retro QQQ=x", "retro takes no QQQ=: it takes ROOM ANONYMOUS ARCHIVE STORY KATA PYTHON"),
    Mistake("next name=tables-3", "next takes no name=: do you mean NAME=?"),
    Mistake("next --name", "argument --name: expected one argument: write it as --name=value"),
    Mistake("judge HINT=2", "HINT is 1, or left out; it is not 2"),
    Mistake("hint 1", "there is no verb 1: make help lists all verbs"),
    Mistake("judge --hint=yes", "HINT is 1, or left out; it is not yes"),
    Mistake("gate STEPS=120-130", "not 120-130: the steps are 0 to"),
    Mistake("gate STEPS=18-", "STEPS is a range of steps, for example STEPS=18-19, not 18-"),
    Mistake("watch step-7 NAME=y", "watch takes NAME= only without STEP="),
    Mistake("start NAME=x CMD=y MODE=mine", "start takes CMD= only without MODE="),
    Mistake("start NAME=x LIMIT=3", "start takes LIMIT= only with CMD="),
    Mistake("start NAME=x MODE=ours", "MODE=ours: use mine, or leave it out"),
    Mistake("start NAME=x 'KATA=deals ladder'", "there is no kata deals ladder: there are "),
    Mistake("start NAME=x KATA=deals STORY=tests/small", "small has no kata deals: it has fizz"),
    Mistake("gate STORY=nowhere", "there is no story nowhere: there are poker"),
    Mistake("room BREAK=-1", "BREAK is a number of minutes, for example BREAK=20"),
    Mistake("room FROM=nowhere", "there is no folder nowhere: its path starts at"),
    Mistake("start NAME=x SHARE=1", "SHARE= is for a room: ROOM= says which"),
    Mistake("start NAME=x ROOM=y", "ROOM is the address of a room and its"),
    Mistake("exhaustive STORY=tests/small", "exhaustive is no verb of small: leave STORY= out"),
    Mistake("new-step UNDO=1 TITLE=x", "new-step takes TITLE= only without UNDO=1"),
    Mistake("step-1 move-step", "move-step behind which step? For example: make step-1 move-step AFTER=1"),
    Mistake("retro KATA=roman ROOM=plum-fox", "retro takes ROOM= only without KATA="),
    Mistake("retro NAME=x ROOM=plum-fox", "retro takes ROOM= only without NAME="),
    Mistake("retro FROM=docs ROOM=plum-fox", "retro takes ROOM= only without FROM="),
]


@pytest.mark.parametrize("mistake", MISTAKES, ids=[mistake.command for mistake in MISTAKES])
def test_a_mistake_is_answered_in_one_line(here, capsys, mistake):
    assert here.verb(*shlex.split(mistake.command)) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    assert mistake.answer in err


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
def test_a_character_that_looks_right_is_named_and_a_control_character_spelled_out(
    here, capsys, word, said, named
):
    assert here.verb("next", word) == 2
    out, err = capsys.readouterr()
    assert (out, err[: len(said)], err[-len(named) :]) == ("", said, named)


ODD = """it's "two words", a $HOME b, 100 %, back\\slash, semi;colon, #sharp"""
BEFORE = {
    "a word with odd signs": (["next", f"NAME={ODD}", "TO=1"], "next takes no TO="),
    "a value arrives as it was typed": (["start", f"NAME={ODD}"], f"{ODD!r} is no name: "),
    "a dash for an underscore": (["start", "FROM-STEP=8", "FROM=x"], "FROM= or FROM_STEP=, not both"),
    "a verb with odd signs": (["a;b"], "there is no verb a;b"),
    "a folder of ours": (["diff", "tests", "STEP=%"], "there is no verb tests: do you mean test?"),
}


@pytest.mark.parametrize(("words", "said"), BEFORE.values(), ids=BEFORE)
def test_make_stops_with_a_mistake(tmp_path, words, said):
    typed = typed_copy(tmp_path)
    made = typed.make(*words)
    assert (made.returncode, made.stdout) == (2, "")
    line, stopped = made.stderr.splitlines()
    assert line.startswith(said)
    assert stopped.startswith("make: *** ")


def test_without_make_a_folder_is_run_with_its_words_from_elsewhere():
    """By a Python that has nothing but itself."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP_"))}
    command = [BASE_PYTHON, "-S", str(TOP / "dojo"), "step-7", "no-verb"]
    said = subprocess.run(command, cwd="/", env=plain, capture_output=True, text=True)
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr.startswith("there is no verb no-verb")


# The table


TEXTS = {str: "x", bool: "1", Minutes: "5", Folder | None: "docs", Step | None: "1", Arguments: "-k x"}
"""A text for each type that a word can be read as; of a Literal it is one of the choices."""
KINDS = {
    f"{parameter.word} as {getattr(parameter.kind, '__name__', parameter.kind)}": (verb, parameter)
    for verb in VERBS
    for parameter in verb.parameters
    if parameter.kind not in WORDS_OF
}


@pytest.mark.parametrize(("verb", "parameter"), KINDS.values(), ids=KINDS)
def test_the_type_of_a_parameter_is_one_that_its_word_can_be_read_as(verb, parameter):
    text = TEXTS.get(parameter.kind) or get_args(parameter.kind)[-1]
    call = Call(verb, Workspace(TOP), None, {parameter.word: text})
    assert call.argument(parameter) is not parameter.default


def test_a_word_takes_a_value_with_every_verb_or_with_none():
    valued = {word for verb in VERBS for word in set(verb.words) - verb.switches}
    switches = {word for verb in VERBS for word in verb.switches}
    assert valued & switches == set()


# The help


def test_help_names_every_verb_and_each_has_its_help_with_words_that_are_known(here, capsys):
    stories = Workspace(TOP).stories
    verbs = all_verbs(stories)
    assert len({(verb.name, verb.when) for verb in verbs}) == len(verbs)
    own = {option for story in stories for verb in story.verbs for option in verb.options}
    assert {word for verb in verbs for word in verb.words} <= HELP.keys() | own
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


def test_the_help_says_what_a_kata_is_good_for(bare, capsys):
    assert bare.verb("help") == 0
    assert "by what they are for" not in capsys.readouterr().out
    bare.edit("story.toml", "[katas.fizz]\n", '[katas.fizz]\ngood_for = "a warm-up"\n')
    assert bare.verb("help") == 0
    said = capsys.readouterr().out
    assert "\nKatas, by what they are for\n KATA=fizz                 a warm-up\n" in said


# Ctrl-C: tests/check/test_on_a_terminal.py types it while processes run


@pytest.mark.parametrize("words", ["progress", "board", "gate", "coverage", "todo", "red step-2"])
def test_while_the_suite_is_collected(bare, capsys, words):
    bare.edit("suite/test_more.py", "\nimport pytest\n", "\nraise KeyboardInterrupt\n")
    assert bare.verb(*words.split()) == 130
    assert capsys.readouterr() == ("", "")
