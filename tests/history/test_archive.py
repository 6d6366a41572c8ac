"""`make retro ARCHIVE=1`: the code of who shares it, as git repositories in one file."""

import subprocess
import zipfile
from typing import Any

import pytest
from helpers import record_light

from dojo.attempt.create import create
from dojo.history.archive import is_safe, write_archive
from dojo.room.models import Pair, Record, Report, id_of
from dojo.room.storage.rooms import create_room

FIRST = Report("a" * 12, 1, 1_790_000_000.0, "next", "red", 0, 1, "one is said", files={"fizz.py": "a\n"})


def light(number: int, **changes: Any) -> Report:
    """A light of a pair, as it has sent it."""
    told: dict[str, Any] = {"verb": "next", "colour": "green", "green": 1, "tests": 1, "files": {}}
    return Report("a" * 12, number, FIRST.when + 60 * number, **{**told, **changes})


def pair(name, *lights, shares=True):
    return Record(Pair(id_of(name), name, "fizz", shares), [*lights])


def unpack(archive, folder):
    """Unpack an archive; return the folder of its repositories."""
    with zipfile.ZipFile(archive) as zipped:
        zipped.extractall(folder)
    return folder / archive.stem


def git(folder, *words):
    """What git prints in a folder."""
    ran = subprocess.run(["git", "-C", folder, *words], capture_output=True, text=True, check=True)
    return ran.stdout


LIGHTS = [
    FIRST,
    light(2, test="one is said", files={"fizz.py": "b\n", "test_fizz.py": "c\n"}),
    light(3, verb="hint", colour="", green=0, tests=0, test="two is said"),
    light(4, verb="back", colour="", green=0, tests=0, to=1, files={"fizz.py": "a\n", "test_fizz.py": None}),
    light(5, colour="amber", green=0, expected="green", held=False, files={"fizz.py": "d\n"}),
]


def test_a_light_is_a_commit_of_its_pair_at_its_time_with_its_colour_and_its_test(tmp_path):
    assert write_archive([pair("ada-and-bea", *LIGHTS)], tmp_path / "retro-code.zip") == []
    there = unpack(tmp_path / "retro-code.zip", tmp_path) / "ada-and-bea"
    assert git(there, "log", "--reverse", "--format=%s").splitlines() == [
        "red: one is said",
        "green: one is said",
        "hint: two is said",
        "back to light 1",
        "amber",
    ]
    assert git(there, "log", "-1", "--format=%an %ae %ad %at%n%b", "--date=iso").splitlines() == [
        "ada-and-bea ada-and-bea@localhost 2026-09-21 14:18:20 +0000 1790000300",
        "Light 5 of ada-and-bea, make next.",
        "0 of 1 tests were green.",
        "The pair expected green.",
    ]
    assert git(there, "show", "main~3:test_fizz.py") == "c\n"
    assert git(there, "ls-tree", "--name-only", "main~1") == "fizz.py\n"
    # it is as the pair left it
    assert (there / "fizz.py").read_text() == "d\n"
    assert git(there, "status", "--short") == ""


FORBIDDEN = [
    *("../up.py", "/tmp/up.py", "a//b.py", "./a.py", ".git/config", "a/.GIT/hooks/x", "GIT~1/config"),
    *(".git./config", ".git /config", "a\\..\\b.py", "c:x.py", ".git::$INDEX_ALLOCATION/config", "..", ""),
]


@pytest.mark.parametrize("path", FORBIDDEN)
def test_no_file_of_a_pair_is_outside_of_its_folder_or_in_that_of_git(tmp_path, path):
    files = {path: "[core]\n", "fizz.py": "a\n"}
    assert write_archive([pair("ada", light(1, files=files))], tmp_path / "code.zip") == []
    there = unpack(tmp_path / "code.zip", tmp_path / "out") / "ada"
    assert git(there, "ls-tree", "-r", "--name-only", "main") == "fizz.py\n"
    assert f"A file that git does not take: {path}".rstrip() in git(there, "log", "-1", "--format=%b")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["code.zip", "out"]


@pytest.mark.parametrize("path", ["fizz.py", "tests/test_fizz.py", ".gitignore", "größe 1.py", "git.py"])
def test_ordinary_files_are_in_it(path):
    assert is_safe(path)


def test_a_pair_whose_code_git_refuses_is_named_and_the_others_are_there(tmp_path):
    """No room takes such a name."""
    pairs = [pair("ada<", FIRST), pair("bea", FIRST)]
    (said,) = write_archive(pairs, tmp_path / "code.zip")
    assert said.startswith("the code of ada< is not in code.zip: ")
    assert (unpack(tmp_path / "code.zip", tmp_path) / "bea" / "fizz.py").read_text() == "a\n"


@pytest.fixture
def room(bare):
    """A room that is closed: a pair that shares its code, one that does not, and one that was removed."""
    records = create_room(bare.root)
    records.keep(pair("ada-and-bea", FIRST))
    records.keep(pair("cid-and-dan", FIRST, shares=False))
    records.rename({records.keep(pair("eve", FIRST)).id: None})
    records.database.close()
    return records.info.word


@pytest.mark.usefixtures("room")
def test_of_a_room_that_is_closed_it_has_who_shares(bare, capsys):
    attempt = create(bare.workspace, "tables-3", "fizz")
    record_light(attempt, verb="next", colour="red", counts={"red": 1})
    assert bare.verb("retro", "ARCHIVE=1") == 0
    archive = bare.root / "retro-code.zip"
    assert capsys.readouterr().out == f"{bare.root / 'retro.html'}\n{archive}\n"
    there = unpack(archive, bare.root / "out")
    assert [one.name for one in there.iterdir()] == ["ada-and-bea"]


def test_of_files_on_a_stick_it_has_those_with_code(bare, capsys):
    attempt = create(bare.workspace, "tables-3", "fizz")
    record_light(attempt, verb="next", colour="red", counts={"red": 1})
    (bare.root / "stick").mkdir()
    assert bare.verb("hand-in", "NAME=tables-3", "IN=stick") == 0
    assert bare.verb("retro", "FROM=stick", "ARCHIVE=1") == 0
    assert "There is no archive: no pair shares its code.\n" in capsys.readouterr().out
    assert bare.verb("hand-in", "NAME=tables-3", "IN=stick", "SHARE=1") == 0
    assert bare.verb("retro", "FROM=stick", "ARCHIVE=1") == 0
    there = unpack(bare.root / "retro-folder-code.zip", bare.root / "out") / "tables-3"
    assert (there / "fizz.py").read_text() == attempt.module.read_text()


@pytest.mark.usefixtures("room")
def test_an_archive_is_not_anonymous(bare, capsys):
    assert bare.verb("retro", "ARCHIVE=1", "ANONYMOUS=1") == 2
    assert "the code in an archive has its pair's name" in capsys.readouterr().err


@pytest.mark.usefixtures("room")
def test_without_git_the_archive_that_was_there_stays(bare, capsys, monkeypatch):
    archive = bare.root / "retro-code.zip"
    archive.write_text("of before")
    monkeypatch.setenv("PATH", "")
    assert bare.verb("retro", "ARCHIVE=1") == 1
    assert "the code of ada-and-bea is not in retro-code.zip: git does not start" in capsys.readouterr().err
    assert archive.read_text() == "of before"
    assert list(bare.root.glob(".retro*")) == []
