"""Which attempts there are, and which one is meant."""

import shutil

import pytest

from dojo.attempt.attempt import NoAttempt, all_attempts, find
from dojo.attempt.create import create
from dojo.attempt.light import record


@pytest.fixture
def started(bare):
    """Starts attempts, one after the other."""
    return lambda *names, kata="fizz": [create(bare.workspace, name, kata) for name in names]


def test_without_a_name_it_is_the_one_started_last_and_of_a_name_it_is_that_one(bare, started):
    first, later = started("tables-3", "a-later-one")
    first.module.write_text("saved after the other was started\n")
    assert find(bare.workspace) == later
    assert find(bare.workspace, "tables-3") == first
    (later.folder / ".started").write_bytes(b"\xff")  # where that is lost it counts as the first
    assert find(bare.workspace) == first


def test_of_a_name_at_two_katas_it_is_the_one_at_that_kata_or_the_one_started_last(bare, started):
    (first,) = started("tables-3")
    bare.add_kata("buzz")
    other = shutil.copytree(first.folder, bare.path("buzz/attempts/tables-3"))
    (other / ".started").write_text("9")
    found = [find(bare.workspace, "tables-3", kata).folder for kata in ("fizz", "buzz", "")]
    assert found == [first.folder, other, other]


OTHERS = "tables-0, tables-1, tables-2, tables-3, tables-4 and 2 more"
UNKNOWN = {0: "make start NAME=x makes it", 1: "there is only tables-0", 7: f"there are {OTHERS}"}


@pytest.mark.parametrize("number", UNKNOWN)
def test_where_it_is_not_there_it_is_said_which_there_are(bare, started, number):
    started(*(f"tables-{n}" for n in range(number)))
    with pytest.raises(NoAttempt) as stop:
        find(bare.workspace, "x")
    assert str(stop.value) == f"there is no attempt x: {UNKNOWN[number]}"


LOST = "the folder of {0} is gone, and its lights are not: make start NAME={0}{1}, then make back NAME={0}"
BUZZ = LOST.format("beth", " KATA=buzz")
MEANT = {
    "the one with the last light": ("", "", BUZZ),
    "the one of that name": ("tables-3", "", LOST.format("tables-3", "")),
    "the last at that kata": ("", "fizz", LOST.format("tables-3", "")),
    "one whose name is enough": ("beth", "fizz", BUZZ),
    "none, for a path is no name": (
        "../.lights/beth",
        "",
        "there is no attempt ../.lights/beth: make start NAME",
    ),
}


@pytest.mark.parametrize(("name", "kata", "told"), MEANT.values(), ids=MEANT)
def test_where_folders_are_gone_and_their_lights_are_not_it_is_said_how_to_have_one_back(
    bare, started, name, kata, told
):
    bare.add_kata("buzz")
    for attempt in (*started("zoe", "tables-3"), *started("beth", kata="buzz")):
        record(attempt, verb="next", colour="green")
        shutil.rmtree(attempt.folder)
    with pytest.raises(NoAttempt) as stop:
        find(bare.workspace, name, kata)
    assert str(stop.value).startswith(told)


def test_all_attempts_stand_as_people_count_without_what_has_no_name_of_one(bare, started):
    folder = started("t10", "b10", "t9", "b", "T2", "b1", "a", "t3", "tables-11", "tables-2")[0].folder
    for name in (".lights", ".start-abc", "a b"):
        folder.with_name(name).mkdir()
    folder.with_name("notes.txt").touch()
    names = [attempt.name for attempt in all_attempts(bare.workspace)]
    assert names == ["a", "b", "b1", "b10", "T2", "t3", "t9", "t10", "tables-2", "tables-11"]
