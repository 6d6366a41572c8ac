"""`make retro`: of the last room, of a folder of files, or of one attempt."""

import json
import re

import msgspec
import pytest

from dojo.attempt.create import create
from dojo.attempt.light import record
from dojo.attempt.store import store
from dojo.history.pairs import list_verdicts
from dojo.room.models import record_of
from dojo.room.records import Records
from history.session import rows

ONE = "kata/attempts/tables-3/test_fizz.py::test_one_is_said"


def pairs(html):
    """The pairs that have a page."""
    return re.findall(r'<option value="pair-\d+">(.*?)</option>', html)


@pytest.fixture
def attempt(bare):
    made = create(bare.workspace, "tables-3", "fizz")
    for colour, code in (("red", ""), ("green", 'def say(number):\n    return "1"\n')):
        made.module.write_text(code)
        record(made, verb="next", colour=colour, counts={colour: 1}, own={ONE: colour})
    return made


def test_of_an_attempt_with_its_proof_and_anonymous_with_nobody_named(bare, attempt, capsys):
    assert [(one.rule, one.kind) for one in list_verdicts(attempt)] == [("one is said", "red by name only")]
    assert bare.verb("retro", "NAME=tables-3") == 0
    assert capsys.readouterr().out == f"{bare.root / 'retro-tables-3.html'}\n"
    assert "by the proof of the lights" in bare.path("retro-tables-3.html").read_text()
    assert bare.verb("retro", "NAME=tables-3", "ANONYMOUS=1") == 0
    assert "tables-3" not in bare.path("retro-anonymous.html").read_text() + capsys.readouterr().out


def room_of_before(top, word, opened, record):
    """The folder of a room in the format of before, with a pair that is called like its word."""
    room = top / ".room" / word
    (room / "pairs").mkdir(parents=True)
    clock = {"phases": [["round", 1, 5.0, 9.0], ["break", 1, 9.0, None]]}
    info = {"word": "-".join(word.split("-")[3:]), "lead": "x", "opened": opened, "clock": clock}
    (room / "room.json").write_text(json.dumps(info))
    pair = {"key": "4" * 32, "name": info["word"], "kata": "fizz", "shares": False}
    lines = {"version": 1, "pair": pair}, *({"light": msgspec.to_builtins(light)} for light in record.lights)
    (room / "pairs" / "0.lights").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return room


def test_of_a_room_with_the_attempts_here_and_what_cannot_be_read(bare, attempt, capsys):
    room = room_of_before(bare.root, "2026-01-01-plum-fox", 0.0, record_of(attempt))
    (room / "pairs" / "x.lights").write_text("{}\n")
    room_of_before(bare.root, "2026-01-02-iron-owl", 4e9, record_of(attempt))  # after the attempts here
    broken = create(bare.workspace, "tables-9", "fizz")
    record(broken, verb="next", colour="red", counts={"red": 1})
    for file in store(broken).repository.glob("objects/*/*"):
        file.unlink()
    assert bare.verb("retro", "ROOM=plum-fox") == 0
    html = bare.path("retro.html").read_text()
    assert "Retrospective: the room plum-fox" in html
    assert pairs(html) == ["plum-fox", "tables-3"]
    missing = "what a pair says cannot be taken: Object missing required field `pair`"
    assert f"x.lights is not taken: {missing}" in html
    assert "the lights of tables-9 cannot be read" in html
    records = Records(room)
    records.rename(records.keep(record_of(attempt)).id, None)  # the leader removes it
    assert bare.verb("retro", "ROOM=plum-fox") == 0
    assert pairs(bare.path("retro.html").read_text()) == ["plum-fox"]
    assert bare.verb("retro") == 0
    html = bare.path("retro.html").read_text()
    assert "Retrospective: the room iron-owl" in html
    assert pairs(html) == ["iron-owl"]
    capsys.readouterr()
    assert bare.verb("retro", "ROOM=no-such") == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.usefixtures("attempt")
def test_of_a_folder_of_files(bare):
    (bare.root / "stick").mkdir()
    assert bare.verb("hand-in", "NAME=tables-3", "IN=stick") == 0
    assert bare.verb("retro", "FROM=stick") == 0
    assert pairs(bare.path("retro-folder.html").read_text()) == ["tables-3"]


MISTAKES = rows("""
    no room :: => there was no room yet: make room opens one; NAME= names an attempt, FROM= a folder of files
    no file :: FROM=kata => has no file of make hand-in
    no light :: NAME=tables-4 => tables-4 has no lights yet: make next NAME=tables-4 records one
""")


@pytest.mark.parametrize(("words", "line"), MISTAKES)
@pytest.mark.usefixtures("attempt")
def test_what_cannot_be_is_a_mistake_in_a_line(bare, capsys, words, line):
    create(bare.workspace, "tables-4", "fizz")
    assert bare.verb("retro", *words.split()) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert line in said
