"""Mars rover: where it is after all kinds of commands, among rocks and at edges, on each step that can do so.

What is right is worked out here in a way that no step takes: with complex numbers, 1 to the east and i to the
north, and a rover that has left the grid jumps to its other side.
"""

import io
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from functools import cache, partial
from itertools import product
from typing import Any

import pytest
from helpers import TOP

from dojo.story.story import read_story
from katas.cases import load
from katas.poker.inputs import Answers, Input

STORY = read_story(TOP / "katas" / "rover")
FUNCTIONS: set[str] = set()
"""A rover has one method for all commands: a mutant can only name the program."""
HEADINGS = {"E": 1, "N": 1j, "W": -1, "S": -1j}
TURNS = {"l": 1j, "r": -1j}
COMMANDS = [
    *("".join(commands) for length in range(4) for commands in product("fblr", repeat=length)),
    *("ffff", "bbbb", "fffff", "bbbbb", "rrrr", "llll", "flflflfl", "fflfffrbbl"),
]


def right(landings, lines, size=None, rocks=()):
    """The report after each line of commands, by the rules; without a size there are no edges."""
    x, y, letter = landings
    place, heading = complex(x, y), HEADINGS[letter]
    for commands in lines:
        rock = ""
        for command in commands:
            if command in TURNS:
                heading *= TURNS[command]
                continue
            following = place + (heading if command == "f" else -heading)
            if size:
                following = jump(following, *size)
            if (following.real, following.imag) in rocks:
                rock = f", rock at {following.real:.0f} {following.imag:.0f}"
                break
            place = following
        (letter,) = [letter for letter, direction in HEADINGS.items() if direction == heading]
        yield f"{place.real:.0f} {place.imag:.0f} {letter}{rock}"


def jump(place, width, height):
    """The place on a grid for one that is a step off it, at most."""
    if place.real == width:
        place -= width
    if place.real == -1:
        place += width
    if place.imag == height:
        place -= height * 1j
    if place.imag == -1:
        place += height * 1j
    return place


def follow(landing, lines, size, rocks, rover):
    """What a rover reports after each line of commands, on a grid if there is one."""
    landed = rover.Rover(*landing)
    if size:
        landed.grid = rover.Grid(*size, [*rocks])
    return [landed.go(commands) for commands in lines]


def land_two(rover):
    """What a rover reports that goes nowhere, after another one has gone."""
    spirit, opportunity = rover.Rover(3, 4, "N"), rover.Rover(0, 0, "N")
    return [spirit.go("f"), opportunity.go("")]


def run(given, rover):
    """What the program prints, and complains of."""
    out, complaints, before = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.StringIO(given)
    try:
        with redirect_stdout(out), redirect_stderr(complaints):
            rover.main()
    finally:
        sys.stdin = before
    return out.getvalue(), complaints.getvalue()


def told(landing, lines, size, rocks):
    """A question as somebody would ask it."""
    x, y, heading = landing
    told = f"{', then '.join(commands or 'nothing' for commands in lines)} from {x} {y} {heading}"
    if size:
        told += f" on a grid of {size[0]} by {size[1]}"
    return told + "".join(f", rock at {x} {y}" for x, y in rocks)


ON_PLAIN = [
    ((0, 0, "N"), [""], None, ()),
    *(((3, 4, heading), [commands], None, ()) for commands in COMMANDS for heading in "NESW"),
]
TWICE = [((3, 4, "N"), [*lines], None, ()) for lines in product("fbrl", repeat=2)]
AT_ROCKS = [
    ((5, 5, heading), [commands], (12, 12), rocks)
    for rocks in [((5, 6),), ((5, 4),), ((5, 7),), ((7, 8), (6, 5))]
    for commands in COMMANDS
    for heading in "NESW"
]
AFTER_ROCKS = [((5, 5, "N"), ["f", commands], (12, 12), ((5, 6),)) for commands in COMMANDS]
AT_EDGES = [
    ((x, y, heading), [commands], (5, 4), ())
    for commands in COMMANDS
    for x, y in [(4, 3), (0, 0), (4, 0), (0, 3)]
    for heading in "NESW"
]
ROCKS_AT_EDGES = [
    ((4, 3, heading), [commands], (5, 4), ((0, 3), (4, 0))) for commands in COMMANDS for heading in "NESW"
]
EVERYWHERE = [*ON_PLAIN, *TWICE, *AT_ROCKS, *AFTER_ROCKS, *AT_EDGES, *ROCKS_AT_EDGES]

LANDED = "grid 5 4\nrover 0 0 N\n"
MISSIONS = {
    "a landing": LANDED,
    "f": f"{LANDED}go f\n",
    "f and f": f"{LANDED}go f\ngo f\n",
    "f without a line end": f"{LANDED}go f",
    "ffffr": f"{LANDED}go ffffr\n",
    "a grid of 300 by 100": "grid 300 100\nrover 128 64 S\ngo fff\n",
    "two rocks": "grid 5 4\nrock 0 2\nrock 1 1\nrover 0 0 N\ngo fff\ngo rf\ngo rflf\n",
}
ASKED: list[tuple[str, str, Callable[[Any], Any]]] = [
    *(("Rover", told(*given), partial(follow, *given)) for given in EVERYWHERE),
    ("Rover", "nothing, while another rover goes", land_two),
    *(("main", f"the program, given {name}", partial(run, text)) for name, text in MISSIONS.items()),
]


@cache
def answers(code):
    """What a version answers to each of these."""
    inputs = (Input(0, text, given) for _, text, given in ASKED)
    return Answers(load(code, STORY.designs[0].beside), inputs)


def wrong(number, questions):
    """The questions that a step answers in another way."""
    step = STORY.step(number)
    rover = load(step.code, step.beside)
    if "grid.py" in step.beside:
        # until it is a program, its module has no Grid
        vars(rover)["Grid"] = load(step.beside["grid.py"].read_text("utf-8")).Grid
    found = []
    for landing, lines, size, rocks in questions:
        if follow(landing, lines, size, rocks, rover) != [*right(landing, lines, size, rocks)]:
            found.append((landing, lines, size, rocks))
    return found


@pytest.mark.parametrize("number", range(10, 19))
def test_a_step_that_can_turn_is_right_wherever_it_goes(number):
    assert wrong(number, [*ON_PLAIN, *TWICE]) == []


@pytest.mark.parametrize("number", range(15, 19))
def test_a_step_with_a_grid_is_right_at_every_rock(number):
    assert wrong(number, [*AT_ROCKS, *AFTER_ROCKS]) == []


@pytest.mark.parametrize("number", [17, 18])
def test_a_step_with_edges_is_right_at_every_edge(number):
    assert wrong(number, [*AT_EDGES, *ROCKS_AT_EDGES]) == []


def test_the_program_reports_what_a_rover_does():
    rover = load(STORY.designs[0].code, STORY.designs[0].beside)
    lines = [commands for commands in COMMANDS if commands]
    given = "grid 5 4\nrock 2 2\nrover 0 0 N\n" + "".join(f"go {commands}\n" for commands in lines)
    reports = "".join(f"{report}\n" for report in right((0, 0, "N"), lines, (5, 4), {(2, 2)}))
    assert run(given, rover) == (reports, "")


def test_these_steps_are_refactorings_and_this_one_is_finished():
    assert [step.number for step in STORY.steps if step.kind == "refactoring"] == [5, 8, 12]
    assert [step.number for step in STORY.designs] == [18]
