"""Chapters 4 and 5: what a rover asks its grid, and the grid's answers."""

import pytest
from grid import Grid
from rows import drives, guards


class OneRock:
    """A double for a grid: it has one rock, and no edges."""

    def __init__(self, *rock):
        self.rock = rock

    def has_rock(self, x, y):
        return (x, y) == self.rock

    def place(self, x, y):
        return x, y


STOPS = [
    drives(11, "a rock ahead", (0, 0, "N"), "fff", (0, 2), "0 1 N"),
    drives(11, "a rock behind", (3, 4, "E"), "bb", (2, 4), "3 4 E"),
    guards(11, "a rock that is passed on the way back", (0, 0, "N"), "ffb", (0, 3), "0 1 N"),
    guards(11, "a turn in front of a rock", (0, 0, "N"), "rf", (0, 1), "1 0 E"),
    drives(13, "the rest is forgotten", (0, 0, "N"), "ffrf", (0, 2), "0 1 N"),
]


@pytest.mark.parametrize(("landing", "commands", "rock", "stays"), STOPS)
def test_it_stops_in_front_of_a_rock(rover, landing, commands, rock, stays):
    curiosity = rover.Rover(*landing)
    curiosity.grid = OneRock(*rock)
    curiosity.go(commands)
    assert curiosity.go("") == stays


OBSTACLES = [
    drives(14, "the rock is named", (0, 0, "N"), "ff", (0, 2), "0 1 N, rock at 0 2"),
    drives(14, "a rock behind is named, too", (3, 4, "E"), "lb", (3, 3), "3 4 N, rock at 3 3"),
    guards(14, "a rock elsewhere is none of its business", (0, 0, "N"), "ff", (1, 1), "0 2 N"),
]


@pytest.mark.parametrize(("landing", "commands", "rock", "report"), OBSTACLES)
def test_it_says_what_is_in_its_way(rover, landing, commands, rock, report):
    curiosity = rover.Rover(*landing)
    curiosity.grid = OneRock(*rock)
    assert curiosity.go(commands) == report


@pytest.mark.guards(15)
def test_after_a_rock_it_follows_the_next_commands(rover):
    curiosity = rover.Rover(0, 0, "N")
    curiosity.grid = OneRock(0, 1)
    curiosity.go("f")
    assert curiosity.go("rf") == "1 0 E"


ROCKS = [
    drives(15, "a rock is where it was put", [(2, 3)], (2, 3), True),
    drives(15, "there is none at another place", [(2, 3)], (3, 2), False),
    drives(15, "each of several rocks counts", [(2, 3), (0, 1)], (0, 1), True),
    drives(15, "a grid may have no rocks", [], (0, 0), False),
]


@pytest.mark.parametrize(("rocks", "place", "found"), ROCKS)
def test_a_grid_knows_its_rocks(rocks, place, found):
    assert Grid(5, 4, rocks).has_rock(*place) == found


class Detour(OneRock):
    """A double for a grid: each step leads to one place."""

    def place(self, *_):
        return 7, 2


@pytest.mark.drives(16)
def test_a_step_leads_where_the_grid_says(rover):
    curiosity = rover.Rover(0, 0, "N")
    curiosity.grid = Detour(9, 9)
    assert curiosity.go("f") == "7 2 N"


@pytest.mark.drives(16)
def test_a_step_back_leads_where_the_grid_says(rover):
    curiosity = rover.Rover(0, 0, "E")
    curiosity.grid = Detour(9, 9)
    assert curiosity.go("b") == "7 2 E"


@pytest.mark.drives(16)
def test_a_rock_is_where_the_step_leads(rover):
    curiosity = rover.Rover(0, 0, "N")
    curiosity.grid = Detour(7, 2)
    assert curiosity.go("f") == "0 0 N, rock at 7 2"


PLACES = [
    guards(17, "a place within the edges is itself", (3, 2), (3, 2)),
    guards(17, "the last places are within the edges", (4, 3), (4, 3)),
    drives(17, "beyond the east is the west", (5, 2), (0, 2)),
    drives(17, "beyond the west is the east", (-1, 2), (4, 2)),
    drives(17, "beyond the north is the south", (3, 4), (3, 0)),
    drives(17, "beyond the south is the north", (3, -1), (3, 3)),
]


@pytest.mark.parametrize(("beyond", "place"), PLACES)
def test_a_grid_has_no_end(beyond, place):
    assert Grid(5, 4, []).place(*beyond) == place


ROUND = [
    guards(16, "a rock of a grid is in the way", (0, 2, "E"), "ff", "1 2 E, rock at 2 2"),
    drives(17, "a rover goes over the edge", (4, 2, "E"), "f", "0 2 E"),
    drives(17, "a rock beyond the edge is in the way", (2, 3, "N"), "f", "2 3 N, rock at 2 0"),
    drives(17, "round the grid it comes home", (0, 3, "W"), "fffff", "0 3 W"),
]


@pytest.mark.parametrize(("landing", "commands", "report"), ROUND)
def test_a_rover_on_a_grid(rover, landing, commands, report):
    curiosity = rover.Rover(*landing)
    curiosity.grid = Grid(5, 4, [(2, 2), (2, 0)])
    assert curiosity.go(commands) == report
