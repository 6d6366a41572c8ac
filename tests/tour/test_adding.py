"""A story by its address: cloned at its newest tag, shown with its licence, and added if somebody agrees."""

import shutil
import subprocess
from pathlib import Path

import pytest

from dojo.story.workspace import is_address
from dojo.tour.adding import newest_tag

TOLD = 'version = "1.1"\nauthors = ["Ann", "Bo"]\nlicence = "CC0-1.0"\ndojo = ">=1.0,<2"\n'


def git(folder, *words):
    identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    done = subprocess.run(["git", *identity, *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture
def address(bare, tmp_path_factory):
    """The address of a repository with the small story, in two versions; its conftest.py leaves a trace."""
    repository = tmp_path_factory.mktemp("far") / "fizz.git"
    shutil.copytree(bare.root, repository, ignore=shutil.ignore_patterns(".cache", ".venv", "attempts"))
    toml = repository / "story.toml"
    text = toml.read_text().replace('name = "small"', 'name = "fizzes"')
    trace = f"open({str(repository / 'was-run')!r}, 'w')\n"
    (repository / "conftest.py").write_text(trace + (repository / "conftest.py").read_text())
    git(repository, "init", "--quiet")
    for version in ("v1.0", "v1.1"):
        message = TOLD.replace("1.1", version.removeprefix("v"))
        toml.write_text(message + text)
        (repository / "LICENSE").write_text("CC0 1.0 Universal\n\nNo copyright.\n")
        git(repository, "add", "--all")
        git(repository, "commit", "--quiet", "--message", version)
        git(repository, "tag", version)
    return f"file://{repository}"


def test_a_story_is_added_at_its_newest_tag_and_nothing_of_it_is_run(bare, address, capsys, monkeypatch):
    assert bare.verb("add", f"STORY={address}", "YES=1") == 0
    out = " ".join(capsys.readouterr().out.split())
    message = (
        "fizz.git, v1.1 Fizz, step by step 5 steps, kata fizz, version 1.1, by Ann, Bo, licence CC0-1.0"
        " LICENSE: CC0 1.0 Universal No copyright. Its steps and tests are programs."
        " They run on your machine when you read it or do it."
        " stories/fizz/ is yours to read and to do: make progress STORY=stories/fizz"
    )
    assert message in out
    assert (bare.root / "stories/fizz/steps/step_00_nothing_yet").is_dir()
    assert not Path(address.removeprefix("file://"), "was-run").exists()
    monkeypatch.setenv("COLUMNS", "200")
    assert bare.verb("stories") == 0
    listed = " ".join(capsys.readouterr().out.split())
    assert "fizzes Fizz, step by step: 5 steps, kata fizz, version 1.1, by Ann, Bo, licence CC0-1.0" in listed


FORMS = [
    pytest.param(["STORY={}", "NAME=a", "YES=1"], id="as make has it"),
    pytest.param(["--name", "a", "--story", "{}", "--yes"], id="as options"),
]


@pytest.mark.parametrize("words", FORMS)
def test_a_kata_begins_at_an_address_and_goes_on_there(bare, address, capsys, words):
    assert bare.verb("start", *(word.format(address) for word in words)) == 0
    assert "This is yours: stories/fizz/kata/attempts/a/ with fizz.py" in capsys.readouterr().out
    assert bare.verb("next", "NAME=a", f"STORY={address}") == 0
    assert "“one is said” is red" in capsys.readouterr().out
    # the attempt is found again without its story
    assert bare.verb("next", "NAME=a") == 0


def test_another_verb_says_how_a_story_is_added(bare, address, capsys):
    assert bare.verb("progress", f"STORY={address}") == 2
    assert capsys.readouterr().err == f"{address} is not here yet: make add STORY={address}\n"


def test_a_folder_with_an_at_sign_is_no_address(bare, capsys):
    folder = bare.root / "ann@home"
    shutil.copytree(bare.root / "kata", folder)
    assert bare.verb("progress", "STORY=ann@home") == 2
    assert capsys.readouterr().err.startswith("there is no story ann@home: there are small")


def test_a_story_without_a_tag_has_its_own_commit_also_below_a_hook_of_git(
    bare, address, capsys, monkeypatch
):
    repository = Path(address.removeprefix("file://"))
    for tag in ("v1.0", "v1.1"):
        git(repository, "tag", "--delete", tag)
    other = bare.root.parent / "other"
    git(repository, "clone", "--quiet", str(repository), str(other))
    git(other, "commit", "--quiet", "--allow-empty", "--message", "another one")
    commit = git(repository, "rev-parse", "--short", "HEAD").strip()
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    assert bare.verb("add", f"STORY={address}", "YES=1") == 0
    assert f"fizz.git, {commit}\n" in capsys.readouterr().out


def test_an_older_one_is_added_by_its_tag(bare, address, capsys):
    assert bare.verb("add", f"STORY={address}", "TAG=v1.0", "YES=1") == 0
    assert "version 1.0" in capsys.readouterr().out


REFUSED = [
    pytest.param(["STORY={address}"], "nobody is there to answer: YES=1 adds it", id="nobody agrees"),
    pytest.param(
        ["STORY={address}", "TAG=v9", "YES=1"],
        "git clone: Remote branch v9 not found in upstream origin",
        id="no such tag",
    ),
    pytest.param(
        ["STORY=file:///nowhere/fizz.git", "YES=1"],
        "git ls-remote: '/nowhere/fizz.git' does not appear to be a git repository",
        id="nothing is there",
    ),
    pytest.param(
        ["STORY=ext::sh -c touch% was-run", "YES=1"], "is no address", id="a program for an address"
    ),
    pytest.param([], "add which story? For example: make add STORY=https://", id="none"),
    pytest.param(["STORY=fizz", "YES=1"], "fizz is no address: add STORY=https://", id="a name"),
]


@pytest.mark.parametrize(("words", "message"), REFUSED)
def test_what_cannot_be_added_is_told_in_a_line_and_leaves_nothing(bare, address, capsys, words, message):
    assert bare.verb("add", *(word.format(address=address) for word in words)) != 0
    [line] = capsys.readouterr().err.splitlines()
    assert message in line
    assert not (bare.root / "stories").exists()


def test_a_story_for_another_version_is_not_added(bare, address, capsys):
    repository = address.removeprefix("file://")
    toml = Path(repository, "story.toml")
    toml.write_text(toml.read_text().replace(">=1.0,<2", ">=2"))
    git(repository, "commit", "--quiet", "--all", "--message", "for dojo 2")
    git(repository, "tag", "v2")
    assert bare.verb("add", f"STORY={address}", "YES=1") == 2
    message = "story.toml: this story works with dojo >=2, and this is 1.0.0: install one of these, or take"
    assert capsys.readouterr().err.startswith(message)


ADDRESSES = [
    ("https://example.org/fizz.git", True),
    ("git@example.org:ann/fizz.git", True),
    ("file:///srv/fizz", True),
    ("ext::sh -c true", False),
    ("../fizz", False),
    ("fizz", False),
    ("--upload-pack=true", False),
    ("--upload-pack@example.org:fizz", False),
    ("../ann@home/fizz", False),
]


@pytest.mark.parametrize(("text", "expected"), ADDRESSES)
def test_an_address_is_told_from_a_name_and_a_folder(text, expected):
    assert is_address(text) is expected


def test_the_newest_tag_is_the_highest_version_and_no_other_name():
    names = ["v1.9", "v1.10", "1.2", "zoo", "v1.10-beta"]
    assert newest_tag("".join(f"0000\trefs/tags/{name}\n" for name in names)) == "v1.10"
    assert newest_tag("0000\trefs/tags/zoo\n") == ""
