"""Chapters 1 to 3: where a rover is after its commands."""

import pytest
from rows import drives, guards

REPORTS = [
    drives(1, "a rover that has landed reports", (0, 0, "N"), "", "0 0 N"),
    drives(2, "another one is elsewhere", (3, 4, "E"), "", "3 4 E"),
    guards(3, "a place may be far away", (120, -45, "W"), "", "120 -45 W"),
    drives(3, "forward is a step to the north", (0, 0, "N"), "f", "0 1 N"),
    guards(4, "a step begins where the rover is", (3, 4, "N"), "f", "3 5 N"),
    drives(4, "a rover that looks east goes east", (3, 4, "E"), "f", "4 4 E"),
    drives(4, "a rover that looks south goes south", (3, 4, "S"), "f", "3 3 S"),
    drives(4, "a rover that looks west goes west", (3, 4, "W"), "f", "2 4 W"),
    drives(6, "backward is a step to the south", (3, 4, "N"), "b", "3 3 N"),
    drives(6, "backward from the west is east", (3, 4, "W"), "b", "4 4 W"),
    drives(7, "commands come one after the other", (3, 4, "N"), "ff", "3 6 N"),
    drives(7, "each command counts", (3, 4, "E"), "bff", "4 4 E"),
    guards(8, "there and back again is no way", (3, 4, "S"), "fbfb", "3 4 S"),
    drives(9, "right of north is east", (3, 4, "N"), "r", "3 4 E"),
    drives(9, "right of east is south", (3, 4, "E"), "r", "3 4 S"),
    drives(9, "right of south is west", (3, 4, "S"), "r", "3 4 W"),
    drives(9, "right of west is north", (3, 4, "W"), "r", "3 4 N"),
    drives(9, "after a turn forward is elsewhere", (3, 4, "N"), "frf", "4 5 E"),
    drives(10, "left of north is west", (3, 4, "N"), "l", "3 4 W"),
    drives(10, "left of west is south", (3, 4, "W"), "l", "3 4 S"),
    drives(10, "left of south is east", (3, 4, "S"), "l", "3 4 E"),
    drives(10, "left of east is north", (3, 4, "E"), "l", "3 4 N"),
    drives(10, "a long way round ends where it began", (3, 4, "N"), "fflfflfflffl", "3 4 N"),
]


@pytest.mark.parametrize(("landing", "commands", "report"), REPORTS)
def test_a_rover_follows_commands(rover, landing, commands, report):
    assert rover.Rover(*landing).go(commands) == report


@pytest.mark.guards(4)
def test_a_rover_goes_on_from_where_it_is(rover):
    curiosity = rover.Rover(3, 4, "N")
    assert [curiosity.go("f"), curiosity.go("f")] == ["3 5 N", "3 6 N"]


@pytest.mark.guards(4)
def test_each_rover_is_somewhere_else(rover):
    spirit, opportunity = rover.Rover(3, 4, "N"), rover.Rover(0, 0, "N")
    assert [spirit.go("f"), opportunity.go("")] == ["3 5 N", "0 0 N"]
