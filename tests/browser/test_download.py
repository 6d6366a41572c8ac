"""What a browser downloads, and how a laptop with Python goes on with it."""

import json
import shutil
from base64 import b64decode
from zipfile import ZipFile

import pytest
from helpers import all_runs

from dojo.attempt.attempt import find
from dojo.attempt.recording import all_files, all_lights
from dojo.browser.download import LIGHTS
from dojo.browser.play import Play

CODE = "def say(n):\n    return str(n)\n"


@pytest.fixture
def archive(small, tmp_path):
    """An attempt of three lights, and a line that was typed after them."""
    play = Play(small.workspace, "fizz", "ada", "[]")
    files = {"fizz.py": CODE}
    play.play("start", "{}")
    play.play("next", json.dumps(files))
    play.play("bar", json.dumps(files))
    answer = json.loads(play.play("download", json.dumps({"fizz.py": CODE + "# typed\n"})))
    shutil.rmtree(play.attempt.folder)
    (tmp_path / "ada.zip").write_bytes(b64decode(answer["download"]))
    return tmp_path / "ada.zip"


@pytest.mark.parametrize("unpacked", [False, True], ids=["the archive", "the folder in it"])
def test_a_laptop_goes_on_with_code_and_lights(small, archive, capsys, unpacked):
    if unpacked:
        shutil.unpack_archive(archive, archive.parent)
    origin = archive.with_suffix("") if unpacked else archive
    assert small.verb("start", "NAME=bea", f"FROM={origin}") == 0
    assert "This is yours: kata/attempts/bea/ with 3 lights." in capsys.readouterr().out
    attempt = find(small.workspace, "bea")
    lights = all_runs(attempt)
    assert [(light.number, light.verb, light.colour) for light in lights] == [
        (1, "start", "red"), (2, "next", "green"), (3, "bar", "green"),
    ]  # fmt: skip
    files = all_files(attempt, lights)
    assert files[lights[1].id][b"fizz.py"].content.decode() == CODE
    assert attempt.module.read_text() == CODE + "# typed\n"
    assert sorted(file.name for file in attempt.folder.iterdir()) == [".started", "fizz.py", "test_fizz.py"]
    assert small.verb("bar", "NAME=bea") == 0
    assert [light.number for light in all_lights(attempt)] == [1, 2, 3, 4]


OWN = "import fizz\n\n\ndef test_seven():\n    assert fizz.say(7) == '7'\n"


def test_what_was_seen_of_a_test_of_ones_own_is_the_same_under_another_name(small, tmp_path, capsys):
    play = Play(small.workspace, "fizz", "ada-and-bea", "[]")
    play.play("start", "{}")
    for code in ("def say(n):\n    return None\n", CODE):
        play.play("next", json.dumps({"fizz.py": code, "test_fizz.py": OWN}))
    answer = json.loads(play.play("download", json.dumps({"fizz.py": CODE, "test_fizz.py": OWN})))
    shutil.rmtree(play.attempt.folder)
    (tmp_path / "ada.zip").write_bytes(b64decode(answer["download"]))
    assert small.verb("start", "NAME=ada", f"FROM={tmp_path / 'ada.zip'}") == 0
    assert small.verb("bar", "NAME=ada") == 0
    capsys.readouterr()
    assert small.verb("prove", "NAME=ada") == 0
    said = capsys.readouterr().out
    assert "“seven” was red for the right reason, then green." in said
    assert "Deleted" not in said
    assert small.verb("lights", "NAME=ada") == 0
    assert "own tests seen red: 1 of 1" in capsys.readouterr().out


BAD = {
    "no archive": b"x",
    "nothing": b"",
}


@pytest.mark.parametrize("content", BAD.values(), ids=BAD)
def test_what_is_no_download_is_refused_in_a_line(small, tmp_path, capsys, content):
    (tmp_path / "x.zip").write_bytes(content)
    assert small.verb("start", "NAME=bea", f"FROM={tmp_path / 'x.zip'}") == 2
    assert capsys.readouterr().err == "x.zip is no attempt that a browser has downloaded\n"
    assert not small.path("kata/attempts/bea").exists()
    assert small.verb("start", "NAME=bea", "FROM=nope.zip") == 2
    assert capsys.readouterr().err == "nope.zip is not there\n"


UPWARDS = ["../up.py", "/up.py", "a/../../up.py", "./up.py"]


@pytest.mark.parametrize("path", UPWARDS)
def test_no_file_of_a_light_lies_elsewhere(small, archive, capsys, path):
    with ZipFile(archive) as zipped:
        told = json.loads(zipped.read(f"ada/{LIGHTS}"))
    light = json.loads(told["lights"][0])
    light["files"][0][0] = path
    told["lights"][0] = json.dumps(light)
    with ZipFile(archive, "w") as zipped:
        zipped.writestr(f"ada/{LIGHTS}", json.dumps(told))
    assert small.verb("start", "NAME=bea", f"FROM={archive}") == 2
    assert capsys.readouterr().err == "ada.zip is no attempt that a browser has downloaded\n"


@pytest.mark.parametrize("path", UPWARDS)
def test_no_file_of_an_archive_lies_elsewhere(small, archive, path):
    with ZipFile(archive, "a") as zipped:
        zipped.writestr(f"ada/{path}", "x")
    small.verb("start", "NAME=bea", f"FROM={archive}")
    attempt = small.path("kata/attempts/bea")
    assert [file for file in archive.parent.rglob("up.py") if attempt not in file.parents] == []
