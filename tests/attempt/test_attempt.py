"""Which attempts there are, and which one is meant."""

import shutil
from dataclasses import replace

import pytest

from dojo.attempt.attempt import NoAttempt, all_attempts, find
from dojo.attempt.create import create
from dojo.attempt.light import record


@pytest.fixture
def started(bare):
    """Starts attempts, one after the other."""
    return lambda *names: [create(bare.workspace, name, "fizz") for name in names]


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
GONE = (
    "the folder of tables-0 is gone, and its lights are not: make start NAME=tables-0, then make back NAME="
)
UNKNOWN = {
    "there is one": (1, "x", "there is no attempt x: there is only tables-0"),
    "there are others": (7, "x", f"there is no attempt x: there are {OTHERS}"),
    "its folder is gone": (1, "tables-0", f"{GONE}tables-0"),
    "no name, and the only folder is gone": (1, "", f"{GONE}tables-0"),
    "a path, and no name": (1, "../.lights/tables-0", "there is no attempt ../.lights/tables-0: make start "),
}


@pytest.mark.parametrize(("number", "name", "told"), UNKNOWN.values(), ids=UNKNOWN)
def test_where_it_is_not_there_it_is_said_how_to_start_it(bare, started, number, name, told):
    for attempt in started(*(f"tables-{n}" for n in range(number)))[
        : told.startswith(GONE) or "tables-0" in name
    ]:
        record(attempt, verb="next", colour="green", counts={"green": 1})
        shutil.rmtree(attempt.folder)
    with pytest.raises(NoAttempt) as stop:
        find(bare.workspace, name)
    assert str(stop.value).startswith(told)


def test_where_there_are_buttons_a_verb_is_a_button(started):
    (attempt,) = started("tables-3")
    attempt = replace(attempt, keys={"next": "Next (F9)"})
    assert (attempt.command("next"), attempt.command("bar")) == ("Next (F9)", "make bar NAME=tables-3")


def test_all_attempts_stand_as_people_count_without_what_has_no_name_of_one(bare, started):
    folder = started("t10", "b10", "t9", "b", "T2", "b1", "a", "t3", "tables-11", "tables-2")[0].folder
    for name in (".lights", ".start-abc", "a b"):
        folder.with_name(name).mkdir()
    folder.with_name("notes.txt").touch()
    names = [attempt.name for attempt in all_attempts(bare.workspace)]
    assert names == ["a", "b", "b1", "b10", "T2", "t3", "t9", "t10", "tables-2", "tables-11"]
