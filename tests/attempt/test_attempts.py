"""Which attempts there are, and which one is meant."""

import shutil

import pytest

from dojo.attempt.attempts import NoAttempt, all_attempts, as_people_count, at, find
from dojo.attempt.creation import create
from dojo.attempt.lights import record


def started(copy, *names):
    """Attempts that were started one after the other."""
    return [create(copy.workspace, name, "fizz") for name in names]


def test_without_a_name_it_is_the_one_started_last(small):
    first, later = started(small, "tables-3", "a-later-one")
    first.module.write_text("saved after the other was started\n")
    assert find(small.workspace) == later


def test_of_a_name_it_is_that_one(small):
    first, _ = started(small, "tables-3", "a-later-one")
    assert find(small.workspace, "tables-3") == first


def test_where_it_is_lost_when_one_was_started_it_counts_as_the_first(small):
    kept, lost = started(small, "tables-3", "a-later-one")
    (lost.folder / ".started").write_bytes(b"\xff")
    assert (lost.started, find(small.workspace)) == ("", kept)


def test_without_any_attempt_it_is_said_how_to_start_one(small):
    with pytest.raises(NoAttempt, match="there is no attempt yet: make start NAME=tables-3"):
        find(small.workspace)


def test_of_an_unknown_name_it_is_said_how_to_start_it(small):
    with pytest.raises(NoAttempt, match="there is no attempt x: make start NAME=x makes it"):
        find(small.workspace, "x")


def test_an_unknown_name_is_told_the_others(small):
    started(small, *(f"tables-{number}" for number in range(7)))
    with pytest.raises(NoAttempt) as told:
        find(small.workspace, "x")
    others = "tables-0, tables-1, tables-2, tables-3, tables-4 and 2 more"
    assert str(told.value) == f"there is no attempt x: there are {others}"


def test_of_one_whose_folder_is_gone_and_whose_lights_are_not_it_is_said_how_to_have_it_again(small):
    (attempt,) = started(small, "tables-3")
    record(attempt, verb="next", colour="green", counts={"green": 1})
    shutil.rmtree(attempt.folder)
    with pytest.raises(NoAttempt) as told:
        find(small.workspace, "tables-3")
    again = "make start NAME=tables-3, then make back NAME=tables-3"
    assert str(told.value) == f"the folder of tables-3 is gone, and its lights are not: {again}"


def test_what_is_no_name_is_not_looked_for_among_the_lights(small):
    (attempt,) = started(small, "tables-3")
    record(attempt, verb="next", colour="green", counts={"green": 1})
    with pytest.raises(NoAttempt) as told:
        find(small.workspace, "../.lights/tables-3")
    assert str(told.value) == "there is no attempt ../.lights/tables-3: there are tables-3"


def test_of_a_name_at_two_katas_it_is_said_what_to_do(workspace):
    attempt = create(workspace.workspace, "tables-3", "holdem")
    shutil.copytree(attempt.folder, workspace.path("katas/deals/attempts/tables-3"))
    with pytest.raises(NoAttempt) as told:
        find(workspace.workspace, "tables-3")
    assert str(told.value) == "tables-3 is an attempt at deals and holdem: rename the folder of one"


def test_a_folder_whose_name_nobody_may_give_is_no_attempt(small):
    (attempt,) = started(small, "tables-3")
    for name in (".lights", ".start-abc", "a b"):
        attempt.folder.with_name(name).mkdir()
    attempt.folder.with_name("notes.txt").touch()
    assert all_attempts(small.workspace) == [attempt]


def test_an_attempt_is_known_by_its_folder(small):
    (attempt,) = started(small, "tables-3")
    same = at(attempt.folder, small.story)
    assert (same, same.kata.name, same.module) == (attempt, "fizz", attempt.folder / "fizz.py")


NAMES = [("t9", "t10"), ("T2", "t3"), ("a", "b1"), ("b", "b10"), ("tables-2", "tables-11")]


@pytest.mark.parametrize(("first", "then"), NAMES)
def test_attempts_stand_as_people_count(first, then):
    assert as_people_count(first) < as_people_count(then)


def test_all_attempts_stand_in_that_order(small):
    started(small, "t10", "b", "t9")
    assert [attempt.name for attempt in all_attempts(small.workspace)] == ["b", "t9", "t10"]
