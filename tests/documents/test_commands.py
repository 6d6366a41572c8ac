"""Every command of README.md and its like does what a room would see: here the quick ones."""

import pytest
from helpers import TOP

from documents.typed import (
    CARD,
    ELSEWHERE,
    NOT_HERE,
    QUICK,
    RED,
    SAYS,
    STARTED,
    TRIED,
    WATCHED,
    Room,
    is_elsewhere,
    is_quick,
    verb,
)
from documents.written import words
from dojo.attempt.creation import create
from dojo.attempt.lights import record
from dojo.cli.verbs import all_verbs


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return Room(tmp_path_factory.mktemp("room"))


@pytest.fixture
def room(made):
    return made.as_it_was()


@pytest.mark.parametrize("command", [one for one in TRIED if is_quick(one) and not is_elsewhere(one)])
def test_a_command_does_what_the_pages_say(room, capfd, command):
    assert room.verb(*words(command)) == 0
    assert SAYS.get(command, "") in capfd.readouterr().out


@pytest.mark.parametrize("command", [one for one in TRIED if verb(one) == STARTED and "ROOM=" not in one])
def test_an_attempt_is_started(workspace, capsys, command):
    asked = dict(word.partition("=")[::2] for word in words(command))
    if "FROM" in asked:
        other = create(workspace.workspace, asked["FROM"], "holdem")
        other.module.write_text(CARD)
        record(other, verb="next", colour="green", counts={}, revealed=1)
    assert workspace.verb(*words(command)) == 0
    kata = asked.get("KATA", "holdem")
    module = workspace.workspace.kata(kata)[0].module
    program = asked.get("CMD", "").split()[-1:]
    folder = f"katas/{kata}/attempts/{asked['NAME']}/"
    assert folder in capsys.readouterr().out
    files = sorted(file.name for file in (workspace.root / folder).glob("[!.]*"))
    ideas = ["ideas.txt"] if "MODE" in asked else []
    assert files == sorted(program or [f"{module}.py", f"test_{module}.py", *ideas])


def test_what_is_promised_is_on_a_page():
    """Else nobody would notice that a promise has gone from the pages, and is not looked at any more."""
    assert [command for command in (*SAYS, *RED, *NOT_HERE) if command not in TRIED] == []


def test_what_is_tried_elsewhere_is_there(here):
    verbs = {one.name for one in all_verbs(here.workspace.stories)}
    assert {*ELSEWHERE, *QUICK, WATCHED, STARTED} <= verbs
    assert [path for path in ELSEWHERE.values() if not (TOP / path).exists()] == []
