"""The attempt that a verb is about: the one that NAME= names, or the one started last, which is then said."""

import shutil

import pytest

from dojo.attempt.creation import create
from dojo.cli.verbs import VERBS

OF_AN_ATTEMPT = [verb.name for verb in VERBS if verb.of == "attempt" and verb.name not in ("start", "watch")]
AFTER = 'def say(number):\n    return "1"\n'


@pytest.fixture
def buzz(small):
    """The small story with a second kata."""
    table = '\n[katas.buzz]\nfolder = "buzz"\nfirst_test = "kata/first_test.py"\ntests = []\n'
    file = small.path("story.toml")
    file.write_text(file.read_text() + table)
    small.path("buzz").mkdir()
    small.path("buzz/README.md").write_text("# Buzz\n")
    return small


def test_the_verbs_of_an_attempt_are_these():
    verbs = ["next", "bar", "hint", "where", "judge", "lights", "prove", "keep", "back"]
    assert verbs == OF_AN_ATTEMPT


def test_without_a_name_it_is_the_one_started_last_and_that_is_said(small, capsys):
    for name in ("tables-3", "a-later-one"):
        create(small.workspace, name, "fizz")
    small.path("kata/attempts/tables-3/fizz.py").write_text(AFTER)
    assert small.verb("where", "NAME=") == 0
    assert capsys.readouterr().out.startswith(
        "attempt a-later-one, the one started last\na-later-one behaves like step 0"
    )


def test_with_a_name_nothing_has_to_be_said(small, attempt, capsys):
    create(small.workspace, "a-later-one", "fizz")
    assert small.verb("where", f"NAME={attempt.name}") == 0
    assert capsys.readouterr().out.startswith("tables-3 behaves like step 0")


def test_a_name_of_the_shell_is_not_taken(typed):
    create(typed.workspace, "tables-3", "fizz")
    made = typed.make("where", NAME="laptop")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.startswith("attempt tables-3, the one started last\n")


def test_an_attempt_whose_folder_is_gone_can_be_had_again(small, attempt, capsys):
    attempt.module.write_text(AFTER)
    small.verb("next")
    shutil.rmtree(attempt.folder)
    capsys.readouterr()
    assert small.verb("next", "NAME=tables-3") == 2
    told = "the folder of tables-3 is gone, and its lights are not: make start NAME=tables-3, then"
    assert capsys.readouterr().err == f"{told} make back NAME=tables-3\n"
    small.verb("start", "NAME=tables-3")
    small.verb("back", "NAME=tables-3")
    assert attempt.module.read_text() == AFTER
    small.verb("next")
    assert "The next test, 2 of 4" in capsys.readouterr().out


def test_every_attempt_means_those_of_the_kata_that_is_named(buzz, capsys):
    for name, kata in (("tables-3", "fizz"), ("tables-4", "fizz")):
        create(buzz.workspace, name, kata)
    assert buzz.verb("where", "NAME=all", "KATA=fizz", "STORY=small") == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert buzz.verb("where", "NAME=all", "KATA=buzz") == 2
    assert capsys.readouterr().err == "there is no attempt at buzz yet: make start NAME=tables-5 KATA=buzz\n"


def test_a_story_that_the_attempt_is_not_of_is_a_mistake(typed, capsys):
    shutil.copytree(typed.path("katas/fizz"), typed.path("steps"))
    typed.edit("steps/story.toml", "[katas.fizz]", "[katas.buzz]")
    create(typed.workspace, "tables-3", "fizz")
    typed.edit("steps/story.toml", 'name = "small"', 'name = "other"')
    assert typed.verb("next", "NAME=tables-3", "STORY=other") == 2
    told = "tables-3 is an attempt at a kata of small, not of other: leave STORY= out\n"
    assert capsys.readouterr().err == told


UNKNOWN = [
    pytest.param(["next", "EXPECTED=red"], "there is no EXPECTED=", id="misspelt"),
    pytest.param(["next", "name=tables-3"], "there is no name=", id="in small letters"),
    pytest.param(["progress", "STEPS=3"], "progress takes no STEPS=", id="of another verb"),
]


@pytest.mark.parametrize(("words", "told"), UNKNOWN)
def test_a_variable_that_no_verb_knows_is_a_mistake(typed, words, told):
    made = typed.make(*words)
    (line,) = made.stderr.splitlines()
    assert told in line
    assert made.returncode == 2


@pytest.mark.parametrize("verb", OF_AN_ATTEMPT)
def test_the_kata_of_an_attempt_is_its_own(buzz, capsys, verb):
    create(buzz.workspace, "tables-3", "fizz")
    assert buzz.verb(verb, "NAME=tables-3", "KATA=buzz") == 2
    assert capsys.readouterr() == (
        "",
        "tables-3 is an attempt at fizz, not at buzz: leave KATA= out\n",
    )


def test_without_a_name_it_is_the_one_started_last_at_the_kata_that_is_named(buzz, capsys):
    for name, kata in (("tables-3", "fizz"), ("tables-4", "buzz")):
        create(buzz.workspace, name, kata)
    assert buzz.verb("lights", "KATA=fizz") == 0
    assert capsys.readouterr().out == (
        "attempt tables-3, the one started last\n"
        "tables-3 has no lights yet: make next NAME=tables-3 and make watch NAME=tables-3 record them\n"
    )


def test_it_may_be_named_all_the_same(buzz, capsys):
    create(buzz.workspace, "tables-3", "fizz")
    assert buzz.verb("lights", "KATA=fizz", "NAME=tables-3") == 0
    assert capsys.readouterr().out.startswith("tables-3 has no lights yet")


NOBODYS = [
    pytest.param([], "there is no attempt yet: make start NAME=tables-3", id="none yet"),
    pytest.param(["NAME=x"], "there is no attempt x: make start NAME=x makes it", id="none of that name"),
]


@pytest.mark.parametrize("verb", OF_AN_ATTEMPT)
@pytest.mark.parametrize(("words", "told"), NOBODYS)
def test_an_attempt_that_is_not_there(small, capsys, verb, words, told):
    assert small.verb(verb, *words) == 2
    assert capsys.readouterr() == ("", f"{told}\n")


def test_of_none_at_all_there_is_no_list_either(small, capsys):
    assert small.verb("where", "NAME=all") == 2
    assert capsys.readouterr() == ("", "there is no attempt yet: make start NAME=tables-3\n")
