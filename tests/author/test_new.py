"""`make new`: a story that is green from the start, or one line that says why not."""

import re
import shutil
import sys
from configparser import ConfigParser

import pytest
from as_a_user import as_a_user
from helpers import TOP, Copy, workspace_of

from dojo.author.new import RESERVED

OPEN = "The nine laws hold: 1 test on 2 steps and 1 mutant, 3 runs, each seen to its end.\n"


@pytest.fixture
def desk(tmp_path):
    """A workspace whose only story is the small one, called fizz."""
    return workspace_of(tmp_path, small="katas/fizz")


VERBS = [
    pytest.param(["gate"], OPEN, id="gate"),
    pytest.param(["progress"], "01 Fake it", id="progress"),
    pytest.param(["step-1"], "step 1: 1 green", id="step-1"),
    pytest.param(["step-1", "red"], "1 test, red on step 0, as it should be", id="red"),
    pytest.param(["judge", "TESTS=katas/leap-years/suite"], "accepted 1 of 1", id="judge"),
    pytest.param(["start", "NAME=a"], "katas/leap-years/attempts/a/", id="start"),
]


@pytest.mark.parametrize(("words", "said"), VERBS)
def test_the_verbs_work_on_what_was_made(desk, capsys, monkeypatch, words, said):
    monkeypatch.chdir(desk.root)
    assert desk.verb("new", "STORY=leap-years") == 0
    assert "The nine laws hold for it." in capsys.readouterr().out
    assert desk.verb(*words, "STORY=leap-years") == 0
    assert said in capsys.readouterr().out


NO_NAMES = ["Leap", "9-years", "-years", "leap--years", "string calc", "schaltjähre", "a" * 31]
MEANINGS = {
    "fizz": "the story in katas/fizz",
    "small": "the story in katas/fizz",
    "buzz": "a kata of small",
    "gate": "a verb",
    "step-7": "a step or a test",
    "test-years": "a step or a test",
    "class": "a word of Python",
    "match": "a word of Python",
    "json": "a module of Python",
    "katas/json": "a module of Python",
    "pytest": "a module of Python",
    "rows": "something to pytest or to the stories",
    "finished": "something to pytest or to the stories",
    "answer": "something to pytest or to the stories",
    "capsys": "something to pytest or to the stories",
}
NAMES = [
    *(
        pytest.param(
            name, f"{name.removeprefix('katas/')} means {meaning} already: take another name", id=name
        )
        for name, meaning in MEANINGS.items()
    ),
    *(pytest.param(name, f"{name!r} is no name: a name has small letters", id=name) for name in NO_NAMES),
    pytest.param("", "a name, please: make new STORY=leap-years", id="no name"),
    pytest.param("..", "'..' is no name", id="the folder above"),
    pytest.param("../nowhere/leap", "nowhere: make it first", id="in a folder that is not there"),
    pytest.param("~nobody-at-all/leap", "there is no folder ~nobody-at-all: make it", id="nobody's home"),
]


@pytest.mark.parametrize(("name", "message"), NAMES)
def test_a_name_that_cannot_be_is_answered_in_a_line_and_nothing_is_made(desk, capsys, name, message):
    desk.edit("katas/fizz/story.toml", "[katas.fizz]", "[katas.buzz]")
    before = {*desk.root.parent.rglob("*")}
    assert desk.verb("new", f"STORY={name}") == 2
    out, err = capsys.readouterr()
    assert message in err
    assert err.count("\n") == 1
    assert out == ""
    assert {*desk.root.parent.rglob("*")} == before


@pytest.mark.parametrize("name", ["leap-years", "katas/leap-years", "../elsewhere/leap-years"])
def test_a_folder_that_is_there_is_left_alone(desk, capsys, name):
    for folder in ("katas", "../elsewhere"):
        (desk.root / folder / "leap-years").mkdir(parents=True)
    assert desk.verb("new", f"STORY={name}") == 2
    assert capsys.readouterr().err.endswith("/leap-years is there already: take another name\n")


def test_the_fixtures_of_pytest_are_taken(tmp_path):
    asked = (sys.executable, "-m", "pytest", "--fixtures", "-p", "no:cacheprovider")
    listed = Copy(tmp_path).run(*asked, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1").stdout
    theirs = re.findall(r"^(\w+)(?= \[| -- )", listed, re.MULTILINE)
    assert "capsys" in theirs
    assert {*theirs} - {*RESERVED.split()} == set()


def test_where_nothing_can_be_written_it_says_so(desk, capsys):
    (desk.root / "katas").chmod(0o555)
    with as_a_user():
        assert desk.verb("new", "STORY=leap-years") == 1
    (desk.root / "katas").chmod(0o755)
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith(": Permission denied")


def test_a_story_in_another_repository_has_what_it_needs(desk, capsys):
    """Below a pytest.ini it needs none."""
    elsewhere = desk.root.parent / "my katas"
    elsewhere.mkdir()
    assert desk.verb("new", "STORY=../my katas/leap-years") == 0
    assert capsys.readouterr().out.endswith("  make todo STORY='../my katas/leap-years'\n")
    story = elsewhere / "leap-years"
    made = {path.relative_to(elsewhere).as_posix() for path in story.rglob("*") if path.is_file()}
    assert desk.verb("gate", f"STORY={story}") == 0
    assert capsys.readouterr().out == OPEN
    assert desk.verb("board", f"STORY={story}") == desk.verb("start", "NAME=a", f"STORY={story}") == 0
    git = Copy(elsewhere).run
    git("git", "init", "-q")
    git("git", "add", "-A")
    assert set(git("git", "ls-files").stdout.splitlines()) == made
    plain = Copy(story).run(sys.executable, "-m", "pytest", "-q")
    assert "1 passed in " in plain.stdout
    shutil.copy2(TOP / "pytest.ini", elsewhere)
    assert desk.verb("new", "STORY=../my katas/common-years") == 0
    assert not (elsewhere / "common-years" / "pytest.ini").exists()


def test_a_repository_has_the_settings_of_the_workspace_but_for_its_test_paths():
    settings = []
    for file in (TOP / "pytest.ini", TOP / "dojo/author/elsewhere/pytest.ini"):
        parser = ConfigParser()
        parser.read(file, encoding="utf-8")
        settings.append(dict(parser["pytest"]))
    ours, theirs = settings
    assert theirs.pop("testpaths") == "suite"
    del ours["testpaths"]
    assert theirs == ours
