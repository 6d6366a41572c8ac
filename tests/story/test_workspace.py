"""The stories of a workspace: which there are, where they lie, and what one that cannot be read stops."""

import shutil

import pytest
from helpers import TOP, story_outside

from dojo.story.katas import NoKata
from dojo.story.toml.reading import BadFile
from dojo.story.workspace import NoStory, Workspace

FAULT = "katas/fizz/story.toml: there is no key titel: is it title?"


@pytest.fixture
def two(tmp_path):
    """A workspace of two stories: the first one is called till, and the small one lies in katas/fizz."""
    root = tmp_path / "a dojo"
    shutil.copytree(TOP / "tests" / "honest", root / "steps")
    shutil.copytree(TOP / "tests" / "small", root / "katas" / "fizz")
    shutil.copy(TOP / "pytest.ini", root)
    return root


def misspell(folder):
    file = folder / "story.toml"
    file.write_text(file.read_text().replace("\ntitle = ", "\ntitel = "))


def test_a_story_that_cannot_be_read_is_told_of_where_it_matters(two):
    misspell(two / "katas" / "fizz")
    workspace = Workspace(two)
    assert [story.name for story in workspace.stories] == ["till"]
    assert [str(fault) for fault in workspace.faults] == [FAULT]
    for asked in ("fizz", "katas/fizz"):
        with pytest.raises(BadFile) as told:
            workspace.story(asked)
        assert str(told.value) == FAULT
    with pytest.raises(NoStory) as no_story:
        workspace.story("bridge")
    there = "there are till; a folder with a story.toml will do as well; and one cannot be read"
    assert str(no_story.value) == f"there is no story bridge: {there}: {FAULT}"
    with pytest.raises(NoKata) as no_kata:
        workspace.kata("fizz")
    assert str(no_kata.value) == f"there is no kata fizz: there is none; and one cannot be read: {FAULT}"


def test_no_story_and_no_kata_of_that_name(two):
    with (two / "katas" / "fizz" / "story.toml").open("a") as file:
        file.write('\n[katas.buzz]\nfolder = "kata"\nfirst_test = "kata/first_test.py"\n')
    told = "there is no story bridge: there are till small; a folder with a story.toml will do as well"
    with pytest.raises(NoStory, match=f"^{told}$"):
        Workspace(two).story("bridge")
    for name in ("bridge", "buzz fizz"):
        with pytest.raises(NoKata, match=f"^there is no kata {name}: there are buzz fizz$"):
            Workspace(two).kata(name)


def test_a_first_story_that_cannot_be_read_stops_no_other_one(two):
    misspell(two / "steps")
    workspace = Workspace(two)
    assert workspace.kata("fizz")[0] == workspace.story("small")
    with pytest.raises(BadFile, match=r"^steps/story.toml: there is no key titel"):
        workspace.story()


CALLED = {
    "the first": ("", "make progress"),
    "the first, by its name": ("till", "make progress"),
    "of a kata": ("small", "make progress STORY=small"),
    "of a kata, by its folder": ("katas/fizz", "make progress STORY=small"),
    "outside": ("../my katas/leap-years", "make progress STORY='../my katas/leap-years'"),
}


@pytest.mark.parametrize(("name", "command"), CALLED.values(), ids=CALLED)
def test_a_story_knows_how_somebody_calls_it(two, name, command):
    story_outside(two.parent / "my katas" / "leap-years")
    assert Workspace(two).story(name).command("progress") == command


def test_a_story_outside_may_be_named_from_the_top_from_the_root_or_from_home(two, monkeypatch):
    folder = story_outside(two.parent / "my katas" / "leap-years")
    monkeypatch.setenv("HOME", str(two.parent))
    monkeypatch.chdir(two / "katas")
    names = ("../my katas/leap-years", str(folder), "~/my katas/leap-years")
    (story,) = {Workspace(two).story(name) for name in names}
    assert (story.file, story.top, story.workspace) == (folder / "story.toml", folder, two)
    assert (story.shown(story.suite), story.inside(story.suite)) == ("../my katas/leap-years/suite", "suite")


@pytest.mark.parametrize("name", ["../nowhere", "katas", "~/nowhere"])
def test_a_folder_without_a_story_is_named(two, name, monkeypatch):
    monkeypatch.setenv("HOME", str(two.parent))
    with pytest.raises(NoStory) as told:
        Workspace(two).story(name)
    assert str(told.value).startswith(f"there is no story {name}: there are till small; a folder with a")
