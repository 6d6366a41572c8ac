"""`make retro`: of the last room, of a folder of files, or of one attempt."""

import json
import re

import msgspec
import pytest

from dojo.attempt.create import create
from dojo.attempt.light import record
from dojo.attempt.store import store
from dojo.prove.lights import list_verdicts
from dojo.room.models import record_of
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


def test_of_an_attempt_with_its_proof(bare, attempt, capsys):
    assert [(one.rule, one.kind) for one in list_verdicts(attempt)] == [("one is said", "red by name only")]
    assert bare.verb("retro", "NAME=tables-3") == 0
    file = bare.root / "retro-tables-3.html"
    assert capsys.readouterr().out == f"{file}\n"
    assert "by the proof of the lights" in file.read_text()


def written_before(record):
    """The file of a pair in a room of the format before."""
    first = {"version": 1, "pair": {"key": "4" * 32, "name": "tables-4", "kata": "fizz", "shares": False}}
    lines = [first, *({"light": msgspec.to_builtins(light)} for light in record.lights)]
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def room_of_before(top, word, opened, *, day="2026-01-01"):
    """The folder of a room in the format of before."""
    room = top / ".room" / f"{day}-{word}"
    (room / "pairs").mkdir(parents=True)
    clock = {"phases": [["round", 1, 5.0, 9.0], ["break", 1, 9.0, None]]}
    (room / "room.json").write_text(json.dumps({"word": word, "lead": "x", "opened": opened, "clock": clock}))
    return room


def test_of_a_room_with_the_attempts_here_and_what_cannot_be_read(bare, attempt):
    other = record_of(attempt)
    other.pair = other.pair.__class__("4" * 20, "tables-4", "fizz")
    room = room_of_before(bare.root, "plum-fox", 0.0)
    (room / "pairs" / "0.lights").write_bytes(written_before(other))
    (room / "pairs" / "x.lights").write_text("{}\n")
    broken = create(bare.workspace, "tables-9", "fizz")
    record(broken, verb="next", colour="red", counts={"red": 1})
    for file in store(broken).repository.glob("objects/*/*"):
        file.unlink()
    assert bare.verb("retro") == 0
    html = (bare.root / "retro.html").read_text()
    assert "Retrospective: the room plum-fox" in html
    assert pairs(html) == ["tables-3", "tables-4"]
    assert (
        "x.lights is not taken: what a pair says cannot be taken: Object missing required field `pair`"
        in html
    )
    assert "the lights of tables-9 cannot be read" in html


def test_room_names_an_older_room(bare, attempt, capsys):
    for word, day in (("plum-fox", "2026-01-01"), ("iron-owl", "2026-01-02")):
        room = room_of_before(bare.root, word, 4e9, day=day)  # opened after the attempts that are here
        other = record_of(attempt)
        other.pair = other.pair.__class__("4" * 20, f"pair-of-{word}", "fizz")
        (room / "pairs" / "0.lights").write_bytes(written_before(other))
    for words, found in (["ROOM=plum-fox"], "plum-fox"), ([], "iron-owl"):
        assert bare.verb("retro", *words) == 0
        html = (bare.root / "retro.html").read_text()
        assert f"Retrospective: the room {found}" in html
        assert len(pairs(html)) == 1
    capsys.readouterr()
    assert bare.verb("retro", "ROOM=no-such") == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.usefixtures("attempt")
def test_of_a_folder_of_files(bare):
    (bare.root / "stick").mkdir()
    assert bare.verb("hand-in", "NAME=tables-3", "IN=stick") == 0
    assert bare.verb("retro", "FROM=stick") == 0
    assert pairs((bare.root / "retro-folder.html").read_text()) == ["tables-3"]


@pytest.mark.usefixtures("attempt")
def test_anonymous_nobody_is_named(bare, capsys):
    assert bare.verb("retro", "NAME=tables-3", "ANONYMOUS=1") == 0
    html = (bare.root / "retro-anonymous.html").read_text()
    assert "tables-3" not in html + capsys.readouterr().out


MISTAKES = rows("""
    no room :: => there was no room yet: make room opens one; NAME= names an attempt, FROM= a folder of files
    no folder :: FROM=nowhere => there is no folder nowhere: its path starts at the top of the workspace
    no file :: FROM=kata => has no file of make hand-in
    no attempt :: NAME=tables-9 => there is no attempt tables-9
    no light :: NAME=tables-4 => tables-4 has no lights yet: make next NAME=tables-4 records one
    both :: NAME=tables-3 FROM=kata => retro takes NAME= only without FROM=
""")


@pytest.mark.parametrize(("words", "line"), MISTAKES)
@pytest.mark.usefixtures("attempt")
def test_what_cannot_be_is_a_mistake_in_a_line(bare, capsys, words, line):
    create(bare.workspace, "tables-4", "fizz")
    assert bare.verb("retro", *words.split()) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert line in said
