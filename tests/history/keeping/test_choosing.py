"""Which greens are steps, and which tests drive them: by colours alone, without a disk."""

import pytest

from dojo.history.keeping.choosing import Chosen, chosen
from dojo.history.keeping.suite.marks import Mark

LETTERS = {"g": "green", "r": "red", "a": "amber"}


def choose(colours, born, dropped=()):
    columns = {id: [LETTERS[letter] for letter in column] for id, column in colours.items()}
    return chosen(columns, born, dict.fromkeys(dropped, True))


@pytest.mark.parametrize(
    ("colours", "born", "steps", "marks"),
    [
        pytest.param({"a": "rg"}, {"a": 1}, [0, 1], {"a": Mark("drives", 1)}, id="red, then green"),
        pytest.param(
            {"a": "rgg", "b": "rgg"},
            {"a": 1, "b": 2},
            [0, 1, 2],
            {"a": Mark("drives", 1), "b": Mark("guards", 2)},
            id="a test that was green when it came guards",
        ),
        pytest.param(
            {"a": "rgg", "b": "rrg"},
            {"a": 1, "b": 3},
            [0, 1, 2],
            {"a": Mark("drives", 1), "b": Mark("drives", 2)},
            id="what came after the last code is of the last step",
        ),
        pytest.param(
            {"a": "rggg", "b": "rarg"},
            {"a": 1, "b": 3},
            [0, 1, 2, 3],
            {"a": Mark("drives", 1), "b": Mark("drives", 3)},
            id="what broke before it was written does not matter",
        ),
        pytest.param(
            {"a": "rggg", "b": "rrag"},
            {"a": 1, "b": 3},
            [0, 1, 3],
            {"a": Mark("drives", 1), "b": Mark("drives", 2)},
            id="a green whose code a new test breaks is part of the next step",
        ),
        pytest.param(
            {"a": "rgg", "b": "rrg"},
            {"a": 1, "b": 1},
            [0, 1, 2],
            {"a": Mark("drives", 1), "b": Mark("drives", 2)},
            id="a test that was edited later drives the step that makes it green",
        ),
    ],
)
def test_a_test_drives_the_step_that_makes_it_green(colours, born, steps, marks):
    found = choose(colours, born)
    assert (found.steps, found.marks) == (steps, marks)


def test_a_green_without_its_test_is_part_of_the_next_step():
    assert choose({"a": "rrg"}, {"a": 2}, dropped=[1]) == Chosen(
        [0, 2], {"a": Mark("drives", 1)}, folded={2: [1]}
    )


def test_a_refactoring_that_makes_the_next_red_is_part_of_the_next_step():
    found = choose({"a": "rggg", "b": "rgrg"}, {"a": 1, "b": 3})
    assert (found.steps, found.marks["b"]) == ([0, 1, 3], Mark("guards", 2))


@pytest.mark.parametrize(
    "column",
    [pytest.param("rr", id="it is red at the end"), pytest.param("ag", id="it breaks the beginning")],
)
def test_a_test_that_no_step_can_have_is_left_out(column):
    found = choose({"a": "rg", "b": column}, {"a": 1, "b": 1})
    assert (found.marks, found.broken) == ({"a": Mark("drives", 1)}, ("b",))
